// What each cue sounds like: notes for the synthesizer, and a pattern for the vibration.
//
// All are as loud as each other to the ear. They are told apart by contour first (one note, rising,
// falling, repeated), then by timbre, so that they are still told apart when they are soft or the
// speaker is small.

/**
 * One note.
 * @typedef {object} Note
 * @property {Timbre} timbre
 * @property {number} pitch in semitones, 60 is the middle C
 * @property {number} [glide] where the pitch goes while the note dies away
 * @property {number} at seconds after the cue begins
 * @property {number} lasts seconds
 * @property {number} loud 0 to 1
 */

/**
 * How a note is made.
 * @typedef {object} Timbre
 * @property {OscillatorType | "noise"} wave noise is filtered to the band round the note's pitch
 * @property {number} [ratio] a second oscillator bends the pitch, so many times as fast as the note
 * @property {number} [depth] how far it bends at first, in multiples of the second's pitch
 * @property {number} [dull] frequencies above so many times the note's are filtered out
 * @property {number} [attack] seconds until it is loudest
 */

/**
 * A cue.
 * @typedef {object} Cue
 * @property {(number: number, seat: number) => Note[]} notes
 * @property {number[]} [pulses] milliseconds of vibration and of pauses in turn
 * @property {boolean} [isSmall] it may be left out when many cues are heard
 */

/** @type {Record<string, Timbre>} */
const TIMBRES = {
  wood: { wave: "sine" },
  scrape: { wave: "noise" },
  bell: { wave: "sine", ratio: 3.5, depth: 0.9 },
  bar: { wave: "sine", ratio: 4, depth: 0.35 },
  flute: { wave: "triangle", attack: 0.03 },
  reed: { wave: "square", dull: 3, attack: 0.012 },
};

/** The voice of each seat, its lowest note, and how loud that is: as loud as the others to the ear,
 * which hears low notes less than high ones. @type {[Timbre, number, number][]} */
const VOICES = [
  [{ wave: "triangle", attack: 0.01 }, 67, 0.55],
  [{ wave: "square", dull: 2.5, attack: 0.012 }, 60, 0.38],
  [{ wave: "sine", ratio: 3.5, depth: 2 }, 71, 0.4],
  [{ wave: "sawtooth", dull: 4, attack: 0.025 }, 55, 0.66],
  [{ wave: "triangle", ratio: 0.04, depth: 1.6, attack: 0.02 }, 64, 0.56],
  [{ wave: "sine", ratio: 0.5, depth: 1.6, attack: 0.02 }, 69, 0.44],
];

const FIFTH = 7;
// No two of its notes clash, whichever are heard at once.
const PENTATONIC = [60, 62, 64, 67, 69, 72, 74, 76];
/** So high is a tower that is a wall, and so strong a troop that is a fortress. */
const CLOSED = 5;
const MAJOR = [72, 76, 79, 84, 88, 91];

/** @type {(timbre: Timbre, pitch: number, at: number, lasts: number, loud: number, glide?: number) => Note} */
const note = (timbre, pitch, at, lasts, loud, glide = pitch) => ({
  timbre,
  pitch,
  at,
  lasts,
  loud,
  glide,
});

/** A piece that is set down. @type {(pitch: number, at?: number, loud?: number) => Note[]} */
const knock = (pitch, at = 0, loud = 0.5) => [
  note(TIMBRES.wood, pitch, at, 0.1, loud, pitch - 9),
  note(TIMBRES.scrape, 96, at, 0.03, loud / 2),
];

/** The first of a list's items that a number, counted from 1, stands for; at most the last one.
 * @template T @param {T[]} items @param {number} number */
const nth = (items, number) => items[Math.max(0, Math.min(number, items.length) - 1)];

/** @type {Record<string, Cue>} */
export const CUES = {
  // Each stop on the way of a piece is a little higher.
  move: { isSmall: true, notes: (stop) => knock(72 + Math.min(stop, 6), 0, 0.68) },
  // The higher what is built, the higher the note.
  build: {
    isSmall: true,
    // Five is a wall or a fortress, and closes with a thud.
    notes: (height) => [
      ...knock(65),
      note(TIMBRES.bar, nth(PENTATONIC, height), 0.015, 0.4, 0.38),
      ...(height < CLOSED
        ? []
        : [note(TIMBRES.wood, 45, 0.04, 0.45, 0.34, 33), ...knock(48, 0.05, 0.2)]),
    ],
  },
  capture: {
    pulses: [25],
    notes: () => [
      note(TIMBRES.scrape, 84, 0, 0.08, 0.4),
      note(TIMBRES.wood, 62, 0, 0.18, 0.7, 38),
      ...knock(60, 0.11),
    ],
  },
  // A seat's first word rises, its second falls; the seat is heard by its voice.
  call: {
    pulses: [50],
    notes: (word, seat) => {
      const [voice, lowest, loud] = nth(VOICES, seat);
      const [first, second] = word === 1 ? [lowest, lowest + FIFTH] : [lowest + FIFTH, lowest];
      return [note(voice, first, 0, 0.14, 0.9 * loud), note(voice, second, 0.11, 0.4, loud)];
    },
  },
  // One more note for each card or other thing that is matched.
  match: {
    pulses: [20, 40, 20],
    notes: (count) =>
      MAJOR.slice(0, 2 + Math.max(1, count)).map((pitch, i) =>
        note(TIMBRES.bell, pitch, i * 0.075, 0.5, 0.27),
      ),
  },
  miss: {
    pulses: [90],
    notes: () => [
      note(TIMBRES.reed, 57, 0, 0.14, 0.43),
      note(TIMBRES.reed, 56, 0.15, 0.3, 0.43, 54),
    ],
  },
  turn: {
    pulses: [25],
    notes: () => [note(TIMBRES.flute, 76, 0, 0.16, 0.36), note(TIMBRES.flute, 81, 0.1, 0.32, 0.4)],
  },
  // The fewer seconds there are, the higher.
  clock: {
    notes: (seconds) => [note(TIMBRES.bar, 96 - 3 * Math.min(seconds, 3), 0, 0.11, 0.6)],
  },
  // What has ended the match lights up, one after the other: each a little lower.
  light: {
    notes: (order) => [note(TIMBRES.bar, 53 - 2 * Math.min(order, 6), 0, 0.32, 0.5)],
  },
  win: {
    pulses: [40, 60, 40, 60, 120],
    notes: () => [
      ...[60, 64, 67, 72].map((pitch, i) => note(TIMBRES.bell, pitch, i * 0.11, 0.5, 0.3)),
      ...[72, 76, 79].map((pitch) => note(TIMBRES.flute, pitch, 0.44, 0.7, 0.22)),
    ],
  },
  loss: {
    pulses: [160],
    notes: () =>
      [67, 64, 60].map((pitch, i) => note(TIMBRES.flute, pitch, i * 0.2, 0.45 + i * 0.1, 0.42)),
  },
  draw: {
    pulses: [60, 80, 60],
    notes: () =>
      [0, 0.26].flatMap((at) => [64, 69].map((pitch) => note(TIMBRES.bar, pitch, at, 0.5, 0.26))),
  },
};
