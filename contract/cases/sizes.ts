import type { Table } from '../case.ts';
import { single } from '../case.ts';
import { patchAsset } from '../requests.ts';
import { direct } from './reasons.ts';

/** The largest body that the contract allows, in bytes. */
const limit = 1_048_576;

const tooLarge = { status: 413, kind: 'content-too-large' } as const;

/** A good body of a size, by blanks at its end. */
function padded(size: number): string {
  return '{"is_uploaded":true}'.padEnd(size);
}

/** 413, to the byte. */
export const sizes: Table = {
  title: 'the size of a body',
  cases: [
    single(
      'as large as allowed',
      (given) => patchAsset(given, { body: padded(limit) }),
      { status: 204 },
      { direct: direct.spelling },
    ),
    single('one byte more', (given) => patchAsset(given, { body: padded(limit + 1) }), tooLarge, {
      direct: direct.spelling,
    }),
    single(
      'as large as allowed, in chunks',
      (given) => patchAsset(given, { body: padded(limit), delivery: 'chunks' }),
      { status: 204 },
      { direct: direct.chunks },
    ),
    single(
      'one byte more, in chunks',
      (given) => patchAsset(given, { body: padded(limit + 1), delivery: 'chunks' }),
      tooLarge,
      { direct: direct.chunks },
    ),
    single(
      'bytes count, not characters',
      (given) => patchAsset(given, { body: JSON.stringify({ x: 'é'.repeat(limit / 2) }) }),
      tooLarge,
      { objection: 'there is a member that the contract does not know' },
    ),
    single(
      'one and a half times as large',
      (given) => patchAsset(given, { body: large() }),
      tooLarge,
      { objection: 'there is a member that the contract does not know' },
    ),
    single(
      'ten times as large',
      (given) => patchAsset(given, { body: padded(limit * 11) }),
      tooLarge,
      { direct: direct.large },
    ),
    single(
      'ten times as large, in chunks',
      (given) => patchAsset(given, { body: padded(limit * 11), delivery: 'chunks' }),
      tooLarge,
      { direct: direct.large },
    ),
  ],
};

/** Larger than allowed, in a way that the referee doesn't tidy away. */
export function large(): string {
  return JSON.stringify({ padding: 'x'.repeat(limit * 1.5) });
}
