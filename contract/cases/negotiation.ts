import type { Table } from '../case.ts';
import { single } from '../case.ts';
import { getPage, pagePath, patchAsset } from '../requests.ts';
import { direct, standInOnly } from './reasons.ts';

/** `Accept` headers that let JSON through (RFC 9110, section 12.5.1). */
const accepting = [
  'application/json',
  'APPLICATION/JSON',
  'application/*',
  '*/*',
  'application/json;q=0.001',
  'application/json; q=1.0',
  'text/html, application/json',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html, application/*;q=0.5',
  'text/html;q=0, */*',
  '*/*;q=0, application/json',
  'application/*;q=0, application/json;q=0.1',
  'text/html , , application/json',
];

const refusing = [
  'text/html',
  'text/*',
  'application/xml',
  'image/png, text/html;q=0.5',
  'application/problem+json',
  'application/vnd.api+json',
  'application/json;q=0',
  'application/json;q=0.000',
  '*/*;q=0',
  'application/json;q=0, */*',
  'application/*;q=0, text/html',
];

const garbage = ['garbage', ';;;', '/', '*', 'application', ',,', '\u00fc/\u00fc', 'q=0'];

/** What `Accept` does, and what it does not. */
export const negotiation: Table = {
  title: 'Accept',
  cases: [
    ...accepting.map((accept) =>
      single(`GET 200: ${accept}`, (given) => getPage(given, { headers: { accept } }), {
        status: 200,
      }),
    ),
    ...refusing.map((accept) =>
      single(`GET 406: ${accept}`, (given) => getPage(given, { headers: { accept } }), {
        status: 406,
        kind: 'not-acceptable',
      }),
    ),
    ...garbage.map((accept) =>
      single(
        `GET 200: "${accept}" is ignored`,
        (given) => getPage(given, { headers: { accept } }),
        { status: 200 },
        { standInOnly: standInOnly.garbage, direct: direct.noAccept },
      ),
    ),
    single(
      'GET 406: garbage beside a type that is not ours',
      (given) => getPage(given, { headers: { accept: 'garbage, text/html' } }),
      { status: 406, kind: 'not-acceptable' },
      { standInOnly: standInOnly.garbage },
    ),
    single(
      'GET 200: no Accept',
      (given) => getPage(given),
      { status: 200 },
      { direct: direct.noAccept },
    ),
    single(
      'GET 200: an empty Accept',
      (given) => getPage(given, { headers: { accept: '' } }),
      { status: 200 },
      { standInOnly: standInOnly.garbage, direct: direct.noAccept },
    ),
    single(
      'PATCH 204: a reply without a body is acceptable to all',
      (given) => patchAsset(given, { headers: { accept: 'text/html' } }),
      { status: 204 },
    ),
    single(
      'PATCH 204: even to who accepts nothing',
      (given) => patchAsset(given, { headers: { accept: '*/*;q=0' } }),
      { status: 204 },
    ),
    single(
      'PATCH 400: a refusal is a problem document, accepted or not',
      (given) => patchAsset(given, { body: '[]', headers: { accept: 'text/html' } }),
      { status: 400, kind: 'invalid-request' },
      { objection: 'the body is no object' },
    ),
    single(
      'GET 404: a refusal is a problem document, whichever JSON is accepted',
      (given) =>
        getPage(given, {
          path: pagePath(given, { page: 'unknown' }),
          headers: { accept: 'application/json' },
        }),
      { status: 404, kind: 'record-not-found' },
    ),
  ],
};
