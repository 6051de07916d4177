import { expect, it, onTestFinished } from 'vitest';

import { connect, tellWorld } from '../../src/client/index.ts';
import { createMock } from '../../src/index.ts';

const text = { type: 'string' };
const account = {
  type: 'object',
  required: ['id'],
  properties: {
    id: text,
    name: text,
    password: text,
    note: text,
    gate: { ...text, format: 'password' },
  },
};
const content = { 'application/json': { schema: account } };
const contract = {
  openapi: '3.1.0',
  info: { title: 'Accounts', version: '1' },
  paths: {
    '/accounts': {
      get: {
        operationId: 'listAccounts',
        responses: {
          200: {
            description: 'All.',
            content: { 'application/json': { schema: { type: 'array', items: account } } },
          },
        },
      },
    },
    '/accounts/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { operationId: 'getAccount', responses: { 200: { description: 'One.', content } } },
    },
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Entrance' } } },
};
const secrets = ['Zq7-first', 'Zq7-second', 'Zq7-minted', 'Zq7-gate'];

it('the report of a world hides in its changes what the journal hides', async () => {
  const mock = await createMock({ contract });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  const near = mock.world('mine');
  await near.replace('accounts', [{ id: '1', name: 'Ann', password: 'Zq7-first' }]);
  near.save('before');
  near.mint({ name: 'M', scheme: 'key', scopes: [], value: 'Zq7-minted' });
  await near.merge('accounts', [
    { id: '1', name: 'Ann', password: 'Zq7-second' },
    {
      id: '2',
      name: 'Zq7-second',
      password: 'Zq7-second',
      note: 'with Zq7-minted',
      gate: 'Zq7-gate',
    },
    { id: 'Zq7-minted', name: 'Bob' },
  ]);
  const remote = await connect(url).world('mine');
  const told = await tellWorld(near);
  expect(await tellWorld(remote)).toBe(told);
  for (const secret of secrets) expect(told).not.toContain(secret);
  const lines = told.split('\n');
  const from = lines.indexOf('What has changed in it:');
  expect(lines.slice(from, from + 5)).toEqual([
    'What has changed in it:',
    '  + accounts 1 {"id":"1","name":"Ann","password":"…"}',
    '  + accounts 2 {"id":"2","name":"…","password":"…","note":"with …","gate":"…"}',
    '  + accounts … {"id":"…","name":"Bob"}',
    // The made-up ones that these replaced.
    expect.stringMatching(/^ {2}- accounts /),
  ]);

  const since = { since: 'before' };
  expect(await remote.changes({ ...since, redacted: true })).toEqual(
    near.changes({ ...since, redacted: true }),
  );
  expect(near.changes({ ...since, redacted: true }).changes[0]).toMatchObject({
    before: { password: '…' },
    after: { password: '…' },
  });
  expect(near.changes(since)).toEqual(await remote.changes(since));
  expect(near.changes(since).changes[0]).toMatchObject({
    before: { password: 'Zq7-first' },
    after: { password: 'Zq7-second' },
  });
});
