// All of a page that is one file: first its parts, then the page as ever. tools/carry.py has PyScript
// ask for modules, and make its worker, by what is here.

import { pageHasRun } from "./carried.js";
import * as page from "../boot/page.js";

pageHasRun(page);
