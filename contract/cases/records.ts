import type { Case, Expectation, Table } from '../case.ts';
import { single } from '../case.ts';
import type { Given } from '../given.ts';
import type { Segments } from '../requests.ts';
import { assetPath, getPage, pagePath, patchAsset, segment } from '../requests.ts';
import { direct, standInOnly } from './reasons.ts';

const notFound: Expectation = { status: 404, kind: 'record-not-found' };
const unknown = '00000000-0000-4000-8000-000000000000';

type Choose = (given: Given) => Segments;

function noPage(name: string, choose: Choose): Case {
  return single(
    `GET: ${name}`,
    (given) => getPage(given, { path: pagePath(given, choose(given)) }),
    notFound,
  );
}

function noAsset(name: string, choose: Choose): Case {
  return single(
    `PATCH: ${name}`,
    (given) => patchAsset(given, { path: assetPath(given, choose(given)) }),
    notFound,
  );
}

/** Names that an object has of itself, and that are no records all the same. */
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

/** What else may stand in a segment once it is encoded; none of it ends the segment. */
const encodings = [
  ['a slash', 'a%2Fb'],
  ['a question mark', 'a%3Fb'],
  ['a hash', 'a%23b'],
  ['a blank', 'a%20b'],
  ['a null byte', 'a%00b'],
  ['a percent sign', 'a%25b'],
  ['letters beyond ASCII', 'caf%C3%A9'],
  ['a plus sign as it is', 'a+b'],
] as const;

/** 404: the path is right, and there is no such record below its parents. */
export const records: Table = {
  title: '404 for a record',
  cases: [
    noAsset('an unknown asset', () => ({ asset: unknown })),
    noAsset('an unknown workspace', () => ({ workspace: 'no-such-workspace' })),
    noAsset('an asset below the wrong workspace', (given) => ({
      workspace: segment(given, 'OTHER_WORKSPACE'),
    })),
    noAsset('a page is no asset', (given) => ({ asset: segment(given, 'PAGE') })),
    noPage('an unknown page', () => ({ page: unknown })),
    noPage('an unknown project', () => ({ project: unknown })),
    noPage('an unknown workspace', () => ({ workspace: 'no-such-workspace' })),
    noPage('a page below the wrong project', (given) => ({
      project: segment(given, 'OTHER_PROJECT'),
    })),
    noPage('a page below the wrong workspace', (given) => ({
      workspace: segment(given, 'OTHER_WORKSPACE'),
    })),
    noPage('an asset is no page', (given) => ({ page: segment(given, 'ASSET') })),
    noPage('the project in place of the page', (given) => ({ page: segment(given, 'PROJECT') })),
    ...inherited.flatMap((name) => [
      noPage(`"${name}" is no page`, () => ({ page: name })),
      noPage(`"${name}" is no workspace`, () => ({ workspace: name })),
      noAsset(`"${name}" is no asset`, () => ({ asset: name })),
    ]),
    ...encodings.flatMap(([title, text]) => [
      noPage(`an identifier with ${title}`, () => ({ page: text })),
      noAsset(`an identifier with ${title}`, () => ({ asset: text })),
    ]),
    single(
      'GET: dots that are encoded are an identifier, not a way up',
      (given) => getPage(given, { path: pagePath(given, { page: '%2e%2e' }) }),
      notFound,
      { direct: direct.dots, standInOnly: standInOnly.dots },
    ),
    single(
      'GET: the refusal is a problem document whatever is accepted of a page',
      (given) =>
        getPage(given, {
          path: pagePath(given, { page: unknown }),
          headers: { accept: 'application/json' },
        }),
      notFound,
    ),
  ],
};
