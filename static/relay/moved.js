// Version 0.3.0 had a page of its own for relays: links to it lead to the one page that there is now.
location.replace(`./${location.hash}`);
