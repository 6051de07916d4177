import type { Api, Problem, Query } from '../api/client.ts';
import { Refusal } from '../api/client.ts';
import type { Live } from '../api/live.ts';
import { findRecorded, selectRecords } from './recorded-records.ts';
import { selectRequests } from './recorded-requests.ts';
import type { RecordedCollection, RecordedRequest, Recording } from './recording.ts';
import { recordingReason } from './recording.ts';

/**
 * Answers from a recording as the server did when it was made; nothing can be changed. A recording
 * has the fingerprint of its contract alone, so the contract itself is that of the server: who asks
 * for it looks first whether it is the same.
 */
export function createRecordingApi(recording: Recording, server: Api): Api {
  const api: Api = {
    world: recording.world.name,
    home: '',
    // A trust edge: who asks knows what the path answers.
    get: async <T>(path: string, query: Query = {}) =>
      ofContract.has(path) ? server.get<T>(path, query) : (answer(recording, path, query) as T),
    send: () => Promise.reject(refuse(405, recordingReason)),
    within: () => api,
  };
  return api;
}

const ofContract: ReadonlySet<string> = new Set(['contracts', 'contract', 'findings', 'overlays']);

/** In a recording nothing happens. */
export const stillLive: Live = {
  ready: Promise.resolve(),
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
  if (!way)
    throw refuse(404, 'The recording does not have this. Close it to see what the server has.');
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

const titles: Readonly<Record<number, string>> = { 404: 'Not in the recording', 405: 'Read-only' };

function refuse(status: number, detail: string): Refusal {
  const problem: Problem = { status, title: titles[status] ?? '', detail, errors: [] };
  return new Refusal(problem);
}
