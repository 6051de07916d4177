import { describe, expect, it } from 'vitest';

import { placeholderFor } from '../improvise.ts';

const textOf = (essence: string): string =>
  Buffer.from(placeholderFor(essence) ?? '').toString('latin1');

describe('placeholderFor', () => {
  it.each<[string, string, string]>([
    ['image/png', '\x89PNG\r\n\x1a\n', 'IEND\xaeB`\x82'],
    ['image/gif', 'GIF89a', ';'],
    ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF\0', '\xff\xd9'],
    ['image/webp', 'RIFF\x1a\0\0\0WEBPVP8L', '\0'],
    ['image/svg+xml', '<svg ', '/>'],
    ['application/pdf', '%PDF-1.4\n', '%%EOF\n'],
    ['application/zip', 'PK\x05\x06', '\0\0'],
  ])('%s begins and ends as it should', (essence, start, end) => {
    const text = textOf(essence);
    expect(text.slice(0, start.length)).toBe(start);
    expect(text.slice(-end.length)).toBe(end);
  });

  it('a picture is one pixel', () => {
    const png = Buffer.from(placeholderFor('image/png') ?? '');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1, 1]);
    const gif = Buffer.from(placeholderFor('image/gif') ?? '');
    expect([gif.readUInt16LE(6), gif.readUInt16LE(8)]).toEqual([1, 1]);
    const jpeg = textOf('image/jpeg');
    // Height and width stand after the marker of the frame, its length and its precision.
    expect(jpeg.slice(jpeg.indexOf('\xff\xc0') + 5).slice(0, 4)).toBe('\0\x01\0\x01');
  });

  it('a PDF says where its objects are', () => {
    const pdf = textOf('application/pdf');
    const offsets = [...pdf.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, digits]) => Number(digits));
    expect(offsets.map((offset) => pdf.slice(offset, offset + 5))).toEqual([
      '1 0 o',
      '2 0 o',
      '3 0 o',
    ]);
    const start = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
    expect(pdf.slice(start, start + 4)).toBe('xref');
  });

  it.each(['image/tiff', 'application/octet-stream', 'text/plain', '__proto__'])(
    'there is none for %s',
    (essence) => {
      expect(placeholderFor(essence)).toBeUndefined();
    },
  );
});
