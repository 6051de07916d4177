import type { Case, Expectation, Table } from '../case.ts';
import { single } from '../case.ts';
import type { Given } from '../given.ts';
import type { Headers, Subject } from '../requests.ts';
import { subjects, withKey, withToken } from '../requests.ts';

/** The referee knows only one spelling of the scheme, where RFC 9110 has any. */
const spelling = 'the scheme is not spelt "Bearer"';
const noCredential = 'there is no credential where one belongs';

const missing: Expectation = { status: 401, kind: 'missing-credentials', challenge: {} };
const invalid: Expectation = { status: 401, kind: 'invalid-credentials', challenge: {} };

/** Ways to send a good credential. */
const good: readonly (readonly [string, (given: Given) => Headers, objection?: string])[] = [
  ['bearer', (given) => ({ authorization: `bearer ${given.value('TOKEN_ALL')}` }), spelling],
  ['BEARER', (given) => ({ authorization: `BEARER ${given.value('TOKEN_ALL')}` }), spelling],
  ['bEaReR', (given) => ({ authorization: `bEaReR ${given.value('TOKEN_ALL')}` }), spelling],
  ['more than one blank', (given) => ({ authorization: `Bearer   ${given.value('TOKEN_ALL')}` })],
  ['AUTHORIZATION', (given) => ({ AUTHORIZATION: `Bearer ${given.value('TOKEN_ALL')}` })],
  ['X-API-KEY', (given) => ({ 'X-API-KEY': given.value('KEY_ALL') })],
  ['X-Api-Key', (given) => ({ 'X-Api-Key': given.value('KEY_ALL') })],
];

/** Ways to send one in vain. */
const vain: readonly (readonly [
  string,
  (given: Given) => Headers,
  Expectation,
  objection?: string,
])[] = [
  ['a scheme without a token', () => ({ authorization: 'Bearer' }), invalid, noCredential],
  [
    'another scheme',
    (given) => ({ authorization: `Basic ${given.value('TOKEN_ALL')}` }),
    missing,
    noCredential,
  ],
  [
    'a token without a scheme',
    (given) => ({ authorization: given.value('TOKEN_ALL') }),
    missing,
    noCredential,
  ],
  [
    'a token right behind its scheme',
    (given) => ({ authorization: `Bearer${given.value('TOKEN_ALL')}` }),
    missing,
    noCredential,
  ],
  ['an API key as a token', (given) => withToken(given.value('KEY_ALL')), invalid],
  ['a token as an API key', (given) => withKey(given.value('TOKEN_ALL')), invalid],
  ['an API key and more', (given) => withKey(`${given.value('KEY_ALL')}x`), invalid],
  ['a token and more', (given) => withToken(`${given.value('TOKEN_ALL')}x`), invalid],
  ['the start of an API key', (given) => withKey(given.value('KEY_ALL').slice(0, -1)), invalid],
  ['the start of a token', (given) => withToken(given.value('TOKEN_ALL').slice(0, -1)), invalid],
  ['an API key in other case', (given) => withKey(swapCase(given.value('KEY_ALL'))), invalid],
  ['a token in other case', (given) => withToken(swapCase(given.value('TOKEN_ALL'))), invalid],
  ['two API keys in one', (given) => withKey(`${given.value('KEY_ALL')}, x`), invalid],
  [
    'an API key in a cookie',
    (given) => ({ cookie: `X-API-Key=${given.value('KEY_ALL')}` }),
    missing,
    noCredential,
  ],
];

/** Query parameters that hold credentials elsewhere; here the query holds none. */
const queries = [
  (given: Given): string => `X-API-Key=${encodeURIComponent(given.value('KEY_ALL'))}`,
  (given: Given): string => `access_token=${encodeURIComponent(given.value('TOKEN_ALL'))}`,
];

function casesFor({ id, build, path, success }: Subject): readonly Case[] {
  return [
    ...good.map(([title, credentials, objection]) =>
      single(
        `${id}: ${title} will do`,
        (given) => build(given, { credentials: credentials(given) }),
        { status: success },
        { objection },
      ),
    ),
    ...vain.map(([title, credentials, expectation, objection]) =>
      single(
        `${id}: ${title} will not do`,
        (given) => build(given, { credentials: credentials(given) }),
        expectation,
        { objection },
      ),
    ),
    ...queries.map((query, index) =>
      single(
        `${id}: ${index === 0 ? 'an API key' : 'a token'} in the query will not do`,
        (given) => build(given, { credentials: {}, path: `${path(given)}?${query(given)}` }),
        missing,
        { objection: noCredential },
      ),
    ),
  ];
}

export const carriers: Table = {
  title: 'how credentials are sent',
  cases: subjects.flatMap(casesFor),
};

function swapCase(text: string): string {
  const upper = text.toUpperCase();
  return upper === text ? text.toLowerCase() : upper;
}
