import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { ProblemCode } from '../../src/base/catalogue.ts';
import { catalogue } from '../../src/base/catalogue.ts';
import type { JsonObject } from '../../src/base/json.ts';
import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { createMock } from '../../src/index.ts';
import { bookIds, bookshop } from './bookshop.ts';
import { openBookshop } from './open-bookshop.ts';

const [first = ''] = bookIds;
const moment = '2030-01-01T00:00:00.000Z';

describe('/_mock/worlds', () => {
  it('lists the world that is kept, and private ones with what they were made like', async () => {
    const { ask } = await openBookshop({ seed: 'house' });
    await ask('PUT', '/_mock/snapshots/s');
    await ask('PUT', '/_mock/worlds/a', {
      body: { from: 's', seed: 'x', now: moment, frozen: true },
    });
    await ask('DELETE', `/~b/books/${first}`);
    const { status, json } = await ask('GET', '/_mock/worlds');
    const times = { made_at: expect.any(String), used_at: expect.any(String) };
    const running = { now: expect.any(String), frozen: false };
    const begun = { from: null, scenario: null, seed: 'house', ...running };
    const fresh = { version: 0, changed: false };
    expect(status).toBe(200);
    expect(json).toEqual([
      {
        name: 'default',
        from: null,
        scenario: null,
        seed: 'house',
        ...running,
        version: 0,
        changed: false,
      },
      {
        name: 'a',
        from: 's',
        scenario: null,
        seed: 'x',
        now: moment,
        frozen: true,
        ...fresh,
        ...times,
      },
      { ...begun, name: 'b', version: 1, changed: true, ...times },
    ]);
    for (const name of ['default', 'a', 'b']) {
      expect((await ask('GET', `/_mock/worlds/${name}`)).json).toMatchObject({ name });
    }
  });

  it('makes a world, makes it anew, and drops it', async () => {
    const { ask } = await openBookshop();
    expect((await ask('PUT', '/_mock/worlds/a')).status).toBe(201);
    await ask('DELETE', `/~a/books/${first}`);
    expect((await ask('GET', '/~a/_mock/diff')).json).toHaveLength(1);
    const anew = await ask('PUT', '/_mock/worlds/a', { body: { frozen: true } });
    expect([anew.status, anew.json]).toMatchObject([200, { version: 0, frozen: true }]);
    expect((await ask('GET', '/~a/_mock/diff')).json).toEqual([]);
    expect((await ask('DELETE', '/_mock/worlds/a')).status).toBe(204);
    expect((await ask('GET', '/_mock/worlds/a')).status).toBe(404);
  });

  it.each<[string, unknown, ProblemCode, string]>([
    ['PUT a', { from: 'none' }, 'unknown-snapshot', 'There is no snapshot "none"'],
    ['PUT a', { now: 'soon' }, 'invalid-request', '/now'],
    ['PUT a', { now: '2016-12-31T23:59:60Z' }, 'invalid-request', '/now'],
    ['PUT a', { now: '9999-01-01T00:00:00Z' }, 'invalid-request', '/now'],
    ['PUT a', { frozen: 'yes' }, 'invalid-request', '/frozen'],
    ['PUT a', { seed: 7 }, 'invalid-request', '/seed'],
    ['PUT a', { base: 's' }, 'invalid-request', '/base'],
    ['PUT a', [], 'invalid-request', 'body'],
    ['PUT -a', {}, 'invalid-request', '/name'],
    ['PUT default', {}, 'invalid-world', 'the world that is kept'],
    ['DELETE default', undefined, 'invalid-world', 'the world that is kept'],
    ['DELETE b', undefined, 'unknown-world', 'There is no world "b"'],
    ['GET b', undefined, 'unknown-world', 'There is no world "b"'],
  ])('%s %j: %s', async (line, body, code, said) => {
    const [method = '', name = ''] = line.split(' ');
    const { ask } = await openBookshop();
    const refused = await ask(method, `/_mock/worlds/${name}`, { body });
    expect(refused.status).toBe(catalogue[code].status);
    expect(refused.json).toMatchObject({ type: `urn:problem-type:${code}` });
    expect(JSON.stringify(refused.json)).toContain(JSON.stringify(said).slice(1, -1));
    // What was refused has made nothing.
    expect((await ask('GET', '/_mock/worlds')).json).toHaveLength(1);
  });
});

