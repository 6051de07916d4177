import { describe, expect, it } from 'vitest';

import type { Row } from './play-table.ts';
import { playTable } from './play-table.ts';
import { startContract } from './start-contract.ts';

const breach = 'x-stuntdouble-breach';
const applied = { 'preference-applied': expect.any(String) };

function prefer(path: string, header: string, status: number, is?: unknown): Row {
  const row: Row = {
    ask: `GET ${path}`,
    headers: { Prefer: header },
    status,
    about: `Prefer: ${header}`,
  };
  return is === undefined ? row : { ...row, is };
}

/** What can't be had is told by the stand-in itself, whatever the operation declares. */
function preferInVain(path: string, header: string, status: number, problem: string): Row {
  return {
    ...prefer(path, header, status),
    type: 'application/problem+json',
    like: { type: `urn:problem-type:${problem}` },
    lacks: ['preference-applied', 'x-stuntdouble-undeclared'],
    unjudged: 'it speaks of the stand-in and not of the operation',
  };
}

const stop = { colour: 'red', seconds: 30 };
const go = { colour: 'green', seconds: 20 };
const key = { 'X-Key': 'k' };

playTable('statuses.yaml', [
  { ask: 'GET /several', status: 201, is: 'made', about: 'the lowest success' },
  { ask: 'GET /only-default', status: 200, is: 'default' },
  { ask: 'GET /only-range', status: 200, is: 'range' },
  { ask: 'GET /only-error', status: 404, is: 'lost', about: 'the first that is declared' },
  {
    ask: 'GET /redirect',
    status: 302,
    answers: { location: 'https://example.com/there' },
    text: '',
  },
  prefer('/several', 'code=202', 202, 'later'),
  prefer('/several', 'code="202"', 202, 'later'),
  prefer('/several', 'CODE=202', 202, 'later'),
  prefer('/several', 'respond-async, code=202; foo=bar', 202, 'later'),
  prefer('/several', 'code=404', 404, 'lost'),
  prefer('/several', 'code=503', 503, 'broken'),
  prefer('/several', 'code=418', 418, 'default'),
  { ...prefer('/several', 'code=404', 404, 'lost'), answers: applied },
  preferInVain('/no-content', 'code=500', 404, 'no-such-response'),
  preferInVain('/only-range', 'code=404', 404, 'no-such-response'),
  prefer('/only-range', 'code=206', 206, 'range'),
  preferInVain('/several', 'code=x', 400, 'invalid-preference'),
  preferInVain('/several', 'code=42', 400, 'invalid-preference'),
  preferInVain('/several', 'code=', 400, 'invalid-preference'),
  { ask: 'GET /several?limit=x', status: 400, is: 'default', about: 'an invalid request' },
  {
    ask: 'GET /several?limit=x',
    headers: { Prefer: 'code=202' },
    status: 400,
    about: 'a wish does not mend a request',
  },
  { ask: 'GET /examples', status: 200, is: stop, about: 'the first of the named' },
  prefer('/examples', 'example=go', 200, go),
  prefer('/examples', 'example="go"', 200, go),
  prefer('/examples', 'example=shared', 200, { colour: 'amber', seconds: 5 }),
  preferInVain('/examples', 'example=nowhere', 404, 'no-such-example'),
  preferInVain('/examples', 'example=__proto__', 404, 'no-such-example'),
  prefer('/examples', 'code=404, example=gone', 404, { colour: 'red', seconds: 1 }),
  preferInVain('/examples', 'code=404, example=go', 404, 'no-such-example'),
  {
    ask: 'GET /examples',
    headers: { Prefer: 'example=stop', Accept: 'text/plain' },
    status: 200,
    type: 'text/plain',
    text: 'stop!',
  },
  {
    ask: 'GET /examples',
    status: 200,
    answers: {
      'x-plain': '7',
      'x-named': 'first',
      'x-list': expect.stringMatching(/^1, ?2$/),
      'x-made': expect.stringMatching(/^[a-f]{4}$/),
    },
  },
  { ask: 'GET /media-example', status: 200, is: { colour: 'amber', seconds: 3 } },
  prefer('/media-example', 'dynamic=false', 200, { colour: 'amber', seconds: 3 }),
  { ask: 'GET /schema-example', status: 200, is: { colour: 'blue' } },
  { ask: 'GET /property-examples', status: 200, like: { name: 'Ann' } },
  {
    ask: 'GET /invalid-example',
    status: 200,
    is: { colour: 'purple', seconds: -1 },
    answers: { [breach]: expect.any(String) },
    unjudged: 'it is invalid, and says so',
  },
  { ...prefer('/invalid-example', 'dynamic=true', 200), lacks: [breach] },
  { ask: 'GET /no-content', status: 204, text: '' },
  { ask: 'GET /no-schema', status: 200, type: 'application/json' },
  { ask: 'POST /guarded', json: {}, status: 401, is: { refused: 401 } },
  {
    ask: 'POST /guarded',
    json: {},
    headers: key,
    status: 422,
    is: { refused: 422 },
    answers: { 'x-stuntdouble-reason': expect.stringMatching(/./) },
  },
  { ask: 'POST /guarded?limit=x', json: { a: 1 }, headers: key, status: 422, is: { refused: 422 } },
  { ask: 'POST /guarded', body: 'x', headers: { ...key, 'Content-Type': 'text/x' }, status: 422 },
  { ask: 'POST /guarded', json: { a: 1 }, headers: key, status: 201 },
  { ask: 'GET /several?__code=202', status: 201, is: 'made', about: 'without --query-preferences' },
]);

