import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

import { createTestFolder } from '../cli/temporary-folder.ts';
import { hostApp } from './host-app.ts';
import { askAt, openBookshop, openUnheard } from './open-bookshop.ts';

const built = join(import.meta.dirname, '..', '..', 'dist', 'index.js');
const probe = { get: { operationId: 'probe', responses: { 204: { description: 'Alive.' } } } };

describe('without a control API', () => {
  it.each([
    'GET /_mock',
    'GET /_mock/health',
    'GET /_mock/ready',
    'GET /_mock/state',
    'POST /_mock/reset',
    'GET /~a/_mock/state',
  ])('there is no operation for %s, with a token or without', async (line) => {
    const [method = '', path = ''] = line.split(' ');
    const { ask } = await openBookshop({ control: false, controlToken: 'secret' });
    for (const headers of [{}, { Authorization: 'Bearer secret' }]) {
      const { status, json } = await ask(method, path, { headers });
      expect([status, json]).toMatchObject([404, { type: 'urn:problem-type:unknown-path' }]);
      expect(JSON.stringify(json)).not.toContain('control API');
    }
  });

  it('its path belongs to the contract', async () => {
    const { ask } = await openBookshop({ control: false }, { '/_mock/health': probe });
    expect((await ask('GET', '/_mock/health')).status).toBe(204);
  });

  it('pages of other origins meet an ordinary path there', async () => {
    const { ask } = await openBookshop({ control: false }, { '/_mock/health': probe });
    const headers = { Origin: 'http://localhost:5173' };
    const { status, headers: said } = await ask('GET', '/_mock/health', { headers });
    expect([status, said.get('Access-Control-Allow-Origin')]).toEqual([204, headers.Origin]);
  });

  it('a test in the same process arranges and asks as ever', async () => {
    const { mock, ask } = await openBookshop({ control: false });
    mock.use({
      operation: 'listBooks',
      reply: { body: { data: [], next_cursor: 'bent' } },
      times: 1,
    });
    expect((await ask('GET', '/books')).json).toEqual({ data: [], next_cursor: 'bent' });
    expect((await ask('GET', '/~a/books')).status).toBe(200);
    expect(mock.requests()).toHaveLength(2);
    expect(mock.world('a').requests()).toHaveLength(1);
  });

  it('other machines make worlds by the token alone', async () => {
    const mock = await openUnheard({ control: false, controlToken: 'secret' });
    const ask = askAt(await hostApp(mock.app));
    const refused = await ask('GET', '/~a/books');
    const { type, detail }: Record<string, unknown> = Object(refused.json);
    expect([refused.status, type]).toEqual([404, 'urn:problem-type:unknown-world']);
    expect(detail).toMatch(
      /not made on first use: show the control token in X-Stuntdouble-Token\.$/,
    );
    const headers = { 'X-Stuntdouble-Token': 'secret' };
    expect((await ask('GET', '/~a/books', { headers })).status).toBe(200);
  });

  it.each([
    [true, 200],
    [false, 404],
  ])('none of its code is loaded (control: %j)', async (control, expected) => {
    const folder = await createTestFolder();
    const script = `
      const { createMock } = await import(${JSON.stringify(pathToFileURL(built))});
      const mock = await createMock({ control: ${control} });
      const { url } = await mock.listen();
      const { status } = await fetch(url + '/_mock/health');
      console.log(status);
      await mock.close();`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { env: { ...process.env, NODE_V8_COVERAGE: folder } },
    );
    expect(Number(stdout)).toBe(expected);
    const [file = ''] = await readdir(folder);
    const report = await readFile(join(folder, file), 'utf8');
    expect(report).toContain('/dist/server/entry-routes.js"');
    // No browser has asked for the console.
    expect(report).not.toContain('/dist/server/console-files/console-files.js"');
    for (const name of ['server/control/control-road', 'control/behaviors', 'control/local-client'])
      expect([name, report.includes(`/dist/${name}.js"`)]).toEqual([name, control]);
  });
});
