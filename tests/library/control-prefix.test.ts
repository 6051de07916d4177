import express from 'express';
import { describe, expect, it } from 'vitest';

import { hostApp } from './host-app.ts';
import { askAt, openBookshop, openUnheard } from './open-bookshop.ts';

/** An operation at a path. */
function paths(path: string): Readonly<Record<string, unknown>> {
  const get = { operationId: 'extra', responses: { 204: { description: 'Nothing.' } } };
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parameters = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return { [path]: { parameters, get } };
}

describe('the prefix of the control API', () => {
  it('is where it is, and what its messages name', async () => {
    const { ask } = await openBookshop({ controlPrefix: '/admin/ctl' }, paths('/_mock/health'));
    expect((await ask('GET', '/admin/ctl/health')).status).toBe(200);
    expect((await ask('GET', '/~a/admin/ctl/state/books')).status).toBe(200);
    expect((await ask('GET', '/_mock/health')).status).toBe(204);
    expect((await ask('GET', '/_mock/state')).status).toBe(404);
    const said = [
      await ask('GET', '/admin/ctl/worlds/none'),
      await ask('DELETE', '/admin/ctl/credentials/none'),
      await ask('GET', '/~none/books', { headers: { Origin: 'http://evil.test' } }),
    ].map(({ json }) => String(Object(json).detail));
    for (const text of said) expect(text).toMatch(/ (?:GET|PUT) \/admin\/ctl\//);
    expect(said.join()).not.toContain('_mock');
  });

  it('is in messages with where the app is mounted', async () => {
    const mock = await openUnheard({ controlToken: 'secret' });
    const ask = askAt(await hostApp(express().use('/api', mock.app)));
    const said = async (line: string): Promise<string> => {
      const [method = '', path = ''] = line.split(' ');
      return String(Object((await ask(method, path)).json).detail);
    };
    const way = 'make it with PUT /api/_mock/worlds/a and the control token';
    expect(await said('GET /api/~a/books')).toContain(way);
    expect(await said('POST /api/_mock/state')).toMatch(/^\/api\/_mock\/state has no POST\. /);
    expect(await said('POST /api/~a/_mock/state')).toMatch(/^\/api\/~a\/_mock\/state has no POST/);
    expect(await said('DELETE /api/books')).toMatch(/^\/api\/books has no DELETE\. /);
    expect(await said('GET /api/_mock/overide')).toMatch(
      /^There is no \/api\/_mock\/overide in the control API\. Nearest are \/api\/_mock\/overrides, /,
    );
  });

  it.each(['/_mock', '/_mock/health', '/_mock/{id}'])(
    'takes nothing of the contract: %s',
    async (path) => {
      const message = `GET ${path} would be hidden by the control API, which is at /_mock`;
      await expect(openUnheard({}, paths(path))).rejects.toThrow(message);
    },
  );

  it.each(['/_mocks', '/{id}', '/a/_mock'])('leaves %s to the contract', async (path) => {
    const { ask } = await openBookshop({}, paths(path));
    expect((await ask('GET', path.replace('{id}', 'x'))).status).toBe(204);
  });

  it('has to be a path', async () => {
    await expect(openUnheard({ controlPrefix: 'mock/' })).rejects.toThrow(
      'controlPrefix must be a path such as /_mock',
    );
  });
});
