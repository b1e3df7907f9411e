// Finds QR codes in pictures, the same way in every browser: few have a BarcodeDetector of their
// own. Fetched when somebody scans a code.

import { decodeQR } from "../vendor/qr/decode.js";

/** Pictures are scaled down to this many pixels on their longer side: enough to read an answer that
 * fills a quarter of the picture, and searched within some 20 ms. */
const LONGER_SIDE = 800;

/**
 * Read the code in a picture; null if none can be made out.
 * @param {Pick<ImageData, "width" | "height" | "data">} picture
 */
export function codeIn(picture) {
  try {
    return decodeQR(picture);
  } catch {
    return null;
  }
}

/** Reads codes in what a camera sees. */
export class CodeReader {
  #canvas = document.createElement("canvas");
  #context = this.#canvas.getContext("2d", { willReadFrequently: true });

  /**
   * Read the code in the present picture; null if none can be made out.
   * @param {HTMLVideoElement} video
   */
  read(video) {
    const { videoWidth, videoHeight } = video;
    const scale = Math.min(1, LONGER_SIDE / Math.max(videoWidth, videoHeight));
    const [width, height] = [videoWidth, videoHeight].map((side) => Math.round(side * scale));
    if (!this.#context || !width || !height) return null;
    this.#canvas.width = width;
    this.#canvas.height = height;
    this.#context.drawImage(video, 0, 0, width, height);
    return codeIn(this.#context.getImageData(0, 0, width, height));
  }
}