describe('state, reset, differences and fixtures', () => {
  it('are those of the world that is named', async () => {
    const { ask } = await openBookshop();
    await ask('DELETE', `/~a/books/${first}`);
    const headers = { 'X-Stuntdouble-World': 'a' };
    const read = async (path: string): Promise<readonly unknown[]> => [
      (await ask('GET', `/~a/_mock${path}`)).status,
      (await ask('GET', `/_mock${path}/`, { headers })).status,
      (await ask('GET', `/_mock${path}`)).status,
    ];
    expect(await read(`/state/books/${first}`)).toEqual([404, 404, 200]);
    expect((await ask('GET', '/~a/_mock/state/none')).status).toBe(404);
    expect((await ask('POST', '/_mock/reset')).status).toBe(204);
    expect(await read(`/state/books/${first}`)).toEqual([404, 404, 200]);
    expect((await ask('POST', '/_mock/reset', { headers })).status).toBe(204);
    expect(await read(`/state/books/${first}`)).toEqual([200, 200, 200]);
  });

  it('tell what was changed, member by member', async () => {
    const { ask } = await openBookshop();
    await ask('PUT', `/~a/books/${first}`, { body: { title: 'Other' } });
    const { headers, json } = await ask('GET', '/~a/_mock/diff');
    expect(headers.get('Content-Type')).toBe('application/json-patch+json');
    expect(json).toEqual([{ op: 'replace', path: '/books/0/title', value: 'Other' }]);
  });

  it('can be started from: an export is a folder of fixtures', async () => {
    const { ask } = await openBookshop();
    await ask('POST', '/~a/books', { body: { title: 'New' } });
    await ask('DELETE', `/~a/books/${first}`);
    const { json } = await ask('GET', '/~a/_mock/fixtures');
    const folder = await writeFolder(bookshop());
    await mkdir(join(folder, 'exported'));
    for (const [name, records] of Object.entries(Object(json))) {
      await writeFile(join(folder, 'exported', `${name}.json`), JSON.stringify(records));
    }
    await cp(
      join(folder, 'fixtures', 'credentials.json'),
      join(folder, 'exported', 'credentials.json'),
    );
    await using mock = await createMock({
      contract: join(folder, 'openapi.json'),
      fixtures: join(folder, 'exported'),
    });
    expect({ books: mock.records('books') }).toEqual((await ask('GET', '/~a/_mock/state')).json);
  });

  it('of a collection of which nobody has said anything are not exported', async () => {
    const folder = await writeFolder({ 'openapi.json': bookshop()['openapi.json'] ?? '' });
    await using mock = await createMock({ contract: join(folder, 'openapi.json') });
    expect(mock.world('a').fixtures()).toEqual({});
  });
});

describe('/_mock/snapshots', () => {
  it('are saved, restored in any world, listed and dropped', async () => {
    const { ask } = await openBookshop();
    expect((await ask('GET', '/_mock/snapshots')).json).toEqual([]);
    await ask('DELETE', `/~a/books/${first}`);
    const saved = await ask('PUT', '/~a/_mock/snapshots/s');
    expect(saved.status).toBe(201);
    expect(saved.json).toEqual({ name: 's', world: 'a', saved_at: expect.any(String) });
    expect((await ask('PUT', '/~a/_mock/snapshots/s')).status).toBe(200);
    expect((await ask('POST', '/~b/_mock/snapshots/s/restore')).status).toBe(204);
    expect((await ask('POST', '/_mock/snapshots/s/restore')).status).toBe(204);
    for (const prefix of ['', '/~a', '/~b']) {
      expect((await ask('GET', `${prefix}/books/${first}`)).status).toBe(404);
    }
    expect((await ask('GET', '/_mock/snapshots')).json).toMatchObject([{ name: 's' }]);
    expect((await ask('GET', '/_mock/snapshots/s')).json).toMatchObject({ name: 's' });
    expect((await ask('DELETE', '/_mock/snapshots/s')).status).toBe(204);
    // A world that was made of it stays what it is.
    expect((await ask('GET', `/~b/books/${first}`)).status).toBe(404);
  });

  it.each([
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/restore'],
  ])('%s of one that is not there', async (method, rest) => {
    const { ask } = await openBookshop();
    await ask('PUT', '/_mock/snapshots/known');
    const refused = await ask(method, `/_mock/snapshots/none${rest}`);
    expect(refused.status).toBe(404);
    expect(refused.json).toMatchObject({
      type: 'urn:problem-type:unknown-snapshot',
      detail: 'There is no snapshot "none": there is "known".',
    });
  });
});

