import { crc32, inflateSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { makeUpFile, makeUpTable } from './made-up-files.ts';

const fileOf = (essence: string, place = 'getIt 200 7'): Buffer =>
  Buffer.from(makeUpFile(essence, place) ?? '');

const textOf = (essence: string): string => fileOf(essence).toString('latin1');

describe('a made-up file', () => {
  it.each<[string, string, string]>([
    ['image/png', '\x89PNG\r\n\x1a\n', 'IEND\xaeB`\x82'],
    ['image/*', '\x89PNG\r\n\x1a\n', 'IEND\xaeB`\x82'],
    ['image/gif', 'GIF89a', ';'],
    ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF\0', '\xff\xd9'],
    ['image/webp', 'RIFF\x1a\0\0\0WEBPVP8L', '\0'],
    ['image/svg+xml', '<svg ', '</svg>'],
    ['application/pdf', '%PDF-1.4\n', '%%EOF\n'],
    ['audio/mpeg', '\xff\xfb\x90\0', '\0'],
  ])('of type %s begins and ends as it should', (essence, start, end) => {
    const text = textOf(essence);
    expect(text.slice(0, start.length)).toBe(start);
    expect(text.slice(-end.length)).toBe(end);
  });

  it.each(['image/png', 'image/jpeg', 'image/gif', 'image/svg+xml', 'audio/wav'])(
    'of type %s depends on its place alone',
    (essence) => {
      expect(fileOf(essence)).toEqual(fileOf(essence));
      expect(fileOf(essence, 'getIt 200 8')).not.toEqual(fileOf(essence));
    },
  );

  it('is a PNG whose chunks have the right sums, and all its pixels', () => {
    const png = fileOf('image/png');
    const chunks = new Map<string, Buffer>();
    for (let at = 8; at < png.length;) {
      const length = png.readUInt32BE(at);
      const named = png.subarray(at + 4, at + 8 + length);
      expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(named));
      chunks.set(named.toString('latin1', 0, 4), named.subarray(4));
      at += 12 + length;
    }
    const head = chunks.get('IHDR') ?? Buffer.alloc(13);
    const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
    const pixels = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
    expect([width, height, pixels.length]).toEqual([96, 96, height * (1 + width * 3)]);
    expect(pixels.subarray(1, 4)).not.toEqual(pixels.subarray(-3));
  });

  it('is a GIF with one code for each pixel', () => {
    const gif = fileOf('image/gif');
    expect([gif.readUInt16LE(6), gif.readUInt16LE(8)]).toEqual([96, 96]);
    const codes: number[] = [];
    // After the head, the palette of 128 colours, the descriptor and the size of a code.
    for (let at = 13 + 384 + 11; gif[at] !== 0; at += (gif[at] ?? 0) + 1) {
      codes.push(...gif.subarray(at + 1, at + 1 + (gif[at] ?? 0)));
    }
    expect(codes.filter((code) => code < 128)).toHaveLength(96 * 96);
    expect([codes[0], codes.at(-1)]).toEqual([128, 129]);
  });

  it('is a JPEG of the same size, in which no byte of the picture looks like a marker', () => {
    const jpeg = textOf('image/jpeg');
    // Height and width stand after the marker of the frame, its length and its precision.
    expect(jpeg.slice(jpeg.indexOf('\xff\xc0') + 5).slice(0, 4)).toBe('\0\x60\0\x60');
    const picture = jpeg.slice(jpeg.indexOf('\xff\xda') + 14, -2);
    expect(picture).not.toMatch(/\xff[^\0]/);
  });

  it('is a PDF that says where its objects are', () => {
    const pdf = textOf('application/pdf');
    const offsets = [...pdf.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, digits]) => Number(digits));
    const found = offsets.map((offset) => pdf.slice(offset, offset + 5));
    expect(found).toEqual(['1 0 o', '2 0 o', '3 0 o', '4 0 o', '5 0 o']);
    const start = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
    expect(pdf.slice(start, start + 4)).toBe('xref');
  });

  it('is a ZIP whose list leads to its entry', () => {
    const zip = fileOf('application/zip');
    const end = zip.indexOf('PK\x05\x06');
    const list = zip.readUInt32LE(end + 16);
    expect(zip.toString('latin1', list, list + 4)).toBe('PK\x01\x02');
    const entry = zip.readUInt32LE(list + 42);
    const name = zip.readUInt16LE(entry + 26);
    const size = zip.readUInt32LE(entry + 18);
    const content = zip.subarray(entry + 30 + name, entry + 30 + name + size);
    expect(zip.readUInt32LE(list + 16)).toBe(crc32(content));
    expect(content.toString()).toBe('A made-up archive.\n');
  });

  it('is a table with as many cells in each row', () => {
    const [last, ...rows] = makeUpTable('getIt 200').split('\r\n').toReversed();
    expect(last).toBe('');
    expect(rows.length).toBeGreaterThan(3);
    expect(new Set(rows.map((row) => row.split(',').length))).toEqual(new Set([3]));
  });

  it('is sound whose length is that in its head', () => {
    const wav = fileOf('audio/wav');
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
    expect(new Set(wav.subarray(44)).size).toBeGreaterThan(10);
  });

  it.each(['image/tiff', 'application/octet-stream', 'text/plain', '__proto__'])(
    'there is none for %s',
    (essence) => {
      expect(makeUpFile(essence, '')).toBeUndefined();
    },
  );
});
