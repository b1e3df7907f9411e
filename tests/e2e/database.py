"""Scripts that look into the page's database past the page, or write into it."""

OPEN = """async (name = "spieltisch") => {
    const opening = indexedDB.open(name);
    // One that is not there, as after Chromium has thrown it away, is not made by looking: the page
    // would find it, and wait for whoever has it open.
    opening.onupgradeneeded = () => opening.transaction.abort();
    await new Promise((done, failed) => { [opening.onsuccess, opening.onerror] = [done, failed]; });
    opening.result.onversionchange = () => opening.result.close();
    return opening.result;
}"""
"""Gives the database of a name; if there is none, it throws."""


def in_database(work: str, arguments: str = "", name: str = '"spieltisch"') -> str:
    """A script that does something with the page's database, and closes it.

    Args:
        work: its statements. They have the `database`; `told` waits for a request and gives what it
            was told, `ended` for a transaction.
        arguments: the script's.
        name: the database's, as an expression.
    """
    return f"""async ({arguments}) => {{
    const told = (request) => new Promise((done, failed) => {{
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
    }});
    const ended = (transaction) => new Promise((done, failed) => {{
        transaction.oncomplete = done;
        transaction.onabort = () => failed(transaction.error);
    }});
    const database = await ({OPEN})({name});
    try {{
        {work}
    }} finally {{
        database.close();
    }}
}}"""


READ_STORE = f"""async (name) => {{
    const all = {
    in_database("return told(database.transaction(name).objectStore(name).getAll());", "name")
};
    return all(name).catch(() => []);
}}"""
"""Gives all that the database has in a store; nothing where there is none."""
