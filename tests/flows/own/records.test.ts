import { describe, expect } from 'vitest';

import { playStory } from './play-story.ts';

const apiType = { 'content-type': 'application/vnd.api+json' };

describe('a record in an envelope', () => {
  playStory(
    'is made, merged and read where it stands',
    'json-api',
    [
      {
        ask: 'POST /articles',
        json: { data: { type: 'articles', attributes: { title: 'Rain', body: 'It rains.' } } },
        headers: apiType,
        status: 201,
        like: { data: { type: 'articles', attributes: { title: 'Rain', body: 'It rains.' } } },
        keep: { id: '/data/id' },
      },
      {
        ask: 'PATCH /articles/<id>',
        json: { data: { id: 'other', type: 'articles', attributes: { title: 'Snow' } } },
        headers: apiType,
        status: 400,
        like: expect.objectContaining({
          errors: [expect.objectContaining({ pointer: '/data/id' })],
        }),
      },
      {
        ask: 'PATCH /articles/<id>',
        json: { data: { type: 'articles', attributes: { title: 'Snow' } } },
        headers: apiType,
        status: 200,
        like: { data: { id: '<id>', attributes: { title: 'Snow', body: 'It rains.' } } },
      },
      {
        ask: 'GET /articles/<id>',
        status: 200,
        like: { data: { id: '<id>', attributes: { title: 'Snow', body: 'It rains.' } } },
      },
      { ask: 'DELETE /articles/<id>', status: 204 },
      { ask: 'GET /articles/<id>', status: 404 },
      { ask: 'GET /articles', status: 200, like: { data: [] } },
    ],
    { fixtures: { articles: [] } },
  );
});

describe('a record that forms speak of', () => {
  playStory('is made and changed by posting', 'forms', [
    {
      ask: 'POST /v1/customers',
      form: 'email=ann%40example.test&name=Ann&balance=-250&metadata[tier]=gold',
      status: 200,
      like: {
        object: 'customer',
        email: 'ann@example.test',
        name: 'Ann',
        balance: -250,
        metadata: { tier: 'gold' },
        created: expect.any(Number),
      },
      keep: { id: '/id', made: '/created' },
    },
    {
      ask: 'POST /v1/customers/<id>',
      form: 'name=Anna&metadata[seats]=4',
      status: 200,
      like: { id: '<id>', name: 'Anna', email: 'ann@example.test', balance: -250 },
    },
    {
      ask: 'GET /v1/customers/<id>',
      status: 200,
      like: { name: 'Anna', metadata: { tier: 'gold', seats: '4' }, created: '<#made>' },
    },
    {
      ask: 'POST /v1/customers/<id>/cards',
      form: 'holder=Ann&exp_year=2031',
      status: 200,
      like: { customer: '<id>', holder: 'Ann', exp_year: 2031 },
      keep: { card: '/id' },
    },
    { ask: 'GET /v1/customers/<id>/cards/<card>', status: 200, like: { customer: '<id>' } },
    {
      ask: 'DELETE /v1/customers/<id>',
      status: 200,
      is: { id: '<id>', object: 'customer', deleted: true },
    },
    { ask: 'GET /v1/customers/<id>', status: 404 },
    { ask: 'GET /v1/customers/<id>/cards/<card>', status: 404 },
  ]);
});

describe('a key that the client chooses', () => {
  playStory(
    'is kept, and taken only once',
    'slugs',
    [
      {
        ask: 'POST /spaces',
        json: { slug: 'alpha', title: 'A' },
        status: 201,
        is: { slug: 'alpha', title: 'A' },
      },
      { ask: 'POST /spaces', json: { slug: 'alpha', title: 'B' }, status: 409 },
      { ask: 'GET /spaces/alpha', status: 200, is: { slug: 'alpha', title: 'A' } },
      {
        ask: 'GET /spaces',
        status: 200,
        is: { spaces: [{ slug: 'alpha', title: 'A' }], total: 1 },
      },
      { ask: 'POST /spaces', json: { slug: 'Not A Slug' }, status: 400 },
      { ask: 'PUT /spaces/beta', json: { title: 'B' }, status: 201, like: { slug: 'beta' } },
      { ask: 'PUT /spaces/beta', json: { title: 'C' }, status: 200, like: { title: 'C' } },
      { ask: 'GET /spaces', status: 200, like: { total: 2 } },
      { ask: 'DELETE /spaces/alpha', status: 204 },
      { ask: 'POST /spaces', json: { slug: 'alpha' }, status: 201, is: { slug: 'alpha' } },
    ],
    { fixtures: { spaces: [] } },
  );

  playStory(
    'may be a number of the server among its siblings',
    'slugs',
    [
      {
        ask: 'POST /spaces/alpha/issues',
        json: { title: 'One' },
        status: 201,
        like: { number: 1 },
      },
      {
        ask: 'POST /spaces/alpha/issues',
        json: { title: 'Two' },
        status: 201,
        like: { number: 2 },
      },
      { ask: 'POST /spaces/beta/issues', json: { title: 'Uno' }, status: 201, like: { number: 1 } },
      {
        ask: 'PATCH /spaces/alpha/issues/1',
        json: { state: 'closed' },
        status: 200,
        is: { number: 1, title: 'One', state: 'closed' },
      },
      { ask: 'GET /spaces/beta/issues/1', status: 200, like: { title: 'Uno', state: 'open' } },
      {
        ask: 'GET /spaces/alpha/issues?state=closed',
        status: 200,
        shows: ['', 'title', ['One']],
      },
      { ask: 'DELETE /spaces/alpha', status: 204 },
      { ask: 'GET /spaces/beta/issues', status: 200, shows: ['', 'title', ['Uno']] },
      { ask: 'GET /spaces/alpha/issues', status: 404, text: /alpha/ },
    ],
    { fixtures: { spaces: [{ slug: 'alpha' }, { slug: 'beta' }], issues: [] } },
  );
});

