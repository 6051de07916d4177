import type { MockOptions } from '../options.ts';
import type { Stage } from '../worlds-and-roads.ts';
import type { World } from '../../store/worlds/world.ts';
import type { Journal } from '../../traffic/journal/journal.ts';
import { createJournal } from '../../traffic/journal/journal.ts';
import type { Secrets } from '../../traffic/redaction/found/secrets.ts';

/** How many requests are kept where nobody says, and how many bytes they may take. */
const usual = { most: 1000, bytes: 16_777_216 } as const;

/** What is kept of the requests. */
export function openJournal(
  { journal = usual.most, journalBytes = usual.bytes }: MockOptions,
  stage: () => Stage,
  secrets: () => Secrets,
): Journal {
  assertCount(journal, 'journal');
  assertCount(journalBytes, 'journalBytes');
  const numbers = createNumbers();
  const findNumber = (name: string): number | undefined => {
    const world = stage().worlds.look(name)?.world;
    return world && numbers(world);
  };
  return createJournal({
    most: journal,
    bytes: journalBytes,
    secrets,
    findNumber,
    // One that was dropped meanwhile is known by no number.
    numberOf: (name) => findNumber(name) ?? -1,
  });
}

/** A number of its own for each world; nothing holds on to one for it. */
function createNumbers(): (world: World) => number {
  const numbers = new WeakMap<World, number>();
  let last = 0;
  return (world) => {
    const known = numbers.get(world);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(world, last);
    return last;
  };
}

function assertCount(value: number, name: string): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new TypeError(`the option "${name}" must be a whole number from 0, not ${value}`);
}
