import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { createMock } from '../../src/index.ts';

const text = { type: 'string' };

/** No key has to be there, so that nothing else puts it back. */
const schemas: Readonly<Record<string, object>> = {
  tickets: { properties: { id: { type: 'integer' }, name: text } },
  pods: { properties: { metadata: { properties: { name: text, label: text } }, size: text } },
};

function pathsOf(name: string, parameter: string): object {
  const schema = { type: 'object', ...schemas[name] };
  const shown = { 200: { description: '', content: { 'application/json': { schema } } } };
  const patches = [
    'application/json',
    'application/merge-patch+json',
    'application/json-patch+json',
  ];
  const listed = { type: 'array', items: schema };
  return {
    [`/${name}`]: {
      get: {
        responses: {
          200: { description: '', content: { 'application/json': { schema: listed } } },
        },
      },
      post: {
        requestBody: { content: { 'application/json': { schema } } },
        responses: { 201: shown[200] },
      },
    },
    [`/${name}/{${parameter}}`]: {
      parameters: [{ name: parameter, in: 'path', required: true, schema: text }],
      get: { responses: shown },
      put: {
        requestBody: { content: { 'application/json': { schema } } },
        responses: shown,
      },
      patch: {
        requestBody: { content: Object.fromEntries(patches.map((type) => [type, {}])) },
        responses: shown,
      },
    },
  };
}

const files = {
  'openapi.json': JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Keys', version: '1' },
    paths: { ...pathsOf('tickets', 'id'), ...pathsOf('pods', 'name') },
  }),
  'fixtures/tickets.json': '[{"id":7,"name":"a"}]',
  'fixtures/pods.json': '[{"metadata":{"name":"p","label":"l"},"size":"s"}]',
};

async function open(folder: string): Promise<{ url: string; close: () => Promise<void> }> {
  const contract = join(folder, 'openapi.json');
  const mock = await createMock({ contract, data: join(folder, 'data'), durability: 'flush' });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  return { url, close: () => mock.close() };
}

const patch = 'application/json-patch+json';
const merge = 'application/merge-patch+json';

describe('a change that leaves a key out, or takes it away, keeps it as it was', () => {
  it.each<[string, string, string, unknown, unknown]>([
    [
      'a JSON Patch',
      'PATCH /tickets/7',
      patch,
      [
        { op: 'remove', path: '/id' },
        { op: 'replace', path: '/name', value: 'b' },
      ],
      { id: 7, name: 'b' },
    ],
    [
      'a JSON Patch of the whole',
      'PATCH /tickets/7',
      patch,
      [{ op: 'replace', path: '', value: { name: 'b' } }],
      { id: 7, name: 'b' },
    ],
    [
      'a JSON Patch of the object around it',
      'PATCH /pods/p',
      patch,
      [{ op: 'remove', path: '/metadata' }],
      { metadata: { name: 'p' }, size: 's' },
    ],
    [
      'a merge patch of the object around it',
      'PATCH /pods/p',
      merge,
      { metadata: null },
      { metadata: { name: 'p' }, size: 's' },
    ],
    ['a merge', 'PATCH /tickets/7', 'application/json', { name: 'b' }, { id: 7, name: 'b' }],
    ['a PUT', 'PUT /tickets/7', 'application/json', { name: 'b' }, { id: 7, name: 'b' }],
  ])('%s', async (_, line, type, body, expected) => {
    const folder = await writeFolder(files);
    const first = await open(folder);
    const [method = '', path = ''] = line.split(' ');
    const changed = await fetch(first.url + path, {
      method,
      headers: { 'Content-Type': type },
      body: JSON.stringify(body),
    });
    expect([changed.status, await changed.json()]).toEqual([200, expected]);
    await first.close();
    const second = await open(folder);
    expect(await (await fetch(second.url + path)).json()).toEqual(expected);
    const state = await (await fetch(`${second.url}/_mock/state`)).json();
    expect(state).toMatchObject({ [path.split('/')[1] ?? '']: [expected] });
  });

  it.each<[string, string, unknown]>([
    ['a merge', 'application/json', { ID: 8 }],
    ['a merge patch', merge, { Id: 8, name: 'b' }],
    [
      'a JSON Patch',
      patch,
      [
        { op: 'remove', path: '/id' },
        { op: 'add', path: '/Id', value: 8 },
      ],
    ],
  ])('another key is refused in another spelling, too: by %s', async (_, type, body) => {
    const { url } = await open(await writeFolder(files));
    const sent = { method: 'PATCH', headers: { 'Content-Type': type }, body: JSON.stringify(body) };
    const reply = await fetch(`${url}/tickets/7`, sent);
    expect([reply.status, await reply.text()]).toEqual([
      400,
      expect.stringContaining('/id: tells where the record is filed and can not be changed'),
    ]);
    expect(await (await fetch(`${url}/tickets/7`)).json()).toMatchObject({ id: 7 });
  });

  it('a patch that does nothing else changes nothing', async () => {
    const folder = await writeFolder(files);
    const { url } = await open(folder);
    const body = JSON.stringify([{ op: 'remove', path: '/id' }]);
    const headers = { 'Content-Type': patch };
    const reply = await fetch(`${url}/tickets/7`, { method: 'PATCH', headers, body });
    expect([reply.status, await reply.json()]).toEqual([200, { id: 7, name: 'a' }]);
  });
});
