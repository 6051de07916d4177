import type { Dice } from '../../kill/random.ts';

const kinds = [
  'kill',
  'pause',
  'cut',
  'stop the owner',
  'kill the store',
  'pause the store',
] as const;

/** Something that fails at a time, and is well again after another. */
export interface Failure {
  readonly kind: (typeof kinds)[number];
  /** In milliseconds since the run began. */
  readonly at: number;
  readonly lasts: number;
  /** Which replica: the owner of that moment, or the one with this number. */
  readonly replica: 'owner' | number;
}

/**
 * Each kind of failure at least once, in any sequence, so that some overlap. Before them or after them the owner is paused
 * or cut off for longer than its lease, while the store is well: another one takes over, and the former owner must not
 * believe that it still is one.
 */
export function planFailures(dice: Dice, replicas: number): readonly Failure[] {
  const isLongFirst = dice.next() < 0.5;
  const long: Failure = {
    kind: dice.next() < 0.5 ? 'pause' : 'cut',
    at: isLongFirst ? 2000 : 0,
    lasts: 7500 + Math.round(dice.next() * 3000),
    replica: 'owner',
  };
  const short = planShort(dice, replicas, isLongFirst ? 8500 : 800);
  const end = Math.max(...short.map(({ at, lasts }) => at + lasts));
  return isLongFirst ? [long, ...short] : [...short, { ...long, at: end + 1000 }];
}

function planShort(dice: Dice, replicas: number, begin: number): readonly Failure[] {
  const more = kinds[dice.below(kinds.length)] ?? 'kill';
  const all = [...kinds, more].map((kind) => ({ kind, rank: dice.next() }));
  let at = begin;
  return all
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ kind }): Failure => {
      at += 600 + Math.round(dice.next() * 1800);
      const isOwner = kind === 'stop the owner' || dice.next() < 0.6;
      const lasts = 300 + Math.round(dice.next() ** 2 * 4000);
      return { kind, at, lasts, replica: isOwner ? 'owner' : dice.below(replicas) };
    });
}

export function describeFailure({ kind, at, lasts, replica }: Failure): string {
  const who = kind.includes('the ')
    ? ''
    : ` ${replica === 'owner' ? 'the owner' : `replica ${replica}`}`;
  return `${at} ms: ${kind}${who} for ${lasts} ms`;
}
