/** Draws a whole number from 0 up to `bound`, without `bound` itself. */
export type DrawNumber = (bound: number) => number;

/** The seeds that the values of one object, and those of one record, have in common. */
export interface Surroundings {
  readonly holder: number;
  readonly record: number;
}

/** A hash of the texts alone (FNV-1a, then mixed). */
export function hashOf(...texts: readonly string[]): number {
  return mix(fold(0x811c9dc5, texts.join('\0')));
}

/** The hash of the place one step below the place of `hash`. */
export function hashBelow(hash: number, step: string | number): number {
  return mix(fold(hash ^ 0x5bd1e995, String(step)));
}

/** Mulberry32: from 0 up to 1, without 1. Each value has its own seed, so seeding must be cheap. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function createDraw(seed: number): DrawNumber {
  const random = createRandom(seed);
  return (bound) => (bound > 1 ? Math.floor(random() * bound) : 0);
}

function fold(start: number, text: string): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash;
}

function mix(start: number): number {
  let hash = Math.imul(start ^ (start >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
