// Loaded on the page for relays when a room is first entered; hands it to Python, which cannot import
// it by itself.

import { Relay } from "./relay.js";

dispatchEvent(new CustomEvent("spieltisch:relay", { detail: Relay }));
