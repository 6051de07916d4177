import { refuseInBody, refuseInvalid, StartError } from '../base/errors.ts';
import { stepDown } from '../base/json.ts';
import { indexContract } from '../behaviors/contract-index.ts';
import { createExistingRecords } from '../behaviors/records/existing-records.ts';
import { makeRecords } from '../behaviors/records/make-records.ts';
import { createSeedTools } from '../behaviors/seed-tools.ts';
import type { SeedDocument, SeededRecords } from '../control/ports.ts';
import { commitPlan, complain, refuseFaults } from '../store/edits/rewrite.ts';
import type { Rewrite } from '../store/edits/rewriting.ts';
import { createRewriting } from '../store/edits/rewriting.ts';
import { flattenItem } from '../store/record.ts';
import type { World } from '../store/worlds/world.ts';
import type { Blueprint } from './blueprint.ts';
import type { Runtime } from './runtime.ts';
import { applyRecords, openTrial } from './scenarios/apply-records.ts';

/** Requests wait while records are made up: as many take a second or two. */
const mostMadeUp = 10_000;

/**
 * Plans to add records to a world that is in use: given ones, and a number of made-up ones. A copy
 * of the world gets them first, so all of it happens, or nothing.
 */
export function planSeeding(
  world: World,
  { add = {}, count = {} }: SeedDocument,
  { blueprint, madeUp }: Pick<Runtime, 'blueprint' | 'madeUp'>,
  locale: string,
): Rewrite<SeededRecords> {
  const trial = openTrial(world.save(), world.seed);
  const faults = applyRecords({ add }, trial, createRewriting(madeUp));
  if (faults.length > 0) throw refuseFaults(faults, false);
  const counts = new Map(Object.entries(count));
  const total = [...counts.values()].reduce((sum, one) => sum + one, 0);
  if (total > mostMadeUp) {
    throw refuseInBody('/count', `must be ${mostMadeUp} records at most, all together`, 'maximum');
  }
  makeAll(blueprint, trial, { seed: world.seed, locale, counts });
  return planDifference(world, trial, [...counts.keys()]);
}

/** How many records to make of each collection, and what their values depend on. */
export interface Counting {
  readonly counts: ReadonlyMap<string, number>;
  readonly seed: string;
  readonly locale: string;
}

/** Makes records with believable values in a world in memory: valid, with new keys, parents first. */
export function* makeCounted(
  { contract }: Blueprint,
  world: World,
  { counts, seed, locale }: Counting,
): Generator<undefined> {
  const contractIndex = indexContract(contract, { locale });
  const tools = createSeedTools(contractIndex, seed, { unknownKeys: 'known' });
  const recordSource = { tools, world, existing: createExistingRecords(tools, world) };
  const depthOf = (name: string): number =>
    contract.collections.find((collection) => collection.name === name)?.parents.length ?? 0;
  const inOrder = [...counts].toSorted(([left], [right]) => depthOf(left) - depthOf(right));
  for (const [name, count] of inOrder) {
    for (const _ of makeRecords(recordSource, name, count)) yield undefined;
  }
}

function makeAll(blueprint: Blueprint, trial: World, counting: Counting): void {
  try {
    for (const _ of makeCounted(blueprint, trial, counting));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    // The command has an option in the place of the member.
    throw refuseInvalid(
      ...error.complaints.map(({ file, message }) =>
        complain(stepDown('/count', file.replace(/^--count /, '')), message, 'record'),
      ),
    );
  }
}

/** The copy has the same records, and behind them the new ones. */
function planDifference(
  world: World,
  trial: World,
  complete: readonly string[],
): Rewrite<SeededRecords> {
  const added = world.base.madeFor.shapes.flatMap((shape) => {
    const items = trial.items(shape.name).slice(world.items(shape.name).length);
    return items.length > 0 ? [{ shape, items }] : [];
  });
  const changes = added.flatMap(({ shape: { name }, items }) =>
    items.map((item) => {
      const isNew = trial.isBorn(name, item.key, item.parents);
      return { collection: name, before: undefined, after: item, isNew };
    }),
  );
  const shown = added.map(({ shape, items }) => {
    return [shape.name, items.map((item) => flattenItem(item, shape))] as const;
  });
  return {
    shown: Object.fromEntries(shown),
    isNew: true,
    commit: commitPlan(world, { changes, complete, wanted: [] }),
  };
}
