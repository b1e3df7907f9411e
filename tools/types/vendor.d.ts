// The copies in static/vendor/ are typed by the packages they were copied from.

declare module "*/vendor/pyodide/pyodide.mjs" {
  export { loadPyodide, version } from "pyodide";
}

declare module "*/vendor/idiomorph/idiomorph.esm.js" {
  export { Idiomorph } from "idiomorph";
}

declare module "*/vendor/pyscript/core.js" {
  export const hooks: { worker: { onBeforeRunAsync: Set<Function> } };
}
