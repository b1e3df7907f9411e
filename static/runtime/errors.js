/**
 * Make errors of every browser errors in Python. What WebKit throws by itself, such as the TypeError of
 * a request that has failed, has no `stack`, and Pyodide takes nothing without one for an error: Python
 * could not be told of it, and whatever waits there for the request would wait for ever.
 */
export function giveStacks() {
  if ("stack" in Error.prototype) return;
  Object.defineProperty(Error.prototype, "stack", {
    value: "",
    writable: true,
    configurable: true,
  });
}
