import { Readable } from 'node:stream';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ApiError } from '../../../base/errors.ts';
import type { BodyPart } from './multipart.ts';
import { parseMultipart } from './multipart.ts';

const body = Buffer.from(
  [
    'preamble\r\n--b',
    'Content-Disposition: form-data; name="a"',
    '',
    'text',
    '--b',
    'Content-Disposition: form-data; name="é \\"q\\"; x"; filename="f"',
    'Content-Type: application/pdf; version=1',
    '',
    '--\r\n-b\r\n--bb'.replace('--bb', '-b'),
    '--b',
    'content-disposition: form-data;name=empty',
    '',
    '',
    '--b--',
    'epilogue',
  ].join('\r\n'),
);

const plain = [
  { name: 'a', type: undefined, text: 'text' },
  { name: 'é "q"; x', type: 'application/pdf; version=1', text: '--\r\n-b\r\n-b' },
  { name: 'empty', type: undefined, text: '' },
];

function inPieces(bytes: Uint8Array, cuts: readonly number[]): AsyncIterable<Uint8Array> {
  const places = [0, ...cuts.map((cut) => cut % bytes.length), bytes.length].toSorted(
    (a, b) => a - b,
  );
  const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
  return Readable.from(pieces.filter((piece) => piece.length > 0));
}

function describeParts(parts: readonly BodyPart[] | undefined): unknown {
  return parts?.map(({ name, type, bytes }) => ({
    name,
    type,
    text: Buffer.from(bytes).toString(),
  }));
}

describe('parseMultipart', () => {
  it('finds the parts wherever the pieces are cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat()), async (cuts) => {
        expect(describeParts(await parseMultipart(inPieces(body, cuts), 'b'))).toEqual(plain);
      }),
      { numRuns: 300 },
    );
  });

  it('finds them byte by byte', async () => {
    const cuts = [...body.keys()];
    expect(describeParts(await parseMultipart(inPieces(body, cuts), 'b'))).toEqual(plain);
  });

  it('settles for any beginning of a body, in any pieces', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(body.length - 20), fc.array(fc.nat()), async (end, cuts) => {
        const outcome = parseMultipart(inPieces(body.subarray(0, end), cuts), 'b');
        if (end === 0) expect(await outcome).toBeUndefined();
        else await expect(outcome).rejects.toThrow(/last boundary is missing/);
      }),
      { numRuns: 200 },
    );
  });

  it('takes a file of many pieces', async () => {
    const content = Buffer.alloc(3_000_000, '\r\n--');
    const head = '--b\r\nContent-Disposition: form-data; name=f; filename=f\r\n\r\n';
    const whole = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--')]);
    const cuts = Array.from({ length: 60 }, (_, index) => index * 50_000);
    const parts = await parseMultipart(inPieces(whole, cuts), 'b');
    expect(parts).toHaveLength(1);
    expect(content.equals(parts?.[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
  });

  it('hands on what is wrong with the pieces', async () => {
    async function* broken(): AsyncIterable<Uint8Array> {
      yield body.subarray(0, 40);
      throw new ApiError('content-too-large', 'enough');
    }
    await expect(parseMultipart(broken(), 'b')).rejects.toThrow('enough');
  });

  it('reads no further than the first thing that is wrong', async () => {
    let read = 0;
    async function* endless(): AsyncIterable<Uint8Array> {
      yield Buffer.from('--b\r\nContent-Disposition: form-data; name=f\r\n\r\n');
      for (; read < 1_000; read += 1) yield Buffer.alloc(100_000);
    }
    await expect(parseMultipart(endless(), 'b')).rejects.toThrow(/no file/);
    expect(read).toBeLessThan(20);
  });
});
