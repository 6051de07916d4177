import { expect } from 'vitest';

import type { Row } from './play-table.ts';
import { playTable } from './play-table.ts';

const own = { fault: { message: expect.any(String) } };
const why = 'x-stuntdouble-reason';

function refuses(path: string, row: Omit<Row, 'ask'>): Row {
  return { ask: `GET ${path}?limit=x`, ...row };
}

function send(type: string, body: string, status: number): Row {
  return {
    ask: 'POST /bodies',
    headers: { 'Content-Type': type },
    body,
    status,
    is: status,
    about: body.slice(0, 20),
  };
}

playTable('errors.yaml', [
  refuses('/own', { status: 400, type: 'application/json', like: own }),
  refuses('/own-example', { status: 400, answers: { [why]: expect.stringContaining('limit') } }),
  refuses('/own-example', { status: 400, is: { fault: { message: 'as it stands', code: 7 } } }),
  refuses('/problem', { status: 400, type: 'application/problem+json', like: { status: 400 } }),
  refuses('/problem', { status: 400, text: expect.stringContaining('limit') }),
  refuses('/only-422', { status: 422, type: 'application/json', like: own }),
  refuses('/both', { status: 422, is: 422 }),
  refuses('/range', { status: 400, like: { status: 400 } }),
  refuses('/default', { status: 400, like: own }),
  refuses('/text', { status: 400, type: 'text/plain', text: expect.stringContaining('limit') }),
  refuses('/text-example', { status: 400, type: 'text/plain', text: 'no!' }),
  refuses('/empty', { status: 400, text: '' }),
  refuses('/none', { status: 400, type: 'application/problem+json' }),
  refuses('/headers', { status: 400, answers: { 'x-why': 'because' }, like: own }),
  send('application/json', '[]', 422),
  send('application/json', '{', 400),
  send('text/x', '{}', 415),
  send('application/json', `{"a":"${'a'.repeat(1_048_576)}"}`, 413),
  { ask: 'GET /none', headers: { Accept: 'x/y' }, status: 204 },
]);