const people = [
  { id: 'ann', name: 'Ann' },
  { id: 'bob', name: 'Bob' },
];
const teams = [
  { id: 'red', name: 'Red', archived: false },
  { id: 'blue', name: 'Blue', archived: false },
];

describe('what there is one of for each record', () => {
  playStory(
    'stands and falls with it',
    'teams',
    [
      {
        ask: 'PATCH /teams/red/settings',
        json: { colour: '#f00', public: true },
        status: 200,
        is: { colour: '#f00', public: true },
      },
      { ask: 'PATCH /teams/red/settings', json: { public: false }, status: 200 },
      { ask: 'GET /teams/red/settings', status: 200, is: { colour: '#f00', public: false } },
      { ask: 'PATCH /teams/blue/settings', json: { colour: '#00f' }, status: 200 },
      { ask: 'GET /teams/red/settings', status: 200, like: { colour: '#f00' } },
      { ask: 'GET /teams/green/settings', status: 404 },
      { ask: 'PATCH /teams/green/settings', json: {}, status: 404, text: /green/ },
      { ask: 'DELETE /teams/red', status: 204 },
      { ask: 'GET /teams/red/settings', status: 404 },
      { ask: 'GET /teams/blue/settings', status: 200, like: { colour: '#00f' } },
    ],
    { fixtures: { teams } },
  );
});

describe('what belongs to a record', () => {
  playStory(
    'is put there and taken away',
    'teams',
    [
      { ask: 'GET /teams/red/members', status: 200, is: [] },
      { ask: 'PUT /teams/red/members/ann', status: 204 },
      { ask: 'PUT /teams/red/members/ann', status: 204 },
      { ask: 'PUT /teams/blue/members/bob', status: 204 },
      { ask: 'GET /teams/red/members', status: 200, is: [{ id: 'ann', name: 'Ann' }] },
      { ask: 'PUT /teams/red/members/eve', status: 404 },
      { ask: 'PUT /teams/green/members/ann', status: 404 },
      { ask: 'DELETE /teams/red/members/bob', status: 404 },
      { ask: 'DELETE /teams/red/members/ann', status: 204 },
      { ask: 'DELETE /teams/red/members/ann', status: 404 },
      { ask: 'GET /teams/red/members', status: 200, is: [] },
      { ask: 'GET /people/ann', status: 200, is: { id: 'ann', name: 'Ann' } },
      { ask: 'DELETE /people/bob', status: 204 },
      { ask: 'GET /teams/blue/members', status: 200, is: [] },
    ],
    { fixtures: { people, teams, members: [] } },
  );
});

describe('an action', () => {
  playStory(
    'needs its record, and does to it what its word says',
    'teams',
    [
      { ask: 'POST /teams/red/archive/', status: 202, like: { queued: expect.any(Boolean) } },
      { ask: 'POST /teams/green/archive/', status: 404 },
      { ask: 'POST /teams/red:cancel', status: 200, like: { id: 'red', name: 'Red' } },
      { ask: 'POST /teams/green:cancel', status: 404 },
      { ask: 'GET /teams/red', status: 200, is: { id: 'red', name: 'Red', archived: true } },
    ],
    { fixtures: { teams } },
  );
});

describe('a path beside a template', () => {
  playStory(
    'is itself, and no record',
    'teams',
    [
      { ask: 'GET /people/me', status: 200, like: { id: expect.any(String) } },
      { ask: 'GET /people/you', status: 404 },
    ],
    { fixtures: { people } },
  );
});
