import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadSchemas } from '../../contract/contract-text.test-kit.ts';
import { parseSource } from '../../text/source.ts';
import type { CredentialRules } from './credentials.ts';
import { createBook } from './book.ts';
import { compileCredentials, credentialsSchema } from './credentials.ts';

const writer = { name: 'Writer', scheme: 'key', value: 'k-1', scopes: ['read', 'write'] };

async function rules(): Promise<CredentialRules> {
  const { validators } = await loadSchemas({});
  return {
    check: validators.checkOwn(credentialsSchema),
    schemes: new Set(['key', 'token']),
    scopes: new Set(['read', 'write']),
    pathParameters: new Set(['shop_slug', 'id']),
    pairs: new Set(['login']),
    findValueFault: (_, value) => (value === 'never' ? 'can not be sent' : undefined),
    spell: (_, value) => value.toLowerCase(),
  };
}

async function compile(entries: JsonValue): Promise<ReturnType<typeof compileCredentials>> {
  const text = JSON.stringify(entries, undefined, 1);
  return compileCredentials(parseSource('credentials.json', text), await rules());
}

async function faultsOf(entries: JsonValue): Promise<readonly string[]> {
  const { complaints } = await compile(entries);
  return complaints.map(({ pointer, message }) => `${pointer} ${message}`);
}

describe('a book of credentials', () => {
  it('finds them by their scheme and their value', async () => {
    const { book, complaints } = await compile([
      writer,
      { ...writer, scheme: 'token', scopes: [] },
    ]);
    expect(complaints).toEqual([]);

    expect(book.entries).toHaveLength(2);
    expect(book.find('key', 'k-1')?.scopes).toEqual(['read', 'write']);
    expect(book.find('token', 'k-1')?.scopes).toEqual([]);
    expect(book.find('key', 'K-1')).toBeUndefined();
    expect(book.find('key', '')).toBeUndefined();
    expect(book.find('', 'k-1')).toBeUndefined();
  });

  it('knows when they end and how far they reach', async () => {
    const { book } = await compile([
      { ...writer, expires_at: '2030-01-02T03:04:05Z', only: { shop_slug: ['a', 'b'], id: [] } },
    ]);
    expect(book.entries).toEqual([
      {
        ...writer,
        expiresAt: Date.UTC(2030, 0, 2, 3, 4, 5),
        only: new Map([
          ['shop_slug', ['a', 'b']],
          ['id', []],
        ]),
      },
    ]);
  });

  it('says nothing of ends and reach where nothing is said', async () => {
    const [entry] = (await compile([writer])).book.entries;
    expect(entry?.expiresAt).toBeUndefined();
    expect(entry?.only.size).toBe(0);
  });

  it.each<[string, string, number]>([
    ['an offset', '2030-01-01T02:00:00+02:00', Date.UTC(2030, 0, 1)],
    ['small letters', '2030-01-01t00:00:00z', Date.UTC(2030, 0, 1)],
    ['fractions', '2030-01-01T00:00:00.5Z', Date.UTC(2030, 0, 1, 0, 0, 0, 500)],
    ['a leap second', '2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1)],
  ])('reads an end with %s, or refuses it: it never takes it for no end', async (_, text, end) => {
    const { book, complaints } = await compile([{ ...writer, expires_at: text }]);
    const found = book.entries[0]?.expiresAt ?? Number.NaN;
    expect(complaints.length > 0 || Math.abs(found - end) <= 1000).toBe(true);
  });

  it('is empty without entries', () => {
    const book = createBook([]);
    expect([book.entries, book.find('key', 'k-1')]).toEqual([[], undefined]);
  });

  it('is empty where there is no file', async () => {
    const { book, complaints } = compileCredentials(undefined, await rules());
    expect([book.entries, complaints]).toEqual([[], []]);
  });
});

describe('a fault of the credentials', () => {
  it.each<[string, JsonValue, string]>([
    ['no array', {}, ' must be an array, but is an object'],
    ['no object', ['k-1'], '/0 must be an object, but is the string "k-1"'],
    [
      'an empty value',
      [{ ...writer, value: '' }],
      '/0/value must NOT have fewer than 1 characters',
    ],
    [
      'scopes that are no list',
      [{ ...writer, scopes: 'read' }],
      '/0/scopes must be an array, but is the string "read"',
    ],
    [
      'a scope that is no text',
      [{ ...writer, scopes: [1] }],
      '/0/scopes/0 must be a string, but is the number 1',
    ],
    [
      'an end that is no time',
      [{ ...writer, expires_at: 'tomorrow' }],
      '/0/expires_at must be of the format "date-time", but is the string "tomorrow"',
    ],
    [
      'a reach that is no list',
      [{ ...writer, only: { id: 'a' } }],
      '/0/only/id must be an array, but is the string "a"',
    ],
    [
      'a member too many',
      [{ ...writer, scope: 'x' }],
      '/0/scope is not known here: did you mean "scopes"?',
    ],
    [
      'an unknown scheme',
      [{ ...writer, scheme: 'kee' }],
      '/0/scheme the contract has no security scheme "kee": did you mean "key"?',
    ],
    [
      'an unknown scope',
      [{ ...writer, scopes: ['read', 'reed'] }],
      '/0/scopes no operation asks for the scope "reed": did you mean "read"?',
    ],
    [
      'an unknown path parameter',
      [{ ...writer, only: { shop: ['a'] } }],
      '/0/only no path has a parameter "shop": did you mean "shop_slug"?',
    ],
    [
      'a value twice',
      [writer, { ...writer, name: 'Other' }],
      '/1/value an earlier credential has the same value',
    ],
    [
      'a value twice, written another way',
      [writer, { ...writer, name: 'Other', value: 'K-1' }],
      '/1/value an earlier credential has the same value',
    ],
    ['a value that never comes', [{ ...writer, value: 'never' }], '/0/value can not be sent'],
  ])('is told: %s', async (_, entries, fault) => {
    expect(await faultsOf(entries)).toEqual([fault]);
  });

  it.each(['name', 'scheme', 'value', 'scopes'])('is told: no %s', async (member) => {
    const entry: JsonObject = Object.fromEntries(
      Object.entries(writer).filter(([name]) => name !== member),
    );
    expect(await faultsOf([entry])).toEqual([`/0/${member} is required, but missing`]);
  });

  it('comes with all others, each with its line', async () => {
    const { complaints } = await compile([
      { ...writer, scheme: 'kee' },
      { ...writer, value: 'k-2', scopes: ['reed'], only: { shop: [] } },
    ]);
    expect(complaints.map(({ line, pointer }) => `${line} ${pointer}`)).toEqual([
      '4 /0/scheme',
      '15 /1/scopes',
      '18 /1/only',
    ]);
  });

  it('leaves no way in', async () => {
    expect((await compile([{ ...writer, value: '' }])).book.entries).toEqual([]);
  });
});
