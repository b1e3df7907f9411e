/** Load PyScript, which finds the script in the page and runs it. */
export async function loadPyScript() {
  const { hooks } = await import("../vendor/pyscript/core.js");
  // PyScript's own hook for workers is sent as text to be evaluated, which the page's policy forbids.
  // Only PyScript's storage of files on disk needs it, which we do not use.
  hooks.worker.onBeforeRunAsync.clear();
}
