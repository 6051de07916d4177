import type { Violation } from '../../base/errors.ts';
import { ApiError, refuseInBody } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { isJsonObject, stepDown } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';
import { createBook } from '../../store/credentials/book.ts';
import { createDatabase } from '../../store/database.ts';
import { keyOfGiven, parentsOfGiven } from '../../store/edits/given-record.ts';
import { addRecords } from '../../store/edits/many-records.ts';
import { complain } from '../../store/edits/rewrite.ts';
import type { PlaceInput, Rewrite, Rewriting } from '../../store/edits/rewriting.ts';
import type { CollectionShape } from '../../store/record.ts';
import type { State } from '../../store/state/state.ts';
import { createClock } from '../../store/worlds/clock.ts';
import type { World } from '../../store/worlds/world.ts';
import { createWorld } from '../../store/worlds/world.ts';
import { mainName } from '../../store/worlds/worlds.ts';
import type { RemovedRecord, ScenarioDocument } from './scenario-document.ts';

/**
 * Changes the records of a world in memory as a scenario says, and returns what is wrong with it.
 * Each part sees what the parts before it did: records are removed, added, changed, then replaced.
 */
export function applyRecords(
  { remove = {}, add = {}, change = {}, replace = {} }: ScenarioDocument,
  world: World,
  rewriting: Rewriting,
): readonly Violation[] {
  const faults: Violation[] = [];
  const attempt: Attempt = (pointer, plan) => {
    try {
      // In memory, a commit has taken effect when it returns.
      void plan().commit();
    } catch (error) {
      for (const fault of readRefusal(error, pointer)) faults.push(fault);
    }
  };
  const { shapes } = world.base.madeFor;
  const partsOf = <T>(part: string, lists: Readonly<Record<string, T>>): readonly Part<T>[] =>
    Object.entries(lists).flatMap(([collection, content]) => {
      const pointer = stepDown(stepDown('', part), collection);
      const shape = shapes.find(({ name }) => name === collection);
      if (shape) return [{ shape, content, pointer }];
      faults.push(complain(pointer, describeUnknown(collection, shapes)));
      return [];
    });
  for (const part of partsOf('remove', remove)) removeRecords(part, world, rewriting, attempt);
  const lists = partsOf('add', add).map(({ shape, content, pointer }) => {
    return { collection: shape.name, parents: {}, records: content, pointer };
  });
  const before = faults.length;
  if (lists.length > 0) attempt('', () => addRecords(world, lists));
  // Records that could not be added are missing here, which is no fault of its own.
  const unsure = faults.length === before ? [] : lists.map(({ collection }) => collection);
  for (const part of ['change', 'replace'] as const) {
    const method = part === 'change' ? 'merge' : 'replace';
    for (const { shape, content, pointer } of partsOf(part, { change, replace }[part])) {
      if (unsure.includes(shape.name)) continue;
      for (const [index, record] of content.entries()) {
        attempt(stepDown(pointer, index), () =>
          rewriting[method](world, findPlace(record, shape, world), record, true),
        );
      }
    }
  }
  return faults;
}

/** The fixtures, or a state that they have become, in a world in memory, to be changed. */
export function openTrial(base: State, seed: string, state: State = base): World {
  return createWorld({
    name: mainName,
    seed,
    clock: createClock(),
    credentials: createBook([]),
    base,
    database: createDatabase(state),
  });
}

/** Makes a change, or notes what refuses it. */
type Attempt = (pointer: string, plan: () => Rewrite<unknown>) => void;

/** What a scenario says of one collection. */
interface Part<T> {
  readonly shape: CollectionShape;
  readonly content: T;
  readonly pointer: string;
}

function removeRecords(
  { shape, content, pointer }: Part<'*' | readonly RemovedRecord[]>,
  world: World,
  rewriting: Rewriting,
  attempt: Attempt,
): void {
  if (content === '*') {
    const none = { collection: shape.name, parents: {}, records: [], pointer };
    attempt(pointer, () => rewriting.replaceAll(world, [none], true));
    return;
  }
  for (const [index, given] of content.entries()) {
    attempt(stepDown(pointer, index), () =>
      rewriting.drop(world, findPlace(asRecord(given, shape), shape, world)),
    );
  }
}

/** A key alone, in the form of a record. */
function asRecord(given: RemovedRecord, { key }: CollectionShape): JsonObject {
  if (isJsonObject(given)) return given;
  return { [(key ?? ['']).join('.')]: given };
}

/** The place that a record names. Parents need not be named where only one record has the key. */
function findPlace(record: JsonObject, shape: CollectionShape, world: World): PlaceInput {
  const key = keyOfGiven(record, shape);
  if (key === undefined) {
    const name = (shape.key ?? []).join('.');
    throw refuseInBody('', `must have "${name}", which says which record is meant`, 'record');
  }
  const isOnly = world.namesakes(shape.name, key).length === 1;
  const named = isOnly ? [] : parentsOfGiven(record, shape, []);
  const parents = shape.parents.flatMap(({ parameter }, index): [string, string][] => {
    const parent = named[index];
    return parent === undefined ? [] : [[parameter, parent]];
  });
  return {
    collection: shape.name,
    key: shape.key ? key : '-',
    parents: Object.fromEntries(parents),
  };
}

function describeUnknown(collection: string, shapes: readonly CollectionShape[]): string {
  const names = shapes.map(({ name }) => name);
  return `the contract has no collection "${collection}": ${suggestNames(collection, names)}`;
}

function readRefusal(error: unknown, pointer: string): readonly Violation[] {
  if (!(error instanceof ApiError)) throw error;
  if (error.violations.length === 0) {
    const [first = '', ...rest] = error.message.replace(/\.$/, '');
    return [complain(pointer, first.toLowerCase() + rest.join(''))];
  }
  return error.violations.map((one) => ({ ...one, pointer: pointer + one.pointer }));
}
