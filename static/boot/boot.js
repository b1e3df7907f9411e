// Starts PyScript, which starts Python.

import("./pyscript.js");
