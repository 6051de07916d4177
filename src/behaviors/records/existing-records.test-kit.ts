import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Contract } from '../../contract/compile.ts';
import { contractText, loadText, plainOperation } from '../../contract/contract-text.test-kit.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Collection, Target } from '../../contract/plan/plan.ts';
import { parameterNames } from '../../contract/routing/routes.ts';
import type { Item } from '../../store/record.ts';
import { openWorld, tablesOf } from '../../store/shop.test-kit.ts';
import type { World } from '../../store/worlds/world.ts';
import { indexContract } from '../contract-index.ts';
import { createSeedTools } from '../seed-tools.ts';
import type { ExistingRecords } from './existing-records.ts';
import { createExistingRecords } from './existing-records.ts';

export interface Plot {
  /** Paths, each with the media object that its GET answers with. */
  readonly paths: Readonly<Record<string, JsonObject>>;
  readonly schemas: JsonObject;
  /** The schemas of path parameters that are no texts. */
  readonly parameters?: JsonObject;
  readonly fixtures?: Readonly<Record<string, readonly Item[]>>;
  readonly seed?: string;
  /** What the plan says of collections beyond what is inferred. */
  readonly change?: (collection: Collection) => Partial<Collection>;
}

export interface WorldContext {
  readonly contract: Contract;
  readonly world: World;
  readonly existing: ExistingRecords;
  readonly of: (name: string) => Collection;
}

export async function setScene(plot: Plot): Promise<WorldContext> {
  const { seed = 's', fixtures = {} } = plot;
  const contract = changeContract(await loadText(textOf(plot)), plot.change);
  const { world } = openWorld({
    shapes: contract.collections,
    fixtures: tablesOf(contract.collections, fixtures),
    authoritative: Object.keys(fixtures),
  });
  return {
    contract,
    world,
    existing: createExistingRecords(
      createSeedTools(indexContract(contract), seed, { unknownKeys: 'known', records: 3 }),
      world,
    ),
    of(name) {
      const collection = contract.collections.find((one) => one.name === name);
      if (!collection) throw new Error(`there is no collection ${name}`);
      return collection;
    },
  };
}

export function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** The media objects of a collection's paths: its list, and one of its items. */
export function pathsOf(whole: string, parameter: string, name: string): Plot['paths'] {
  const schema = reference(name);
  return {
    [whole]: { schema: { type: 'array', items: schema } },
    [`${whole}/{${parameter}}`]: { schema },
  };
}

function textOf({ paths, schemas, parameters = {} }: Plot): string {
  const described = Object.entries(paths).map(([path, media]): [string, JsonValue] => {
    const answer = { description: 'Fine.', content: { 'application/json': media } };
    const declared = parameterNames(path).map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: parameters[name] ?? { type: 'string' },
    }));
    return [path, { parameters: declared, get: plainOperation({ responses: { '200': answer } }) }];
  });
  return contractText(Object.fromEntries(described), { components: { schemas } });
}

const uuid = { type: 'string', format: 'uuid' };
/** Shops, and orders of each. */
export const shopSchemas: JsonObject = {
  Shop: {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer', minimum: 1 }, name: { type: 'string' } },
  },
  Order: {
    type: 'object',
    required: ['id', 'shop_id', 'total'],
    properties: { id: uuid, shop_id: { type: 'string' }, total: { type: 'integer', minimum: 1 } },
  },
};
const shopPaths = {
  ...pathsOf('/shops', 'shop_id', 'Shop'),
  ...pathsOf('/shops/{shop_id}/orders', 'order_id', 'Order'),
};
export const shopPlot: Plot = { paths: shopPaths, schemas: shopSchemas };

export function keysOf(items: readonly Item[]): readonly string[] {
  return items.map(({ key }) => key);
}

/** Every path of a collection lists it; the rest is as the plan and the test say. */
function changeContract(contract: Contract, change: Plot['change']): Contract {
  const changed = new Map(
    contract.collections.map((one) => [one, { ...one, ...change?.(one) }] as const),
  );
  const items = [...contract.targets].flatMap(([{ path }, target]) =>
    target.role === 'read' ? [{ whole: path.replace(/\/[^/]*$/, ''), target }] : [],
  );
  const targets = [...contract.targets].map(([operation, target]): [Operation, Target] => {
    const item = items.find(({ whole }) => whole === operation.path)?.target;
    const found = item
      ? { ...item, role: 'list' as const, key: undefined, shown: { steps: [], schema: undefined } }
      : target;
    if (found.role === 'improvised') return [operation, found];
    const collection = changed.get(found.collection) ?? found.collection;
    return [operation, { ...found, collection }];
  });
  return { ...contract, collections: [...changed.values()], targets: new Map(targets) };
}
