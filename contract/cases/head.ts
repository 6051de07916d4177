import type { Expectation, Step, Table } from '../case.ts';
import type { Response } from '../exchange.ts';
import type { Given } from '../given.ts';
import type { Changes } from '../requests.ts';
import { getPage, pagePath } from '../requests.ts';
import { direct } from './reasons.ts';

type Choose = (given: Given) => Changes;

const compared = ['content-type', 'content-length', 'www-authenticate', 'allow'];

/** GET and HEAD of the same, which must differ by nothing but the body. */
const pairs: readonly (readonly [string, Choose, Expectation])[] = [
  ['200', () => ({}), { status: 200 }],
  ['400', (given) => ({ path: pagePath(given, { page: '%zz' }) }), { status: 400 }],
  ['401', () => ({ credentials: {} }), { status: 401, challenge: {} }],
  [
    '403',
    (given) => ({ credentials: { 'x-api-key': given.value('KEY_NONE') } }),
    { status: 403, challenge: { error: 'insufficient_scope' } },
  ],
  ['404 for a record', (given) => ({ path: pagePath(given, { page: 'none' }) }), { status: 404 }],
  ['404 for a path', (given) => ({ path: pagePath(given).slice(0, -1) }), { status: 404 }],
  ['406', () => ({ headers: { accept: 'text/html' } }), { status: 406 }],
];

export const head: Table = {
  title: 'HEAD',
  cases: pairs.map(([title, choose, expectation]) => ({
    name: `like GET: ${title}`,
    steps: (given) =>
      ['GET', 'HEAD'].map((method): Step => ({
        request: getPage(given, { ...choose(given), method }),
        expect: expectation,
        direct: direct.head,
      })),
    compare: compareHeaders,
  })),
};

function compareHeaders([get, bare]: readonly Response[]): readonly string[] {
  return compared.flatMap((name) => {
    const [one, other] = [get?.headers.get(name), bare?.headers.get(name)];
    // RFC 9110, section 9.3.2: what only the body would have told may be left out.
    if (one === other || (name === 'content-length' && other === undefined)) return [];
    return [`${name} is ${one ?? 'absent'} for GET, and ${other ?? 'absent'} for HEAD`];
  });
}
