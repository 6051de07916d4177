import { describe, expect } from 'vitest';

import type { JsonObject } from '../../../src/base/json.ts';
import { playStory } from './play-story.ts';

const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-/);
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
const nowhere = '6b1f6f1e-1c5f-4a53-9a0e-0a2b8c7d6e5f';

function task(id: number, members: JsonObject): JsonObject & { readonly id: string } {
  return {
    id: `00000000-0000-4000-8000-00000000000${id}`,
    title: `Task ${id}`,
    status: 'open',
    urgent: false,
    created_at: `2026-01-0${id}T00:00:00Z`,
    updated_at: `2026-01-0${id}T00:00:00Z`,
    ...members,
  };
}

const tasks = [
  task(1, { title: 'Mow the lawn', points: 3 }),
  task(2, { title: 'Buy paint', status: 'done', urgent: true, label_id: 7 }),
  task(3, { title: 'Paint the fence', note: 'white', urgent: true, points: 13 }),
  task(4, { title: 'Answer letters', status: 'doing', label_id: 9, points: 1 }),
];
const [mow, buy, paint, answer] = tasks.map(({ id }) => id);

describe('a collection that begins empty', () => {
  playStory(
    'has what was made in it, as it was made',
    'flat',
    [
      { ask: 'GET /tasks', status: 200, is: [] },
      { ask: `GET /tasks/${nowhere}`, status: 404, like: { message: expect.any(String) } },
      {
        ask: 'POST /tasks',
        json: { title: 'Write' },
        status: 201,
        is: {
          id: uuid,
          title: 'Write',
          status: 'open',
          urgent: false,
          label_id: expect.any(Number),
          note: null,
          created_at: moment,
          updated_at: moment,
        },
        answers: { location: expect.stringMatching(/^\/tasks\/[0-9a-f-]{36}$/) },
        keep: { id: '/id', at: 'location', made: '/created_at' },
      },
      { ask: 'GET <at>', status: 200, like: { id: '<id>', title: 'Write', created_at: '<made>' } },
      { ask: 'HEAD <at>', status: 200 },
      { ask: 'GET /tasks', status: 200, shows: ['', 'id', ['<id>']] },
      { ask: 'POST /tasks', json: { title: '' }, status: 400 },
      { ask: 'GET /tasks', status: 200, shows: ['', 'id', ['<id>']] },
      { ask: 'POST /tasks', json: { title: 'Read' }, status: 201, keep: { other: '/id' } },
      { ask: 'GET /tasks', status: 200, shows: ['', 'id', ['<id>', '<other>']] },
    ],
    { fixtures: { tasks: [] } },
  );

  playStory(
    'changes what was made, and nothing else of it',
    'flat',
    [
      {
        ask: 'POST /tasks',
        json: { title: 'Write', note: 'soon', points: 5 },
        status: 201,
        keep: { id: '/id', made: '/created_at', label: '/label_id' },
      },
      {
        ask: 'PATCH /tasks/<id>',
        json: { status: 'doing' },
        status: 200,
        like: { id: '<id>', title: 'Write', note: 'soon', points: 5, status: 'doing' },
      },
      {
        ask: 'GET /tasks/<id>',
        status: 200,
        like: { status: 'doing', created_at: '<made>', updated_at: moment },
      },
      { ask: 'PATCH /tasks/<id>', json: { status: 'nonsense' }, status: 400 },
      {
        ask: 'PUT /tasks/<id>',
        json: { title: 'Rewrite' },
        status: 200,
        is: {
          id: '<id>',
          title: 'Rewrite',
          status: 'open',
          urgent: false,
          label_id: '<#label>',
          created_at: '<made>',
          updated_at: moment,
        },
      },
      { ask: 'GET /tasks/<id>', status: 200, like: { title: 'Rewrite', status: 'open' } },
      { ask: 'PATCH /tasks/<id>', json: { id: nowhere }, status: [200, 400, 422] },
      { ask: 'GET /tasks/<id>', status: 200, like: { id: '<id>', title: 'Rewrite' } },
      {
        ask: 'PATCH /tasks/<id>',
        json: { created_at: '1999-01-01T00:00:00Z' },
        status: [200, 400, 422],
      },
      { ask: 'GET /tasks/<id>', status: 200, like: { created_at: '<made>' } },
      { ask: `PATCH /tasks/${nowhere}`, json: { points: 1 }, status: 404 },
      { ask: `PUT /tasks/${nowhere}`, json: { title: 'x' }, status: 404 },
    ],
    { fixtures: { tasks: [] } },
  );

  playStory(
    'lacks what was deleted',
    'flat',
    [
      { ask: `DELETE /tasks/${mow}`, status: 204 },
      { ask: `GET /tasks/${mow}`, status: 404 },
      { ask: `PATCH /tasks/${mow}`, json: { points: 1 }, status: 404 },
      { ask: `DELETE /tasks/${mow}`, status: 404 },
      { ask: 'GET /tasks', status: 200, shows: ['', 'id', [buy, paint, answer]] },
    ],
    { fixtures: { tasks } },
  );
});

