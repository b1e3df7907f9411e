import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { zone } from "../../static/boot/zone.js";

const NOW = Date.UTC(2026, 10, 25);
const { TZ } = process.env;

afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

/** @type {(name: string) => (ms: number) => number} */
function zoneIn(name) {
  process.env.TZ = name;
  const [first, ...rest] = zone(NOW).split(" ").map(Number);
  return (ms) => {
    let east = first;
    for (let at = 0; at < rest.length; at += 2) if (rest[at] * 60_000 <= ms) east = rest[at + 1];
    return east;
  };
}

const PLACES = [
  "UTC",
  "Europe/Berlin",
  "Europe/London",
  "America/New_York",
  "America/St_Johns",
  "America/Sao_Paulo",
  "America/Santiago",
  "Australia/Lord_Howe",
  "Australia/Adelaide",
  "Pacific/Auckland",
  "Pacific/Chatham",
  "Pacific/Apia",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Asia/Tehran",
  "Africa/Casablanca",
  "Africa/Cairo",
  "Asia/Gaza",
  "America/Caracas",
  "Asia/Pyongyang",
  "Europe/Istanbul",
  "Antarctica/Troll",
];

for (const place of PLACES) {
  test(`every three hours since 2000 are as the browser has them in ${place}`, () => {
    const eastAt = zoneIn(place);
    const wrong = [];
    for (let ms = Date.UTC(2000, 0); ms < Date.UTC(2028, 0); ms += 3 * 3_600_000) {
      const east = -new Date(ms).getTimezoneOffset();
      if (eastAt(ms) !== east) wrong.push(new Date(ms).toISOString());
    }
    assert.deepEqual(wrong, []);
  });
}

test("a change is told to the minute", () => {
  const eastAt = zoneIn("Europe/Berlin");
  const change = Date.UTC(2026, 9, 25, 1);
  assert.deepEqual([change - 1, change].map(eastAt), [120, 60]);
});
