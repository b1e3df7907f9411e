// The document of a frame of no origin, in which a bot's workers run.
//
// It is a text that the page hands over: a frame of no origin is out of reach of the service worker, so that
// without a network nothing could be fetched for it. Its one script is named by its digest in the page's
// policy, which it inherits; its own policy allows nothing else but workers made of what was handed over.

// A document makes the workers, as one that a worker makes hangs in Firefox now and then, together with its maker:
// both wait for the page by the same lock, and only one of them is woken. What they tell goes to the warden by
// ports, so that the page has no work with it (warden.js).

export const SCRIPT =
  "onmessage=({source,data,ports})=>{if(source!==parent)return;onmessage=null;" +
  'let made=[],url=(text)=>URL.createObjectURL(new Blob(text,{type:"text/javascript"})),script,' +
  "warden=new Worker(url([data]));" +
  "warden.onmessage=({data:[id,code],ports})=>{if(code)script=url(code);" +
  "else if(ports[0]){let one=made[id]=new Worker(script);one.onerror=()=>warden.postMessage(id);" +
  "one.postMessage(0,ports)}else made[id].terminate()};" +
  "warden.postMessage(0,ports)}";

/** Of the script above, as policies name it; tests compare them. */
export const DIGEST = "sha256-Q7AyMYiyZ+5WXEjlzyx60EAIg7cFFkwEHa2PGbVOhkc=";

const POLICY = `default-src 'none'; script-src '${DIGEST}' 'wasm-unsafe-eval'; worker-src blob:`;

export const DOCUMENT =
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}">` +
  `<script>${SCRIPT}</script>`;