describe('/_mock/credentials', () => {
  const ann = { name: 'Ann', scheme: 'token', scopes: [] };

  it('lets somebody in, tells who is, and takes it back', async () => {
    const { ask } = await openBookshop();
    const minted = await ask('POST', '/~a/_mock/credentials', { body: ann });
    expect([minted.status, minted.json]).toEqual([
      201,
      { ...ann, value: expect.stringMatching(/^[\w-]{32}$/) },
    ]);
    const { value } = Object(minted.json);
    const headers = { Authorization: `Bearer ${value}` };
    const listed = (await ask('GET', '/~a/_mock/credentials')).json;
    expect(listed).toEqual([
      { name: 'Everyone', scheme: 'token', value: '…', scopes: [] },
      { ...ann, value: `${String(value).slice(0, 4)}…` },
    ]);
    expect((await ask('GET', '/~a/books', { headers })).status).toBe(200);
    expect((await ask('GET', '/~b/books', { headers })).status).toBe(401);
    expect((await ask('DELETE', '/~a/_mock/credentials/Ann')).status).toBe(204);
    expect((await ask('GET', '/~a/books', { headers })).status).toBe(401);
    expect((await ask('DELETE', '/~a/_mock/credentials/Ann')).status).toBe(404);
    expect((await ask('DELETE', '/~a/_mock/credentials/Everyone')).status).toBe(204);
    expect((await ask('GET', '/~a/books')).status).toBe(401);
    expect((await ask('GET', '/~b/books')).status).toBe(200);
    await ask('POST', '/~a/_mock/reset');
    expect((await ask('GET', '/~a/books')).status).toBe(200);
  });

  it('takes all that a file may say', async () => {
    const { ask } = await openBookshop();
    const label = 'for the import';
    const whole = { ...ann, value: 'v-1', expires_at: moment, only: { id: [first] }, label };
    const minted = await ask('POST', '/_mock/credentials', { body: whole });
    expect([minted.status, minted.json]).toEqual([201, whole]);
    const headers = { Authorization: 'Bearer v-1' };
    expect((await ask('GET', `/books/${first}`, { headers })).status).toBe(200);
    expect((await ask('GET', `/books/${bookIds[1]}`, { headers })).status).toBe(403);
    const listed = Object((await ask('GET', '/_mock/credentials')).json);
    expect(listed.at(-1)).toMatchObject({ name: 'Ann', label });
  });

  it('makes up names that nobody has', async () => {
    const { ask } = await openBookshop();
    const mint = async (body: object): Promise<unknown> =>
      Object((await ask('POST', '/~a/_mock/credentials', { body })).json).name;
    const nameless = { scheme: 'token', scopes: [] };
    expect(await mint(nameless)).toBe('minted-1');
    expect(await mint({ ...nameless, name: 'minted-3' })).toBe('minted-3');
    expect(await mint(nameless)).toBe('minted-4');
    expect((await ask('DELETE', '/~a/_mock/credentials/minted-4')).status).toBe(204);
    await ask('POST', '/~a/_mock/reset');
    expect(await mint(nameless)).toBe('minted-1');
  });

  it('makes up other values for others, and the same ones wherever the same is done', async () => {
    const play = async (seed: string): Promise<readonly unknown[]> => {
      const { ask } = await openBookshop();
      const mint = async (world: string): Promise<unknown> =>
        Object((await ask('POST', `/~${world}/_mock/credentials`, { body: ann })).json).value;
      await ask('PUT', '/_mock/worlds/c', { body: { seed } });
      return [await mint('a'), await mint('a'), await mint('b'), await mint('c')];
    };
    const values = await play('x');
    expect(new Set(values).size).toBe(4);
    expect(await play('x')).toEqual(values);
    expect((await play('y')).at(-1)).not.toBe(values.at(-1));
  });

  it('leaves everybody the own value, and mints the same one again', async () => {
    const { ask } = await openBookshop();
    const mint = async (body: object): Promise<readonly unknown[]> => {
      const { status, json } = await ask('POST', '/_mock/credentials', { body });
      return [status, Object(json).detail];
    };
    const known = { ...ann, value: 'ann-secret' };
    expect(await mint(known)).toEqual([201, undefined]);
    expect(await mint({ ...known, name: 'Imposter' })).toEqual([
      409,
      'The credential "Ann" in the world "default" has the same value for the scheme "token". Send another value, or none to have one made up, or revoke "Ann" first (DELETE /credentials/<name> of the control API).',
    ]);
    expect(await mint({ ...known, label: 'again' })).toEqual([201, undefined]);
    const listed = Object((await ask('GET', '/_mock/credentials')).json);
    expect(listed.map((entry: JsonObject) => [entry['name'], entry['label']])).toEqual([
      ['Everyone', undefined],
      ['Ann', 'again'],
    ]);
  });

  it.each<[object, string, string]>([
    [{ ...ann, value: 'a\nb' }, '/value', 'no header can hold, at position 1'],
    [{ ...ann, scheme: 'key' }, '/scheme', 'no security scheme "key": there is "token"'],
    [{ ...ann, scopes: ['x'] }, '/scopes', 'no operation asks for the scope "x"'],
    [{ ...ann, only: { shop: ['1'] } }, '/only', 'no path has a parameter "shop": there is "id"'],
    [{ ...ann, expires_at: '2016-12-31T23:59:60Z' }, '/expires_at', 'can not be told'],
    [{ ...ann, expires_at: 'soon' }, '/expires_at', 'date-time'],
    [{ ...ann, value: '' }, '/value', 'fewer than 1'],
    [{ ...ann, name: '' }, '/name', 'fewer than 1'],
    [{ ...ann, label: 7 }, '/label', 'must be a string'],
  ])('refuses %j', async (body, pointer, said) => {
    const { ask } = await openBookshop();
    const refused = await ask('POST', '/_mock/credentials', { body });
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({ type: 'urn:problem-type:invalid-request' });
    const [{ pointer: found, message }] = Object(refused.json).errors;
    expect(`${found} ${message}`).toContain(said);
    expect(found).toBe(pointer);
    expect((await ask('GET', '/_mock/credentials')).json).toHaveLength(1);
  });
});
