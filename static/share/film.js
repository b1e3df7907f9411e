// Draws the end of a match as an animated picture: a GIF, which every messenger shows at once.

import { applyPalette, GIFEncoder, quantize } from "../vendor/gifenc/gifenc.js";
import { imageOf, place, probe, wrapped } from "./picture.js";

/**
 * What stands below a board and what moves on it, as py/spieltisch/app/board/film.py says.
 * @typedef {{ ms: number, pieces: Record<string, [number, number, number]> }} Frame
 * @typedef {{ board: string, told: string, frames: Frame[] }} Shot
 */

const WIDTH = 540;
const PAD = 20;
const TITLE = 26;
const TEXT = 20;
const MOST_LINES = 3;
/** The colours of a film; the last one stands for what has not changed since the picture before. */
const COLOURS = 255;

/** Let the page do what else there is to do: no part of a film takes long. */
const pause = () =>
  new Promise((go) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      go(undefined);
    };
    port2.postMessage(0);
  });

/**
 * Draw a film.
 * @param {string} text the film as JSON, without its boards
 * @param {(index: number) => string} boardOf the board of a shot
 * @param {(percent: number) => void} told what is told of how far it is, every quarter
 * @returns {Promise<Blob>} a GIF in the page's colours
 */
export async function film(text, boardOf, told) {
  probe();
  /** @type {{ title: string, shots: Shot[] }} */
  const { title, shots } = JSON.parse(text);
  const count = shots.reduce((sum, shot) => sum + shot.frames.length, shots.length);
  let [done, quarter] = [0, 0];
  const next = () => {
    done += 1;
    if (Math.floor((4 * done) / count) > quarter && done < count) told(25 * (quarter += 1));
    return pause();
  };

  /** @type {Scene[]} */
  const scenes = [];
  let last = "";
  for (const index of shots.keys()) {
    const board = boardOf(index);
    await pause();
    scenes.push(board === last ? scenes[index - 1] : place(board));
    last = board;
    await next();
  }
  const screen = screenFor(scenes, shots, title);
  const images = [0, Math.floor(shots.length / 2), shots.length - 1];
  const samples = [];
  for (const index of images)
    samples.push(await screen.pixels(scenes[index], shots[index].told, {}));
  await pause();
  const palette = quantize(joined(samples), COLOURS, { format: "rgb565" });

  const gif = GIFEncoder();
  /** @type {Uint8Array | undefined} */
  let before;
  for (const [index, { told: words, frames }] of shots.entries()) {
    for (const { ms, pieces } of frames) {
      const pixels = await screen.pixels(scenes[index], words, pieces);
      await pause();
      const colours = applyPalette(pixels, palette, "rgb565");
      const shown = before ? changed(before, colours) : colours;
      const how = { delay: ms, dispose: 1, transparent: true, transparentIndex: COLOURS };
      const first = before
        ? {}
        : { palette: [...palette, ...Array(256 - palette.length).fill([0, 0, 0])] };
      gif.writeFrame(shown, screen.width, screen.height, { ...how, ...first });
      before = colours;
      await next();
    }
  }
  gif.finish();
  return new Blob([gif.bytes()], { type: "image/gif" });
}

/** @typedef {ReturnType<typeof place>} Scene */

/**
 * Where all pictures are drawn, as high as the highest board and the longest text need.
 * @param {Scene[]} scenes
 * @param {Shot[]} shots
 * @param {string} title
 */
function screenFor(scenes, shots, title) {
  const page = getComputedStyle(document.body);
  const canvas = document.createElement("canvas");
  const context = /** @type {CanvasRenderingContext2D} */ (
    canvas.getContext("2d", { willReadFrequently: true })
  );
  const font = (/** @type {number} */ size) => `${size}px ${page.fontFamily}`;
  const wide = WIDTH - 2 * PAD;
  context.font = font(TEXT);
  const lines = new Map(
    shots.map(({ told }) => [told, wrapped(context, told, wide).slice(0, MOST_LINES)]),
  );
  const most = Math.max(...[...lines.values()].map((one) => one.length));
  const high = Math.min(
    wide * 1.25,
    Math.max(...scenes.map(({ box }) => (wide * box.height) / box.width)),
  );
  canvas.width = WIDTH;
  canvas.height = Math.ceil(PAD + high + PAD / 2 + TITLE * 1.2 + TEXT * 1.4 * most + PAD);

  /** @type {(scene: Scene, told: string, pieces: Frame["pieces"]) => Promise<Uint8ClampedArray>} */
  async function pixels({ svg, box }, told, pieces) {
    const scale = Math.min(wide / box.width, high / box.height);
    const [x, y] = [box.width * scale, box.height * scale];
    const image = await imageOf(moved(svg, pieces), x, y);
    context.fillStyle = page.backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, (WIDTH - x) / 2, PAD + (high - y) / 2, x, y);
    context.fillStyle = page.color;
    context.textAlign = "center";
    context.font = `600 ${font(TITLE)}`;
    let line = PAD + high + PAD / 2 + TITLE;
    context.fillText(title, WIDTH / 2, line);
    context.font = font(TEXT);
    for (const words of lines.get(told) ?? [])
      context.fillText(words, WIDTH / 2, (line += TEXT * 1.4));
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  }

  return { pixels, width: canvas.width, height: canvas.height };
}

/**
 * A copy of a drawing with pieces on their way.
 * @param {SVGSVGElement} drawing
 * @param {Frame["pieces"]} pieces
 */
function moved(drawing, pieces) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  for (const [name, [x, y, turn]] of Object.entries(pieces)) {
    const piece = copy.querySelector(`[data-piece="${name}"]`);
    const there = piece?.getAttribute("transform") ?? "";
    piece?.setAttribute("transform", `translate(${x} ${y}) ${there} rotate(${turn})`);
  }
  return copy;
}

/**
 * The pixels of several pictures, every fourth, as they are to be counted.
 * @param {Uint8ClampedArray[]} pictures
 */
function joined(pictures) {
  const colours = pictures.flatMap((one) => [
    ...new Uint32Array(one.buffer).filter((_, at) => at % 4 === 0),
  ]);
  return new Uint8Array(Uint32Array.from(colours).buffer);
}

/**
 * What has changed of a picture.
 * @param {Uint8Array} before
 * @param {Uint8Array} now
 */
function changed(before, now) {
  return now.map((colour, at) => (colour === before[at] ? COLOURS : colour));
}
