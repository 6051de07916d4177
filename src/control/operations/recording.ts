import type { JsonObject } from '../../base/json.ts';
import type { RequestFilter } from '../../traffic/journal/filter.ts';
import type { World } from '../../store/worlds/world.ts';
import type { RecordQuestion } from '../collection-ports.ts';
import type { ControlPorts, Recording, RecordingQuestion, SlowBehaviors } from '../ports.ts';
import { toDateTime } from '../ports.ts';
import { writeEntry, writeExplanation } from '../request-documents.ts';
import { writeFound, writeShape, writeSummary } from './collections.ts';
import { listMasked, lookUpWorld } from './worlds.ts';

/** The behaviour that tells a world and its requests in one document, in several turns. */
export function createRecordingBehaviors(ports: ControlPorts): SlowBehaviors {
  return {
    getRecording: async (request) => {
      const world = ports.worldOf(request);
      const { requests, records } = request.parameters.query;
      const question = { requests: Number(requests), records: Number(records) };
      const body = { ...(await tellRecording(ports, world, question)) };
      return { status: 200, body, commit: () => world.durable() };
    },
  };
}

/** What a recording is told from. */
export type RecordingPorts = Pick<
  ControlPorts,
  | 'prefix'
  | 'served'
  | 'now'
  | 'worlds'
  | 'isChanged'
  | 'writeCredential'
  | 'collections'
  | 'requests'
  | 'overrides'
>;

export async function tellRecording(
  ports: RecordingPorts,
  world: World,
  { requests, records }: RecordingQuestion,
): Promise<Recording> {
  const { list, isComplete } = await tellRequests(ports, world, requests);
  return {
    format: 1,
    made_at: toDateTime(ports.now()),
    server: ports.served.version(),
    world: lookUpWorld(ports, world.name),
    requests: list,
    has_all_requests: isComplete,
    overrides: ports.overrides.list(world.name).map((one) => ({ ...one })),
    credentials: listMasked(ports, world),
    plan: ports.served.plan(),
    collections: await tellCollections(ports, world, records),
  };
}

/** Of the default world those of all worlds, as most clients name none. */
async function tellRequests(
  ports: RecordingPorts,
  { name }: World,
  most: number,
): Promise<{ readonly list: readonly JsonObject[]; readonly isComplete: boolean }> {
  const { requests } = ports;
  // The records are wanted all the same.
  if (!requests.areKept) return { list: [], isComplete: false };
  const journal = requests.journal();
  const filter: RequestFilter = { world: name === ports.worlds().main.name ? undefined : name };
  const { count, entries } = await journal.listInTurns(filter, most);
  const list: JsonObject[] = [];
  for await (const entry of entries) {
    const explanation = requests.explain(entry.id);
    const told = explanation ? { explanation: writeExplanation(explanation) } : {};
    list.push({ ...writeEntry(entry), ...told });
  }
  return { list, isComplete: count <= list.length && journal.isComplete(filter) };
}

async function tellCollections(
  { collections }: Pick<ControlPorts, 'collections'>,
  world: World,
  limit: number,
): Promise<readonly JsonObject[]> {
  const question: RecordQuestion = {
    offset: 0,
    limit,
    sort: undefined,
    search: undefined,
    filters: [],
    hasMadeUp: true,
  };
  const told: JsonObject[] = [];
  for (const name of collections.names()) {
    const { records, total } = await collections.search(world, name, question);
    told.push({
      ...writeSummary(collections.summarise(world, name)),
      ...writeShape(collections.describe(world, name)),
      total,
      records: records.map(writeFound),
    });
  }
  return told;
}
