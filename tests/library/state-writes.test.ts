import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { createMock } from '../../src/index.ts';
import { bookIds, bookshop } from './bookshop.ts';
import { askAt, openBookshop } from './open-bookshop.ts';

const [first = '', second = ''] = bookIds;
const given = { id: first, title: 'Given', created_at: '2021-01-01T00:00:00Z' };
const other = { ...given, id: '9'.repeat(8) + '-1111-4111-8111-111111111111' };

describe('/_mock/state', () => {
  it('is written in the world that is named, and the service shows it', async () => {
    const { ask } = await openBookshop();
    const state = '/~a/_mock/state/books';
    expect((await ask('PUT', `${state}/${other.id}`, { body: other })).status).toBe(201);
    expect((await ask('PUT', `${state}/${other.id}/`, { body: other })).status).toBe(200);
    expect((await ask('GET', `/~a/books/${other.id}`)).json).toEqual(other);
    expect((await ask('GET', `/books/${other.id}`)).status).toBe(404);
    const headers = { 'Content-Type': 'application/merge-patch+json' };
    const patched = await ask('PATCH', `${state}/${first}`, { headers, body: { title: 'New' } });
    expect([patched.status, patched.json]).toMatchObject([200, { id: first, title: 'New' }]);
    expect((await ask('GET', `/~a/books/${first}`)).json).toMatchObject({ title: 'New' });
    expect((await ask('DELETE', `${state}/${first}`)).status).toBe(204);
    expect((await ask('GET', `/~a/books/${first}`)).status).toBe(404);
    expect((await ask('PUT', state, { body: [given] })).json).toEqual([given]);
    expect((await ask('GET', '/~a/books')).json).toMatchObject({ data: [given] });
    expect((await ask('PATCH', state, { body: [other, { id: first, title: 'X' }] })).json).toEqual([
      other,
      { ...given, title: 'X' },
    ]);
    const whole = { books: [other] };
    expect((await ask('PATCH', '/~a/_mock/state', { body: whole })).json).toEqual(whole);
    expect((await ask('PUT', '/~a/_mock/state/', { body: whole })).json).toEqual(whole);
    expect((await ask('GET', '/~a/_mock/state')).json).toEqual(whole);
    expect((await ask('DELETE', state)).status).toBe(204);
    expect((await ask('GET', '/~a/books')).json).toMatchObject({ data: [] });
    expect((await ask('GET', '/_mock/state/books')).json).toHaveLength(3);
  });

  it.each<[string, string, unknown, string]>([
    ['PUT', `books/${first}`, { ...given, title: 7 }, '/title'],
    ['PATCH', `books/${first}`, { title: null }, '/title'],
    ['PUT', 'books', [given, { ...other, title: 7 }], '/1/title'],
    ['PATCH', 'books', [{ id: second, title: 7 }], '/0/title'],
    ['PUT', '', { books: [given, given] }, '/books/1/id'],
    ['PATCH', '', { books: [{ ...given, title: 7 }] }, '/books/0/title'],
    ['PUT', 'books', given, ''],
    ['PUT', 'books', [[]], '/0'],
    ['PATCH', '', { books: {} }, '/books'],
  ])('%s %s %j tells what is wrong, and changes nothing', async (method, path, body, pointer) => {
    const { ask, mock } = await openBookshop();
    const refused = await ask(method, `/_mock/state/${path}`, { body });
    expect([refused.status, refused.json]).toMatchObject([
      400,
      { type: 'urn:problem-type:invalid-request', errors: [{ in: 'body', pointer }] },
    ]);
    expect(mock.world('default').diff()).toEqual([]);
  });

  it('takes what breaks the schema where nobody checks it, and the service shows the breach', async () => {
    const { ask } = await openBookshop();
    const path = `/_mock/state/books/${first}?check=false`;
    expect((await ask('PATCH', path, { body: { title: [7] } })).json).toMatchObject({ title: [7] });
    const broken = await ask('GET', `/books/${first}`);
    expect([broken.status, broken.json]).toMatchObject([
      500,
      { type: 'urn:problem-type:contract-breach', detail: expect.stringContaining('/title') },
    ]);
  });

  it('is kept on the disk, as all other changes are', async () => {
    const folder = await writeFolder(bookshop());
    const options = { contract: join(folder, 'openapi.json'), data: join(folder, 'data') };
    {
      await using mock = await createMock(options);
      const ask = askAt((await mock.listen()).url);
      expect((await ask('PUT', '/_mock/state/books', { body: [other] })).status).toBe(200);
      await ask('PUT', `/_mock/state/books/${first}`, { body: given });
      await ask('PUT', `/_mock/state/books/${second}?check=false`, { body: {} });
      expect(mock.records('books')).toEqual([other, given, { id: second }]);
    }
    const notices: string[] = [];
    await using again = await createMock({
      ...options,
      onNotice: ({ message }) => notices.push(message),
    });
    expect(again.records('books')).toEqual([other, given]);
    expect(notices.join()).toContain('not served: books[2] /title is required');
  });
});

