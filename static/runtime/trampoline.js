// Python calls functions written in C through a *trampoline*, as they may take fewer arguments than they
// are given. Where WebAssembly has garbage collection it is WebAssembly, too, which an engine adds to
// its table when it starts; elsewhere it is JavaScript.

/**
 * Tell where Python keeps which function of the table it calls C functions through: one that an
 * engine with WebAssembly's garbage collection has added to its table, or 0. What the builder's
 * engine has there says nothing of this one's.
 * @param {any} module
 * @returns {number} an index of HEAPU32
 */
export function placeOfTrampoline(module) {
  const { HEAPU32, __PyRuntime: runtime, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: offset } = module;
  if (!(runtime > 0 && offset > 0)) throw new Error("Pyodide keeps its trampoline elsewhere");
  return (runtime + HEAPU32[offset >>> 2]) >>> 2;
}
