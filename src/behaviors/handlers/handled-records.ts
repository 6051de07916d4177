import type { JsonObject } from '../../base/json.ts';
import { freezeJson, memberAt } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Item, Parents, RecordChange } from '../../store/record.ts';
import type { Deed } from '../contract-index.ts';
import { addRecord, creatingDeed } from '../operations/add.ts';
import { settleChange } from '../operations/merge.ts';
import { wholeAddress } from '../records/addressing.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { WorldContext } from '../world-context.ts';
import { putChanges } from '../writing/changes.ts';
import { createDrafting } from '../writing/drafting.ts';
import type { HandlerParents, HandlerRecords } from './handler.ts';

interface RecordAccess {
  readonly tools: SeedTools;
  readonly operation: Operation;
  /** A copy of the world, which the writes of the handler change at once. */
  context(this: void): WorldContext;
  /** Called with each write. */
  note(this: void, changes: readonly RecordChange[]): void;
}

/** What a handler can read and write; what its author asks wrongly is thrown at the handler. */
export function createHandlerRecords(access: RecordAccess): HandlerRecords {
  const { tools, operation, context, note } = access;
  const write = (changes: readonly RecordChange[]): void => {
    void context().world.commit(changes);
    note(changes);
  };
  return {
    list(name, parents = {}) {
      const { collection } = deedOf(name, tools).target;
      const items = context().existing.list(collection, chainOf(collection, parents));
      return items.map((item) => showItem(collection, item));
    },
    get(name, key, parents) {
      const item = find(access, name, key, parents);
      return item && showItem(deedOf(name, tools).target.collection, item);
    },
    add(name, members, parents = {}) {
      const { collection } = deedOf(name, tools).target;
      const wanted = { collection, client: members, named: chainOf(collection, parents) };
      const changes = addRecord(tools, wanted, { context: context(), operation });
      write(changes);
      const [made] = changes.flatMap(({ after }) => after ?? []);
      return made ? showItem(collection, made) : {};
    },
    change(name, key, members, parents) {
      const deed = deedOf(name, tools);
      const { collection } = deed.target;
      const item = findSure(access, name, key, parents);
      const body = changeBody(access, deed, item, members);
      const after = { ...item, body };
      if (body !== item.body) write(putChanges(context().world, collection, item, after));
      return showItem(collection, after);
    },
    remove(name, key, parents) {
      const { collection } = deedOf(name, tools).target;
      write(context().existing.removal(collection, [findSure(access, name, key, parents)]));
    },
  };
}

/** The operation by whose rules records of a collection are made and changed. */
function deedOf(name: string, tools: SeedTools): Deed {
  const { contractIndex } = tools;
  const collection = contractIndex.collectionNamed(name);
  const deed = collection && creatingDeed(contractIndex.deedsOf(collection));
  if (deed) return deed;
  throw new Error(describeUnknown(name, tools));
}

function find(
  { tools, context }: RecordAccess,
  name: string,
  key: string | number,
  parents: HandlerParents = {},
): Item | undefined {
  const { collection } = deedOf(name, tools).target;
  const address = wholeAddress(collection, String(key), chainOf(collection, parents));
  return context().existing.find(collection, address.key, address.parents);
}

function findSure(
  access: RecordAccess,
  name: string,
  key: string | number,
  parents?: HandlerParents,
): Item {
  const item = find(access, name, key, parents);
  if (item) return item;
  throw new Error(`there is no "${key}" in ${name}`);
}

/** What the word of an action says of its record is no rule for all changes of it. */
function changeBody(
  { tools, operation, context }: RecordAccess,
  { target: { effects: _effects, ...target } }: Deed,
  before: Item,
  members: JsonObject,
): JsonObject {
  const drafting = createDrafting(target, tools);
  const making = { target, tools, drafting, context: context() };
  const next = drafting.merge(before.body, members);
  return settleChange(making, operation, before, { client: members, next });
}

function chainOf(collection: Collection, given: HandlerParents): Parents {
  const { name, parents } = collection;
  const known = parents.map(({ parameter }) => parameter);
  const other = Object.keys(given).find((one) => !known.includes(one));
  const chain = known.map((one) => given[one]);
  if (other === undefined) return wholeAddress(collection, '', chain).parents;
  throw new Error(`"${other}" is no parent of ${name}: ${suggestNames(other, known)}`);
}

/** With the key and the parents, also where the contract shows them nowhere. */
function showItem(
  { key: steps, parents }: Collection,
  { key, parents: chain, body }: Item,
): JsonObject {
  const above = parents.flatMap(({ parameter }, at) => {
    const parent = chain[at];
    const isShown = parent === undefined || Object.hasOwn(body, parameter);
    return isShown ? [] : [[parameter, parent] as const];
  });
  const isKeyShown = !steps || steps.length > 1 || memberAt(body, steps) !== undefined;
  const own = isKeyShown ? [] : [[steps[0] ?? '', key] as const];
  if (above.length + own.length === 0) return freezeJson(body);
  return freezeJson({ ...Object.fromEntries([...own, ...above]), ...body });
}

function describeUnknown(name: string, { contractIndex }: SeedTools): string {
  const names = contractIndex.contract.collections.map((one) => one.name);
  return `there is no collection "${name}": ${suggestNames(name, names)}`;
}
