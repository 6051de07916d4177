import type { Api, Problem, Query } from '../api/client.ts';
import { Refusal } from '../api/client.ts';
import type { Live } from '../api/live.ts';
import { findRecorded, selectRecords } from './recorded-records.ts';
import { selectRequests } from './recorded-requests.ts';
import type { RecordedCollection, RecordedRequest, Recording } from './recording.ts';

/** Answers from a recording as the server did when it was made; nothing can be changed. */
export function createRecordingApi(recording: Recording): Api {
  const api: Api = {
    world: recording.world.name,
    home: '',
    // A trust edge: who asks knows what the path answers.
    get: async <T>(path: string, query: Query = {}) => answer(recording, path, query) as T,
    send: () =>
      Promise.reject(refuse(405, 'A recording shows what was. Nothing in it can be changed.')),
    within: () => api,
  };
  return api;
}

/** In a recording nothing happens. */
export const stillLive: Live = {
  on: () => () => undefined,
  onStatus(listener) {
    listener(true);
    return () => undefined;
  },
  close: () => undefined,
};

type Way = (recording: Recording, steps: readonly string[], query: Query) => unknown;

const ways: ReadonlyMap<string, Way> = new Map<string, Way>([
  ['version', ({ server }) => server],
  ['worlds', ({ world }) => [world]],
  ['worlds/*', ({ world }) => world],
  ['clock', ({ world: { now, frozen } }) => ({ now, frozen })],
  ['plan', ({ plan }) => plan],
  ['overrides', ({ overrides }) => overrides],
  ['credentials', ({ credentials }) => credentials],
  ['snapshots', () => []],
  ['scenarios', () => []],
  [
    'requests',
    ({ requests, has_all_requests: all }, _, query) => selectRequests(requests, all, query),
  ],
  ['requests/*', ({ requests }, [, id]) => findRequest(requests, id)],
  ['requests/*/explain', ({ requests }, [, id]) => explain(findRequest(requests, id))],
  ['records', ({ collections }, _, query) => ({ records: findRecorded(collections, query) })],
  ['collections', ({ collections }) => collections],
  ['collections/*', ({ collections }, [, name]) => findCollection(collections, name)],
  [
    'collections/*/records',
    ({ collections, world }, [, name], query) =>
      selectRecords(findCollection(collections, name), world.version, query),
  ],
]);

function answer(recording: Recording, path: string, query: Query): unknown {
  const steps = path.split('/').map(decodeURIComponent);
  const pattern = steps.map((step, at) => (at === 1 ? '*' : step)).join('/');
  const way = ways.get(pattern);
  if (!way) throw refuse(404, 'The recording does not have this.');
  return way(recording, steps, query);
}

function findRequest(requests: readonly RecordedRequest[], id = ''): RecordedRequest {
  const found = requests.find((one) => String(one.id) === id);
  if (!found) throw refuse(404, `The recording has no request ${id}.`);
  return found;
}

function explain({ explanation }: RecordedRequest): unknown {
  if (!explanation) throw refuse(404, 'The recording does not explain this request.');
  return explanation;
}

function findCollection(collections: readonly RecordedCollection[], name = ''): RecordedCollection {
  const found = collections.find((one) => one.name === name);
  if (!found) throw refuse(404, `The recording has no collection ${name}.`);
  return found;
}

function refuse(status: number, detail: string): Refusal {
  const problem: Problem = { status, title: 'A recording', detail, errors: [] };
  return new Refusal(problem);
}