describe('a handle on a world', () => {
  it('replaces, merges and removes records', async () => {
    const { ask, mock } = await openBookshop();
    const world = mock.world('a');
    await world.replace('books', [given, other]);
    expect(world.records('books')).toEqual([given, other]);
    await world.merge('books', [{ id: first, title: 'New' }]);
    await world.remove('books', other.id);
    const shown = [{ ...given, title: 'New' }];
    expect(world.records('books')).toEqual(shown);
    expect((await ask('GET', '/~a/books')).json).toMatchObject({ data: shown });
    const broken = [{ ...given, title: 7 }];
    await expect(world.merge('books', broken)).rejects.toThrow('body /0/title: must be a string');
    await expect(world.replace('none', [])).rejects.toThrow('There is no collection "none"');
    await expect(world.remove('books', 'none')).rejects.toThrow('There is no "none" in books');
    await world.merge('books', broken, { check: false });
    expect(world.records('books')).toEqual(broken);
    expect(mock.world('default').diff()).toEqual([]);
  });
});

describe('records of which nobody has said anything', () => {
  it('are changed and taken away as they were shown, and complete when they are written', async () => {
    const folder = await writeFolder({ 'openapi.json': bookshop()['openapi.json'] ?? '' });
    const data = join(folder, 'data');
    // They fit on one page.
    const options = { contract: join(folder, 'openapi.json'), data, records: 3 };
    {
      await using mock = await createMock(options);
      const ask = askAt((await mock.listen()).url);
      const made = Object((await ask('GET', '/books')).json).data;
      const [one, two] = made;
      const patched = await ask('PATCH', `/_mock/state/books/${one.id}`, {
        body: { title: 'Mine' },
      });
      expect(patched.json).toEqual({ ...one, title: 'Mine' });
      expect((await ask('GET', `/books/${one.id}`)).json).toEqual({ ...one, title: 'Mine' });
      expect((await ask('DELETE', `/_mock/state/books/${two.id}`)).status).toBe(204);
      expect((await ask('GET', `/books/${two.id}`)).status).toBe(404);
      expect(Object((await ask('GET', '/books')).json).data).toHaveLength(made.length - 1);
      await ask('PUT', '/_mock/state/books', { body: [given] });
      expect(Object((await ask('GET', '/books')).json).data).toEqual([given]);
      await ask('DELETE', '/_mock/state/books/');
      expect(Object((await ask('GET', '/books')).json).data).toEqual([]);
    }
    await using again = await createMock(options);
    const ask = askAt((await again.listen()).url);
    expect(Object((await ask('GET', '/books')).json).data).toEqual([]);
    expect((await ask('POST', '/_mock/reset')).status).toBe(204);
    expect(Object((await ask('GET', '/books')).json).data).not.toEqual([]);
  });
});
