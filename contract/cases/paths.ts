import type { Case, Table } from '../case.ts';
import { single } from '../case.ts';
import type { Given } from '../given.ts';
import { assetPath, getPage, pagePath, patchAsset } from '../requests.ts';
import { direct, standInOnly } from './reasons.ts';

const noRoute = 'the contract has no such path';
const noMethod = 'the path has no such method';

const unknownPath = { status: 404, kind: 'unknown-path' } as const;

/** Paths that resemble those of the contract. */
const strangers: readonly (readonly [string, (given: Given) => string])[] = [
  ['one that resembles nothing', () => '/no-such-path/'],
  ['the start of all', () => '/api/v1/'],
  [
    'the workspace',
    (given) => `/api/v1/workspaces/${given.value('WORKSPACE')}/stuntdouble-no-such/`,
  ],
  ['another version', (given) => pagePath(given).replace('/v1/', '/v0/')],
  ['letters in another case', (given) => pagePath(given).replace('/pages/', '/PAGES/')],
  ['a segment too many', (given) => `${pagePath(given)}no-such-part/`],
];

/** What a path of the contract has, and what it has not. */
const methods: readonly (readonly [title: string, path: (given: Given) => string, Methods])[] = [
  [
    'the page',
    pagePath,
    { allow: ['GET', 'HEAD'], refused: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] },
  ],
  [
    'the asset',
    assetPath,
    { allow: ['PATCH'], refused: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'] },
  ],
];

interface Methods {
  readonly allow: readonly string[];
  readonly refused: readonly string[];
}

const methodCases: readonly Case[] = methods.flatMap(([title, path, { allow, refused }]) =>
  refused.map((method) =>
    single(
      `405: ${method} of ${title}`,
      (given) => getPage(given, { method, path: path(given) }),
      { status: 405, kind: 'method-not-allowed', allow },
      {
        standInOnly: standInOnly.methods,
        ...(method === 'HEAD' ? { direct: direct.head } : { objection: noMethod }),
      },
    ),
  ),
);

/** 404 for a path, 405 for a method, and what a path may carry along. */
export const paths: Table = {
  title: 'paths and methods',
  cases: [
    ...strangers.map(([title, path]) =>
      single(`404: ${title}`, (given) => getPage(given, { path: path(given) }), unknownPath, {
        objection: noRoute,
      }),
    ),
    {
      name: '404: the page without its trailing slash; the path that exists is named',
      steps: (given) => [
        {
          request: getPage(given, { path: pagePath(given).slice(0, -1) }),
          expect: { ...unknownPath, detail: [pagePath(given)] },
          objection: noRoute,
        },
      ],
    },
    {
      name: '404: the asset without its trailing slash; the path that exists is named',
      steps: (given) => [
        {
          request: patchAsset(given, { path: assetPath(given).slice(0, -1) }),
          expect: { ...unknownPath, detail: [assetPath(given)] },
          objection: noRoute,
        },
      ],
    },
    single(
      '404: the page without its trailing slash, and a query',
      (given) => getPage(given, { path: `${pagePath(given).slice(0, -1)}?a=b` }),
      unknownPath,
      { objection: noRoute },
    ),
    single(
      '404: a slash too many at the end',
      (given) => getPage(given, { path: `${pagePath(given)}/` }),
      unknownPath,
      { direct: direct.dots, standInOnly: standInOnly.dots },
    ),
    single(
      '404: a segment of no characters is no identifier',
      (given) => getPage(given, { path: pagePath(given, { workspace: '' }) }),
      unknownPath,
      { direct: direct.dots, standInOnly: standInOnly.dots },
    ),
    ...methodCases,
    single(
      '200: unknown query parameters are ignored',
      (given) => getPage(given, { path: `${pagePath(given)}?expand=all&page_id=other&x` }),
      { status: 200 },
    ),
    single(
      '204: unknown query parameters are ignored',
      (given) => patchAsset(given, { path: `${assetPath(given)}?is_uploaded=false` }),
      { status: 204 },
    ),
    single(
      '200: a broken escape in a query that nobody reads',
      (given) => getPage(given, { path: `${pagePath(given)}?x=%zz` }),
      { status: 200 },
      { direct: direct.escape },
    ),
    single(
      '200: a body of a GET that nobody reads',
      (given) => getPage(given, { body: '{"is_uploaded":"no"}' }),
      { status: 200 },
      { direct: direct.getBody, standInOnly: standInOnly.gateways },
    ),
  ],
};
