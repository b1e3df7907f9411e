// Text on its way to Python, which takes bytes all at once, but text a letter at a time.

/**
 * Give what is written in a field, or was pasted, as UTF-8. Half a character becomes U+FFFD.
 * @param {{ value: string } | { getData(kind: string): string }} held a field, or a clipboard's data
 */
export function utf8Of(held) {
  return new TextEncoder().encode("value" in held ? held.value : held.getData("text"));
}
