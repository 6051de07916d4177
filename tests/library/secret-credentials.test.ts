import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import type { Notice } from '../../src/index.ts';
import { patience } from '../patience.ts';
import { contractOf, openTraffic } from './secret-traffic.ts';

const anything = { 'application/json': { schema: {} } };
const contract = contractOf(
  {
    'POST /notes': { requestBody: { content: anything } },
    'GET /notes/{id}': {},
    'GET /locked': { security: [{ key: [] }] },
  },
  {
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Entrance' },
        pair: { type: 'http', scheme: 'basic' },
      },
    },
  },
);
const file = (...values: readonly string[]): readonly object[] =>
  values.map((value, at) => ({
    name: `Kept ${at}`,
    scheme: value.includes(':') ? 'pair' : 'key',
    value,
    scopes: [],
  }));
const files = { ...contract, 'fixtures/credentials.json': file('Zq7-file', 'ann:Zq7-password') };
const token = 'Zq7-control-token-of-the-server';
const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
const base64 = (text: string): string => Buffer.from(text).toString('base64');

it.each(['Zq7-file', 'Zq7-password', 'ann:Zq7-password', 'Zq7-minted', token])(
  'a credential is hidden in all that a client sends: %s',
  async (value) => {
    const notices: string[] = [];
    const onNotice = ({ message }: Notice): void => void notices.push(message);
    const { mock, ask, heard } = await openTraffic(files, { controlToken: token, onNotice });
    mock.world('default').mint({ name: 'M', scheme: 'key', scopes: [], value: 'Zq7-minted' });
    const encoded = encodeURIComponent(value);
    await ask('/notes', post({ note: `it is x${value}y`, list: [`a,${value}`], [value]: 1 }));
    await ask('/notes', post({ deep: JSON.stringify({ a: [`"${value}"`] }), b: base64(value) }));
    await ask('/notes', post({ [`is-${value}`]: { a: `https://a.test/${encoded}?b=${encoded}` } }));
    await ask(`/notes/a${encoded}b?${encoded}&${encoded}=1&list=a,${encoded}`);
    await ask(`/none/${encoded}.txt`, { headers: { 'X-Note': `a ${value}, b` } });
    await ask('/notes/a', { headers: { 'X-Stuntdouble-World': value } });
    await ask('/notes', { ...post({}), headers: { Origin: value } });
    await ask(`/~${encoded}/notes/a`);
    await ask('/notes/a', { headers: { Cookie: `${encoded}=1; a=${value}` } });
    await ask('/notes/a', { headers: { 'X-Note': `Basic ${base64(`ann:${value}`)}` } });
    expect(notices.join()).toContain('--cors-origin');
    const texts = {
      notices: notices.join(),
      log: JSON.stringify(heard),
      journal: JSON.stringify(mock.requests()),
    };
    for (const [where, shown] of Object.entries({
      ...texts,
      coverage: JSON.stringify(mock.coverage()),
    })) {
      expect(shown.match(/.{0,80}Zq7.{0,30}/)?.[0], where).toBeUndefined();
      expect(shown).not.toContain(base64(value).slice(0, -3));
    }
  },
);

it('a credential is hidden where it is the name of a header', async () => {
  const { mock, ask } = await openTraffic({
    ...files,
    'fixtures/credentials.json': file('zq7-lower'),
  });
  await ask('/notes/a', { headers: { 'zq7-lower': 'a' } });
  expect(mock.requests()).toHaveLength(1);
  expect(JSON.stringify(mock.requests())).not.toContain('zq7');
});

it('a credential stays hidden when its world is dropped', async () => {
  const { mock, ask } = await openTraffic(files);
  const world = mock.world('short');
  world.mint({ name: 'M', scheme: 'key', scopes: [], value: 'Zq7-of-a-world' });
  await ask('/~short/notes', post({ note: 'Zq7-of-a-world' }));
  await ask('/notes', post({ note: 'see Zq7-of-a-world' }));
  world.drop();
  expect(mock.requests()).toHaveLength(2);
  expect(JSON.stringify(mock.requests())).not.toContain('Zq7');
});

it('a credential stays hidden when its file is loaded again without it', async () => {
  const notices: string[] = [];
  const { mock, ask, folder } = await openTraffic(files, {
    watch: true,
    onNotice: ({ message }) => notices.push(message),
  });
  await ask('/notes', post({ note: 'see Zq7-file' }));
  const changed = JSON.stringify(file('Zq7-other'));
  await writeFile(join(folder, 'fixtures', 'credentials.json'), changed);
  await vi.waitFor(() => expect(mock.credentials).toHaveLength(1), patience);
  await ask('/notes', post({ note: 'see Zq7-other and Zq7-file' }));
  expect(mock.requests()).toHaveLength(2);
  expect(JSON.stringify(mock.requests())).not.toContain('Zq7');
});