describe('a list', () => {
  playStory(
    'speaks the query names of the contract',
    'flat',
    [
      { ask: 'GET /tasks', status: 200, shows: ['', 'id', [mow, buy, paint, answer]] },
      { ask: 'GET /tasks?status=done', status: 200, shows: ['', 'id', [buy]] },
      { ask: 'GET /tasks?urgent=true', status: 200, shows: ['', 'id', [buy, paint]] },
      { ask: 'GET /tasks?urgent=true&status=open', status: 200, shows: ['', 'id', [paint]] },
      { ask: 'GET /tasks?status=nonsense', status: 400 },
      { ask: 'GET /tasks?label_id=7', status: 200, shows: ['', 'id', [buy]] },
      { ask: 'GET /tasks?label_id=8', status: 200, is: [] },
      { ask: 'GET /tasks?q=paint', status: 200, shows: ['', 'id', [buy, paint]] },
      { ask: 'GET /tasks?q=WHITE', status: 200, shows: ['', 'id', [paint]] },
      { ask: 'GET /tasks?sort=title', status: 200, shows: ['', 'id', [answer, buy, mow, paint]] },
      {
        ask: 'GET /tasks?sort=-created_at',
        status: 200,
        shows: ['', 'id', [answer, paint, buy, mow]],
      },
      { ask: 'GET /tasks?sort=points', status: 200, shows: ['', 'id', [answer, mow, paint, buy]] },
      { ask: 'GET /tasks?limit=2', status: 200, shows: ['', 'id', [mow, buy]] },
      { ask: 'GET /tasks?limit=2&offset=1', status: 200, shows: ['', 'id', [buy, paint]] },
      { ask: 'GET /tasks?limit=2&offset=4', status: 200, is: [] },
      { ask: 'GET /tasks?limit=51', status: 400 },
      { ask: 'GET /tasks?urgent=true&limit=1&offset=1', status: 200, shows: ['', 'id', [paint]] },
      { ask: 'GET /tasks?unheard=of', status: 200, shows: ['', 'id', [mow, buy, paint, answer]] },
    ],
    { fixtures: { tasks } },
  );
});

describe('keys that are numbers', () => {
  playStory(
    'go on from the highest',
    'flat',
    [
      { ask: 'POST /labels', json: { name: 'red' }, status: 201, is: { id: 8, name: 'red' } },
      { ask: 'POST /labels', json: { name: 'blue' }, status: 201, is: { id: 9, name: 'blue' } },
      { ask: 'GET /labels/9', status: 200, is: { id: 9, name: 'blue' } },
      { ask: 'GET /labels/10', status: 404 },
      { ask: 'GET /labels/x', status: 400 },
    ],
    { fixtures: { labels: [{ id: 7, name: 'green' }] } },
  );
});

describe('a refusal to know a record', () => {
  playStory(
    'names the collection and the key where the contract leaves room for it',
    'flat',
    [{ ask: 'DELETE /labels/10', status: 404, text: /labels.*10|10.*labels/ }],
    { fixtures: { labels: [] } },
  );
});

describe('a wish for a certain answer', () => {
  playStory(
    'writes nothing',
    'flat',
    [
      {
        ask: 'POST /tasks',
        json: { title: 'x' },
        headers: { prefer: 'code=201' },
        status: 201,
      },
      { ask: 'GET /tasks', status: 200, is: [] },
    ],
    { fixtures: { tasks: [] } },
  );
});
