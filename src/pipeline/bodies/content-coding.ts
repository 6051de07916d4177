import { pipeline } from 'node:stream';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { ApiError } from '../../base/errors.ts';
import { malformed } from './malformed.ts';

type Decoder = () => Transform;

const decoders: ReadonlyMap<string, Decoder | undefined> = new Map([
  ['identity', undefined],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** What takes a Content-Encoding off; 415 where nothing does. */
export interface ContentCoding {
  /** Pieces of what was meant, of which there may be no more than the limit. */
  decode(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncIterable<Uint8Array>;
}

/** Undefined where there is nothing to take off. */
export function findCoding(header: string | undefined): ContentCoding | undefined {
  if (header === undefined) return undefined;
  const name = header.trim().toLowerCase() || 'identity';
  if (!decoders.has(name)) {
    throw new ApiError(
      'unsupported-media-type',
      `Bodies are read plain or in gzip, deflate or br; the request sends the Content-Encoding "${name}".`,
      { headers: { 'Accept-Encoding': 'gzip, deflate, br' } },
    );
  }
  const createDecoder = decoders.get(name);
  return (
    createDecoder && { decode: (chunks, limit) => expand(chunks, createDecoder(), name, limit) }
  );
}

/** The limit is on what comes out, and nothing is expanded that nobody has room for. */
async function* expand(
  chunks: AsyncIterable<Uint8Array>,
  decoder: Transform,
  name: string,
  limit: number,
): AsyncIterable<Uint8Array> {
  let size = 0;
  // Its errors are those of the decoder, which the loop meets.
  pipeline(chunks, decoder, () => undefined);
  try {
    for await (const chunk of decoder) {
      // A trust edge: a decoder gives bytes.
      const bytes = chunk as Uint8Array;
      size += bytes.byteLength;
      if (size > limit) {
        throw new ApiError(
          'content-too-large',
          `The body may have at most ${limit} bytes, also when its ${name} is taken off.`,
        );
      }
      yield bytes;
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw malformed(`is not the ${name} that its Content-Encoding promises`);
  }
}
