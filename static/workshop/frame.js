// The document of a frame of no origin, in which a bot's workers run.
//
// It is a text that the page hands over: a frame of no origin is out of reach of the service worker, so that
// without a network nothing could be fetched for it. Its one script is named by its digest in the page's
// policy, which it inherits; its own policy allows nothing else but workers made of what was handed over.

export const SCRIPT =
  "onmessage=({source,data,ports})=>{if(source!==parent)return;onmessage=null;" +
  'new Worker(URL.createObjectURL(new Blob([data],{type:"text/javascript"}))).postMessage(0,ports)}';

/** Of the script above, as policies name it; tests compare them. */
export const DIGEST = "sha256-P12GM/kpEHENOskjriZu33OvjjOep3Ko56wyBDwZzF0=";

const POLICY = `default-src 'none'; script-src '${DIGEST}' 'wasm-unsafe-eval'; worker-src blob:`;

export const DOCUMENT =
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}">` +
  `<script>${SCRIPT}</script>`;
