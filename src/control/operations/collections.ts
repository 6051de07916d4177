import { setImmediate as nextTurn } from 'node:timers/promises';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { textOf } from '../../base/json.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { Behaviors, ControlPorts, SlowBehaviors } from '../ports.ts';
import type {
  CollectionShapeReport,
  CollectionSummary,
  FoundRecord,
  RecordPage,
  RecordQuestion,
} from '../collection-ports.ts';

/** The behaviour that shows what records of a collection look like. */
export function createCollectionBehaviors(
  ports: Pick<ControlPorts, 'collections' | 'worldOf'>,
): Behaviors {
  const { collections } = ports;
  return {
    getCollectionShape: (request) => {
      const world = ports.worldOf(request);
      const { collection = '' } = request.parameters.path;
      const summary = writeSummary(collections.summarise(world, collection));
      const shape = writeShape(collections.describe(world, collection));
      return { status: 200, body: { ...summary, ...shape }, commit: () => world.durable() };
    },
  };
}

/** Behaviours that look at many records, in several turns of the event loop. */
export function createSlowCollectionBehaviors(
  ports: Pick<ControlPorts, 'collections' | 'worldOf'>,
): SlowBehaviors {
  const { collections } = ports;
  return {
    listRecords: async (request) => {
      const world = ports.worldOf(request);
      const { collection = '' } = request.parameters.path;
      const page = await collections.search(world, collection, readQuestion(request));
      return { status: 200, body: writePage(page), commit: () => world.durable() };
    },
    findRecords: async (request) => {
      const world = ports.worldOf(request);
      const { search, limit } = request.parameters.query;
      const found = await collections.find(world, textOf(search), Number(limit));
      const records = found.map(({ collection, ...one }) => ({ collection, ...writeFound(one) }));
      return { status: 200, body: { records }, commit: () => world.durable() };
    },
    listCollections: async (request) => {
      const world = ports.worldOf(request);
      const body: JsonObject[] = [];
      for (const name of collections.names()) {
        body.push(writeSummary(collections.summarise(world, name)));
        // A collection may need the keys of hundreds of made-up records.
        await nextTurn();
      }
      return { status: 200, body, commit: () => world.durable() };
    },
  };
}

export function writeShape({
  parents,
  references,
  referredBy,
  fields,
}: CollectionShapeReport): JsonObject {
  return {
    parents: parents.map(({ parameter, collection = null, isOptional }) => {
      return { parameter, collection, is_optional: isOptional };
    }),
    references: references.map((reference) => ({ ...reference })),
    referred_by: referredBy.map((reference) => ({ ...reference })),
    fields,
  };
}

function readQuestion({ parameters: { query } }: Validated): RecordQuestion {
  const { offset, limit, sort, search, filter, made_up: madeUp } = query;
  return {
    offset: Number(offset),
    limit: Number(limit),
    sort: typeof sort === 'string' ? sort : undefined,
    search: typeof search === 'string' ? search : undefined,
    filters: textsIn(filter),
    hasMadeUp: madeUp !== false,
  };
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function writePage({ count, total, version, records }: RecordPage): JsonObject {
  return { count, total, version, records: records.map(writeFound) };
}

export function writeFound({ key, parents, isMadeUp, record }: FoundRecord): JsonObject {
  return { key, parents, is_made_up: isMadeUp, record };
}

export function writeSummary({ madeUp, isComplete, ...summary }: CollectionSummary): JsonObject {
  const { name, count, kind, key = null, of = null } = summary;
  return { name, count, made_up: madeUp, kind, key, is_complete: isComplete, of };
}
