// Compares files with the digests that their names begin to tell: `name.0123456789abcdef.zst`.

const NAMED = /\.([0-9a-f]{16})\.[^/]*$/;

/**
 * Throw unless a file's content is what its name says; names without a digest say nothing.
 *
 * Where the page is not from a secure address, browsers compute no digests. Service workers, which
 * might keep something else, are only in secure ones, and all that comes compressed has a checksum.
 * @param {URL} url
 * @param {BufferSource} content of the file, unpacked
 */
export async function check(url, content) {
  const named = NAMED.exec(url.pathname)?.[1];
  if (!named || !globalThis.crypto?.subtle) return;
  const digest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", content),
    0,
    named.length / 2,
  );
  const found = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== named) throw new Error(`${url.pathname} is damaged`);
}
