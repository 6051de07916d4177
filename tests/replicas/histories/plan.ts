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

/** Each kind of failure at least once, in any sequence; some overlap. */
export function planFailures(dice: Dice, replicas: number): readonly Failure[] {
  const more = kinds[dice.below(kinds.length)] ?? 'kill';
  const all = [...kinds, more].map((kind) => ({ kind, rank: dice.next() }));
  let at = 1000;
  return all
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ kind }): Failure => {
      at += 800 + Math.round(dice.next() * 2600);
      const isOwner = kind === 'stop the owner' || dice.next() < 0.6;
      // An owner that is paused or cut off is replaced after six seconds, and must not believe that it still is one.
      const mayOutlive = (kind === 'pause' || kind === 'cut') && dice.next() < 0.6;
      const lasts = Math.round(
        mayOutlive ? 6500 + dice.next() * 4000 : 300 + dice.next() ** 2 * 6000,
      );
      return { kind, at, lasts, replica: isOwner ? 'owner' : dice.below(replicas) };
    });
}

export function describeFailure({ kind, at, lasts, replica }: Failure): string {
  const who = kind.includes('the ')
    ? ''
    : ` ${replica === 'owner' ? 'the owner' : `replica ${replica}`}`;
  return `${at} ms: ${kind}${who} for ${lasts} ms`;
}