playTable(
  'statuses.yaml',
  [
    { ask: 'GET /several?__code=202', status: 202, is: 'later' },
    { ask: 'GET /several?__code=418', status: 418, is: 'default' },
    { ask: 'GET /examples?__example=go', status: 200, is: go },
    { ask: 'GET /examples?__code=404&__example=gone', status: 404, like: { seconds: 1 } },
    { ask: 'GET /invalid-example?__dynamic=true', status: 200, lacks: [breach] },
    { ask: 'GET /invalid-example?__dynamic=false', status: 200, unjudged: 'an invalid example' },
    { ask: 'GET /several?__code=202&limit=x', status: 400 },
  ],
  { queryPreferences: true, unknownQuery: 'reject' },
);

playTable(
  'statuses.yaml',
  [
    {
      ask: 'GET /invalid-example',
      status: 500,
      type: 'application/problem+json',
      text: expect.stringMatching(/colour|seconds/),
    },
    { ask: 'GET /media-example', status: 200, is: { colour: 'amber', seconds: 3 } },
    { ask: 'GET /made', status: 200, lacks: [breach] },
  ],
  { onBreach: 'error' },
);

describe('what is made up', () => {
  it('is the same every time, and something else for another seed', async () => {
    const get = await startContract('statuses.yaml');
    const { text: first } = await get('/made');
    const { text: again } = await get('/made');
    const { text: seeded } = await get('/made', { Prefer: 'seed=other' });
    const { text: reseeded } = await get('/made', { Prefer: 'seed=other' });
    expect(again).toBe(first);
    expect(seeded).not.toBe(first);
    expect(reseeded).toBe(seeded);
  });

  it('depends on nothing but the seed, also where it is wished for', async () => {
    const get = await startContract('statuses.yaml');
    const wish = async (header: string): Promise<string> =>
      (await get('/made', { Prefer: header })).text;
    const first = await wish('dynamic=true');
    expect(await wish('dynamic=true')).toBe(first);
    expect(await wish('dynamic=true, seed=other')).not.toBe(first);
  });

  it('depends on the seed of the stand-in', async () => {
    const one = await startContract('statuses.yaml', { seed: 'one' });
    const two = await startContract('statuses.yaml', { seed: 'two' });
    const { text } = await one('/made');
    expect((await two('/made')).text).not.toBe(text);
  });
});
