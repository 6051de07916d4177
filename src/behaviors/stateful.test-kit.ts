import type { JsonObject, JsonValue } from '../base/json.ts';
import type { Contract } from '../contract/compile.ts';
import { contractText, findOperation, loadText } from '../contract/contract-text.test-kit.ts';
import type { Collection, Stateful, Target } from '../contract/plan/plan.ts';
import type { Outcome, Validated } from '../pipeline/exchange.ts';
import type { Item } from '../store/record.ts';
import { openWorld, tablesOf } from '../store/shop.test-kit.ts';
import type { World } from '../store/worlds/world.ts';
import { createDispatcher } from './dispatch.ts';

export interface StatefulSetup {
  readonly paths: JsonObject;
  readonly collections: readonly Collection[];
  readonly targets: Readonly<
    Record<string, Partial<Stateful> & Pick<Stateful, 'role' | 'collection'>>
  >;
  readonly items: Readonly<Record<string, readonly Item[]>>;
}

export interface StatefulScene {
  readonly contract: Contract;
  readonly world: World;
  readonly send: (id: string, path?: Readonly<Record<string, string>>, body?: JsonValue) => Outcome;
}

/** A collection of records whose schema nobody has given. */
export function plainCollection(name: string, more: Partial<Collection> = {}): Collection {
  return {
    name,
    kind: 'items',
    key: ['id'],
    otherNames: [],
    isKeyUnique: true,
    logIns: undefined,
    unknownKeys: undefined,
    parents: [],
    of: undefined,
    schema: undefined,
    check: undefined,
    hasMember: (member) => member === 'id',
    readable: (record) => record,
    ...more,
  };
}

/** Operations whose plan the test itself has made, and known collections. */
export async function openStateful(setup: StatefulSetup): Promise<StatefulScene> {
  const loaded = await loadText(contractText(setup.paths));
  const planned = Object.entries(setup.targets).map(
    ([id, target]): [Contract['operations'][number], Target] => [
      findOperation(loaded, id),
      {
        key: undefined,
        parents: [],
        ancestors: [],
        shown: undefined,
        given: undefined,
        list: undefined,
        location: undefined,
        why: 'the test says so',
        ...target,
      },
    ],
  );
  const contract = { ...loaded, collections: setup.collections, targets: new Map(planned) };
  const { world } = openWorld({
    shapes: setup.collections,
    fixtures: tablesOf(setup.collections, setup.items),
    authoritative: setup.collections.map(({ name }) => name),
  });
  const now = (): number => Date.UTC(2024, 0);
  const behave = createDispatcher(contract, { unknownKeys: 'known', records: 3 }).play({
    world,
    seed: 's',
    now,
  });
  return {
    contract,
    world,
    send(id, path = {}, body) {
      const operation = findOperation(contract, id);
      const { success } = operation;
      return behave({
        operation,
        headers: {},
        parameters: { path, query: {}, header: {}, cookie: {} },
        body,
        preferences: undefined,
        choice: { status: Number(success?.status), response: success, media: success?.media[0] },
      } as Validated);
    },
  };
}
