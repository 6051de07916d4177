import { crc32, deflateSync } from 'node:zlib';

import { createDraw } from '../values/chance.ts';

type Colour = readonly [number, number, number];

/** A square that goes from one colour at the top left to another one at the bottom right. */
export interface Picture {
  readonly from: Colour;
  readonly to: Colour;
}

/** Pixels on each side; a multiple of 8, which is the side of a block in a JPEG. */
const side = 96;

export function drawPicture(seed: number): Picture {
  const draw = createDraw(seed);
  const colour = (): Colour => [40 + draw(200), 40 + draw(200), 40 + draw(200)];
  return { from: colour(), to: colour() };
}

/** The colour so far on the way from the one to the other, from 0 to 1. */
function mix({ from, to }: Picture, share: number): Colour {
  const at = (index: 0 | 1 | 2): number =>
    Math.round(from[index] + (to[index] - from[index]) * share);
  return [at(0), at(1), at(2)];
}

/** Calls `paint` for each of `count` by `count` places, row by row. */
function scan(count: number, paint: (share: number, x: number) => void): void {
  for (let y = 0; y < count; y += 1)
    for (let x = 0; x < count; x += 1) paint((x + y) / (2 * count - 2), x);
}

export function writePng(picture: Picture): Uint8Array {
  const rows: number[] = [];
  scan(side, (share, x) => {
    // Each row begins with its filter: 0 is none.
    if (x === 0) rows.push(0);
    rows.push(...mix(picture, share));
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // 8 bits for each of red, green and blue.
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(Buffer.from(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

const colours = 128;
const [clear, end] = [128, 129];
/** Before there are 256 codes, each code is one byte; so the table is cleared before that. */
const mostCodes = 120;

export function writeGif(picture: Picture): Uint8Array {
  const palette = Array.from({ length: colours }, (_, at) => mix(picture, at / (colours - 1)));
  const codes: number[] = [];
  let count = 0;
  scan(side, (share) => {
    if (count % mostCodes === 0) codes.push(clear);
    codes.push(Math.round(share * (colours - 1)));
    count += 1;
  });
  codes.push(end);
  const blocks: number[] = [];
  for (let at = 0; at < codes.length; at += 255) {
    const block = codes.slice(at, at + 255);
    blocks.push(block.length, ...block);
  }
  return Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([side, 0, side, 0, 0xf6, 0, 0, ...palette.flat()]),
    Buffer.from([0x2c, 0, 0, 0, 0, side, 0, side, 0, 0, 7, ...blocks, 0, 0x3b]),
  ]);
}

/** A JPEG whose blocks of 8 by 8 pixels have one colour each: there is only the mean of each. */
export function writeJpeg(picture: Picture): Uint8Array {
  const bits = createBits();
  const before = [0, 0, 0];
  scan(side / 8, (share) => {
    for (const [index, value] of toLuma(mix(picture, share)).entries()) {
      writeMean(bits, value - (before[index] ?? 0));
      before[index] = value;
    }
  });
  const parts = [1, 2, 3];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    // Each mean is eight times a value, and divided by eight.
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 8)]),
    segment(0xc0, [8, 0, side, 0, side, 3, ...parts.flatMap((part) => [part, 0x11, 0])]),
    // Means have codes of four bits for their lengths; of the rest there is only "no more", one bit.
    segment(0xc4, [0, 0, 0, 0, 9, ...zeros(12), ...Array.from({ length: 9 }, (_, at) => at)]),
    segment(0xc4, [0x10, 1, ...zeros(15), 0]),
    segment(0xda, [3, ...parts.flatMap((part) => [part, 0]), 0, 63, 0]),
    bits.done(),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function zeros(count: number): readonly number[] {
  return Array.from({ length: count }, () => 0);
}

function segment(marker: number, content: readonly number[]): Buffer {
  const length = content.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...content]);
}

/** Brightness and two differences of colour, each around 0 (JFIF). */
function toLuma([red, green, blue]: Colour): Colour {
  return [
    Math.round(0.299 * red + 0.587 * green + 0.114 * blue) - 128,
    Math.round(-0.1687 * red - 0.3313 * green + 0.5 * blue),
    Math.round(0.5 * red - 0.4187 * green - 0.0813 * blue),
  ];
}

interface Bits {
  add(value: number, count: number): void;
  done(): Buffer;
}

/** Writes the difference to the mean before it: how many bits it has, then those bits. */
function writeMean(bits: Bits, difference: number): void {
  const length = 32 - Math.clz32(Math.abs(difference));
  bits.add(length, 4);
  bits.add(difference < 0 ? difference + (1 << length) - 1 : difference, length);
  bits.add(0, 1);
}

function createBits(): Bits {
  const bytes: number[] = [];
  let [open, count] = [0, 0];
  const push = (bit: number): void => {
    open = (open << 1) | bit;
    count += 1;
    if (count < 8) return;
    bytes.push(open);
    // A byte of ones would begin a marker.
    if (open === 0xff) bytes.push(0);
    [open, count] = [0, 0];
  };
  return {
    add(value, length) {
      for (let at = length - 1; at >= 0; at -= 1) push((value >> at) & 1);
    },
    done() {
      // The rest of the last byte is ones.
      for (let rest = (8 - count) % 8; rest > 0; rest -= 1) push(1);
      return Buffer.from(bytes);
    },
  };
}

export function writeSvg({ from, to }: Picture): string {
  const stops = [from, to].map(
    (colour, offset) => `<stop offset="${offset}" stop-color="rgb(${colour.join(',')})"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">`,
    `<linearGradient id="a" x2="1" y2="1">${stops.join('')}</linearGradient>`,
    `<rect width="${side}" height="${side}" fill="url(#a)"/></svg>`,
  ].join('');
}
