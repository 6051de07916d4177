import type { JsonObject } from '../../src/base/json.ts';
import type { Row } from './play-table.ts';
import { playTable } from './play-table.ts';

const good = { kind: 'reading', value: 1, at: '2024-02-29T12:00:00Z', position: [52, 13] };

function post(change: JsonObject, status: number): Row {
  const json: JsonObject = { ...good, ...change };
  return { ask: 'POST /readings', json, status, about: JSON.stringify(change) };
}

playTable('openapi-3.1.yaml', [
  { ask: 'GET /readings', status: 200, like: { kind: 'reading' } },
  post({}, 200),
  post({ kind: 'other' }, 400),
  post({ value: null }, 400),
  post({ value: null, reason: 'clouds' }, 200),
  post({ value: null, reason: 'no' }, 400),
  post({ reason: 'clouds' }, 400),
  post({ value: 0 }, 400),
  post({ value: '1' }, 400),
  post({ at: 'yesterday' }, 400),
  post({ at: '2023-02-29T12:00:00Z' }, 400),
  post({ position: [52] }, 400),
  post({ position: [52, 13, 0] }, 400),
  post({ position: [91, 13] }, 400),
  post({ unit: 7 }, 200),
  post({ unit: null }, 200),
  post({ unit: 'celsius' }, 400),
  post({ tags: ['star', 'red'] }, 200),
  post({ tags: ['red'] }, 400),
  post({ tags: ['star', 'star'] }, 400),
  post({ focus: 2 }, 400),
  post({ focus: 2, lens: 'a' }, 200),
  post({ 'x-note': 'n' }, 200),
  post({ 'x-note': 1 }, 400),
  post({ other: 1 }, 400),
  { ask: 'GET /shared', status: 200, is: null },
  { ask: 'GET /schema-examples', status: 200, is: 'first' },
  { ask: 'GET /beside', status: 200 },
  { ask: 'GET /beside?level=5', status: 200 },
  { ask: 'GET /beside?level=6', status: 400 },
  { ask: 'GET /beside?level=0', status: 400 },
]);
