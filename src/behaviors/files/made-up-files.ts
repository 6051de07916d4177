import { crc32 } from 'node:zlib';

import { createRecentlyUsed } from '../../base/recently-used.ts';
import { createDraw, hashOf } from '../values/chance.ts';
import { drawPicture, writeGif, writeJpeg, writePng, writeSvg } from './pictures.ts';

/**
 * A small file of a media type, which browsers and other programs can open; the same for the same
 * place. Undefined where the media type says too little.
 */
export function makeUpFile(essence: string, place: string): Uint8Array | undefined {
  const make = makers.get(essence);
  if (!make) return undefined;
  const name = `${essence} ${place}`;
  const made = kept.get(name) ?? make(hashOf(place));
  kept.set(name, made);
  return made;
}

const kept = createRecentlyUsed<Uint8Array>(64, ({ byteLength }) => byteLength);

type Make = (seed: number) => Uint8Array;

const makePng: Make = (seed) => writePng(drawPicture(seed));
const makeJpeg: Make = (seed) => writeJpeg(drawPicture(seed));
/** The smallest one: no library here writes larger ones. */
const makeWebp: Make = () =>
  Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

const makers: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['image/png', makePng],
  // The contract may declare this range.
  ['image/*', makePng],
  ['image/jpeg', makeJpeg],
  ['image/jpg', makeJpeg],
  ['image/gif', (seed) => writeGif(drawPicture(seed))],
  ['image/svg+xml', (seed) => Buffer.from(writeSvg(drawPicture(seed)))],
  ['image/webp', makeWebp],
  ['application/pdf', () => Buffer.from(writePdf())],
  ['application/zip', writeZip],
  ['application/x-zip-compressed', writeZip],
  ['audio/wav', writeWav],
  ['audio/x-wav', writeWav],
  ['audio/wave', writeWav],
  ['audio/mpeg', writeMp3],
  ['audio/mp3', writeMp3],
]);

/** A table as CSV (RFC 4180). */
export function makeUpTable(place: string): string {
  const draw = createDraw(hashOf(place));
  const rows = Array.from({ length: 5 }, (_, at) => `${at + 1},Item ${at + 1},${draw(1000)}`);
  return `${['id,name,amount', ...rows].join('\r\n')}\r\n`;
}

/** One page with a line of text. The table at the end holds the offset of each object. */
function writePdf(): string {
  const line = 'BT /F1 18 Tf 24 100 Td (A made-up document) Tj ET';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${line.length}>>stream\n${line}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let text = '%PDF-1.4\n';
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const [index, object] of objects.entries()) {
    table += `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${index + 1} 0 obj${object}endobj\n`;
  }
  const trailer = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>`;
  return `${text}${table}${trailer}\nstartxref\n${text.length}\n%%EOF\n`;
}

/** An archive of one text, which is not compressed. */
function writeZip(): Uint8Array {
  const [name, content] = [Buffer.from('readme.txt'), Buffer.from('A made-up archive.\n')];
  // Version 2.0, and the first day that the format knows.
  const facts = Buffer.alloc(26);
  facts.set([20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0]);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(content.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(name.length, 22);
  const entry = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, content]);
  const listed = Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), facts, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.set([1, 0, 1, 0], 8);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(entry.length, 16);
  return Buffer.concat([entry, listed, end]);
}

const rate = 8_000;

/** Half a second of a quiet tone, whose pitch depends on the seed. */
function writeWav(seed: number): Uint8Array {
  const count = rate / 2;
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + count, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  // One channel of 8 bits.
  head.set([1, 0, 1, 0], 20);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.set([1, 0, 8, 0], 32);
  head.write('data', 36);
  head.writeUInt32LE(count, 40);
  const pitch = (2 * Math.PI * (220 + (seed % 440))) / rate;
  const samples = Array.from(
    { length: count },
    (_, at) => 128 + Math.round(24 * Math.sin(at * pitch)),
  );
  return Buffer.concat([head, Buffer.from(samples)]);
}

/** Frames of silence: 128 kbit/s and 44.1 kHz make frames of 417 bytes, all zeros after their heads. */
function writeMp3(): Uint8Array {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return Buffer.concat(Array.from({ length: 20 }, () => frame));
}
