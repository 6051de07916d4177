import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown } from '../../base/json.ts';
import type { Outcome, Validated } from '../../pipeline/exchange.ts';
import type { World } from '../../store/worlds/world.ts';
import type { Behaviors, ControlPorts, GivenRecords, PlaceInput } from '../ports.ts';
import type { Rewrite, SeedDocument } from '../ports.ts';
import { membersOf } from '../ports.ts';

/** How many records of a removal are shown. */
const mostRemoved = 1000;

/** How many changes are shown where a client doesn't say. */
const usualChanges = 100;

/** Behaviours that show, change, compare, export and reset the state of a world. */
export function createStateBehaviors(ports: ControlPorts): Behaviors {
  return {
    getState: (request) => {
      const world = ports.worldOf(request);
      const collections = world.collectionNames.map((name) => [name, world.show(name) ?? []]);
      return whenDurable(world, Object.fromEntries(collections));
    },
    getCollection: (request) => {
      const world = ports.worldOf(request);
      const { collection, parents } = placeInputOf(request);
      return whenDurable(world, ports.records().showAll(world, collection, parents));
    },
    getRecord: (request) => {
      const world = ports.worldOf(request);
      return whenDurable(world, ports.records().show(world, placeInputOf(request)));
    },
    putRecord: (request) => {
      const world = ports.worldOf(request);
      const input = placeInputOf(request);
      const made = ports.records().replace(world, input, membersOf(request), isChecked(request));
      return { status: made.isNew ? 201 : 200, body: made.shown, commit: made.commit };
    },
    patchRecord: (request) => {
      const world = ports.worldOf(request);
      const input = placeInputOf(request);
      return answerWith(
        ports.records().merge(world, input, membersOf(request), isChecked(request)),
      );
    },
    deleteRecord: (request) => {
      const { commit } = ports.records().drop(ports.worldOf(request), placeInputOf(request));
      return { status: 204, commit };
    },
    ...createListBehaviors(ports),
    ...createReviewBehaviors(ports),
    seedState: (request) => {
      // A trust edge: the road has held the body to its schema, and a test holds the type to it.
      const document = membersOf(request) as SeedDocument;
      const { shown, commit } = ports.seed(ports.worldOf(request), document);
      return { status: 201, body: shown, commit };
    },
    resetState: (request) => {
      const world = ports.worldOf(request);
      return { status: 204, commit: () => world.reset() };
    },
  };
}

/** Behaviours that tell what has changed in a state, or would. */
function createReviewBehaviors(ports: ControlPorts): Behaviors {
  return {
    showRemoval: (request) => {
      const world = ports.worldOf(request);
      const place = placeInputOf(request);
      const { count, records } = ports.records().removal(world, place, mostRemoved);
      return whenDurable(world, { count, records: records.map((one) => ({ ...one })) });
    },
    getDifferences: (request) => {
      const world = ports.worldOf(request);
      return whenDurable(
        world,
        ports.compareToBase(world).map((step) => ({ ...step })),
      );
    },
    listChanges: (request) => {
      const world = ports.worldOf(request);
      const { since, limit, redacted } = request.parameters.query;
      const { count, changes } = ports.changes(world, {
        since: typeof since === 'string' ? since : undefined,
        limit: typeof limit === 'number' ? limit : usualChanges,
        redacted: redacted === true,
      });
      return whenDurable(world, { count, changes: changes.map((change) => ({ ...change })) });
    },
    getFixtures: (request) => {
      const world = ports.worldOf(request);
      return whenDurable(world, ports.exportFixtures(world));
    },
  };
}

/** Behaviours that change many records at once. */
function createListBehaviors(ports: ControlPorts): Behaviors {
  return {
    putCollection: (request) => {
      const made = ports
        .records()
        .replaceAll(ports.worldOf(request), [listIn(request)], isChecked(request));
      return answerWith({ ...made, shown: made.shown[0] ?? [] });
    },
    patchCollection: (request) => {
      const made = ports
        .records()
        .mergeAll(ports.worldOf(request), [listIn(request)], isChecked(request));
      return answerWith({ ...made, shown: made.shown[0] ?? [] });
    },
    deleteCollection: (request) => {
      const { collection, parents } = placeInputOf(request);
      const none = { collection, parents, records: [], pointer: '' };
      const { commit } = ports.records().replaceAll(ports.worldOf(request), [none], true);
      return { status: 204, commit };
    },
    putState: (request) => {
      const lists = listsIn(request);
      const made = ports.records().replaceAll(ports.worldOf(request), lists, isChecked(request));
      return answerWith({ ...made, shown: byName(lists, made.shown) });
    },
    patchState: (request) => {
      const lists = listsIn(request);
      const made = ports.records().mergeAll(ports.worldOf(request), lists, isChecked(request));
      return answerWith({ ...made, shown: byName(lists, made.shown) });
    },
  };
}

function answerWith({ shown, commit }: Rewrite<JsonValue>): Outcome {
  return { status: 200, body: shown, commit };
}

/** Replies only when the state is durable: a client must not see records that a crash can lose. */
function whenDurable(world: World, body: JsonValue): Outcome {
  return { status: 200, body, commit: () => world.durable() };
}

function placeInputOf({ parameters: { path, query } }: Validated): PlaceInput {
  const { collection = '', key = '' } = path;
  const parents = query['parents'];
  return { collection, key, parents: isJsonObject(parents) ? parents : {} };
}

function isChecked({ parameters: { query } }: Validated): boolean {
  return query['check'] !== false;
}

function listIn(request: Validated): GivenRecords {
  const { collection, parents } = placeInputOf(request);
  return { collection, parents, records: recordsIn(request.body), pointer: '' };
}

function listsIn(request: Validated): readonly GivenRecords[] {
  return Object.entries(membersOf(request)).map(([collection, list]) => ({
    collection,
    parents: {},
    records: recordsIn(list),
    pointer: stepDown('', collection),
  }));
}

function recordsIn(list: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function byName(
  lists: readonly GivenRecords[],
  shown: readonly (readonly JsonObject[])[],
): JsonObject {
  return Object.fromEntries(lists.map(({ collection }, at) => [collection, shown[at] ?? []]));
}
