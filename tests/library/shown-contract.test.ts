import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { createMock } from '../../src/index.ts';
import { browse, contractOf, lamps, openLamps as open, responses } from './open-lamps.ts';

describe('the contract as it is served', () => {
  it('is shown as JSON and as YAML, with this server as its only one', async () => {
    const { url } = await open();
    const json = await fetch(`${url}/openapi.json`);
    expect(json.headers.get('Content-Type')).toBe('application/json');
    expect(await json.json()).toMatchObject({
      info: { title: 'Lamps & <b>Shades</b>' },
      servers: [{ url: '/' }],
      paths: { '/lamps': { post: expect.not.objectContaining({ servers: expect.anything() }) } },
    });
    const yaml = await fetch(`${url}/openapi.yaml`);
    expect(yaml.headers.get('Content-Type')).toBe('application/yaml');
    expect(await yaml.text()).toMatch(/^openapi: 3\.1\.0\ninfo:\n[^]*\nservers:\n {2}- url: \/\n/);
  });

  it('leads to this server in Swagger 2.0, too', async () => {
    const { url } = await open({
      swagger: '2.0',
      info: { title: 'Old', version: '1' },
      host: 'api.example.com',
      basePath: '/v1',
      schemes: ['https'],
      paths: { '/lamps': { get: { responses: { 200: { description: 'Done.' } } } } },
    });
    const shown: unknown = await (await fetch(`${url}/openapi.json`)).json();
    expect(Object.keys(Object(shown))).toEqual(['swagger', 'info', 'paths']);
  });

  it('has the overlay in force', async () => {
    const overlay = {
      overlay: '1.0.0',
      info: { title: 'More', version: '1' },
      actions: [{ target: '$.info', update: { title: 'Lanterns' } }],
    };
    const folder = await writeFolder({ 'more.json': JSON.stringify(overlay) });
    const { url } = await open(lamps, { overlay: join(folder, 'more.json') });
    expect(await (await fetch(`${url}/openapi.json`)).json()).toMatchObject({
      info: { title: 'Lanterns' },
    });
    expect(await (await browse(url)).text()).toContain('<title>Lanterns</title>');
  });

  it('is one of several by its name, and without one the names are told', async () => {
    const folder = await writeFolder({
      'lamps.json': JSON.stringify(lamps),
      'shops.json': JSON.stringify(contractOf({ '/shops': { get: { responses } } })),
    });
    const files = ['lamps.json', 'shops.json'].map((name) => join(folder, name));
    const mock = await createMock({ contract: files });
    onTestFinished(() => mock.close());
    const { url } = await mock.listen();
    const refused = await fetch(`${url}/openapi.json`);
    expect([refused.status, await refused.json()]).toEqual([
      404,
      expect.objectContaining({
        detail:
          'Several contracts are served. There is: /openapi.json?name=lamps.json, /openapi.json?name=shops.json.',
      }),
    ]);
    expect((await fetch(`${url}/openapi.json?name=other`)).status).toBe(404);
    const one = await fetch(`${url}/openapi.json?name=shops.json`);
    expect(await one.json()).toMatchObject({ paths: { '/shops': {} } });
    expect(await (await browse(url)).text()).toContain('href="./openapi.yaml?name=shops.json"');
  });
});
