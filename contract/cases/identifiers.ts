import type { Case, Fault, Table } from '../case.ts';
import { single } from '../case.ts';
import type { Given } from '../given.ts';
import { assetPath, getPage, pagePath, patchAsset, segment } from '../requests.ts';
import { direct } from './reasons.ts';

const parameters = {
  workspace: '/workspace_slug',
  project: '/project_id',
  page: '/page_id',
  asset: '/asset_id',
} as const;
type Parameter = keyof typeof parameters;

/** Each path parameter in its place: the operation that has it, and the path around it. */
const places: readonly (readonly [Parameter, 'GET' | 'PATCH'])[] = [
  ['workspace', 'PATCH'],
  ['asset', 'PATCH'],
  ['workspace', 'GET'],
  ['project', 'GET'],
  ['page', 'GET'],
];

const longest = 255;

/** Text that is no percent-encoding of UTF-8. */
const broken = ['%', '%2', '%zz', 'a%', '%E0%A4', '%FF', '%C0%AF', '%ED%A0%80'];

function build(given: Given, method: 'GET' | 'PATCH', parameter: Parameter, text: string) {
  const segments = { [parameter]: text };
  return method === 'GET'
    ? getPage(given, { path: pagePath(given, segments) })
    : patchAsset(given, { path: assetPath(given, segments) });
}

function atEachPlace(
  make: (parameter: Parameter, method: 'GET' | 'PATCH') => readonly Case[],
): readonly Case[] {
  return places.flatMap(([parameter, method]) => make(parameter, method));
}

function faultAt(parameter: Parameter, keyword: string): Fault {
  return { in: 'path', pointer: parameters[parameter], keyword };
}

/** What the contract says of path parameters, and how their text is read. */
export const identifiers: Table = {
  title: 'path parameters',
  cases: [
    ...atEachPlace((parameter, method) => [
      single(
        `${method}: a ${parameter} of ${longest + 1} characters is too long`,
        (given) => build(given, method, parameter, 'n'.repeat(longest + 1)),
        { status: 400, kind: 'invalid-request', faults: [faultAt(parameter, 'maxLength')] },
        { objection: 'the identifier is too long' },
      ),
      single(
        `${method}: a ${parameter} of ${longest} characters may be`,
        (given) => build(given, method, parameter, 'n'.repeat(longest)),
        { status: 404, kind: 'record-not-found' },
      ),
      single(
        `${method}: a ${parameter} is as long as its characters, not as its encoding`,
        (given) => build(given, method, parameter, '%C3%A9'.repeat(longest)),
        { status: 404, kind: 'record-not-found' },
      ),
      single(
        `${method}: a ${parameter} with a character beyond the first plane counts it once`,
        (given) => build(given, method, parameter, '%F0%9F%93%8E'.repeat(longest)),
        { status: 404, kind: 'record-not-found' },
      ),
    ]),
    ...atEachPlace((parameter, method) =>
      broken.map((text) =>
        single(
          `${method}: a ${parameter} with the broken escape ${text}`,
          (given) => build(given, method, parameter, text),
          { status: 400, kind: 'invalid-request', faults: [faultAt(parameter, 'syntax')] },
          { direct: direct.escape },
        ),
      ),
    ),
    single(
      'GET: every faulty parameter is listed',
      (given) =>
        getPage(given, {
          path: pagePath(given, { workspace: 'w'.repeat(300), page: 'p'.repeat(300) }),
        }),
      {
        status: 400,
        faults: [faultAt('workspace', 'maxLength'), faultAt('page', 'maxLength')],
        detail: ['workspace_slug', 'page_id'],
      },
      { objection: 'two identifiers are too long' },
    ),
    single(
      'GET: an encoded character is the character',
      (given) =>
        getPage(given, {
          path: pagePath(given, { workspace: encodeAll(segment(given, 'WORKSPACE')) }),
        }),
      { status: 200 },
    ),
    single(
      'PATCH: an encoded character is the character',
      (given) =>
        patchAsset(given, {
          path: assetPath(given, { asset: encodeAll(segment(given, 'ASSET')) }),
        }),
      { status: 204 },
    ),
    single(
      'GET: it is decoded once, not twice',
      (given) =>
        getPage(given, {
          path: pagePath(given, { page: encodeAll(segment(given, 'PAGE')).replaceAll('%', '%25') }),
        }),
      { status: 404, kind: 'record-not-found' },
    ),
    single(
      'PATCH: it is decoded once, not twice',
      (given) =>
        patchAsset(given, {
          path: assetPath(given, {
            asset: encodeAll(segment(given, 'ASSET')).replaceAll('%', '%25'),
          }),
        }),
      { status: 404, kind: 'record-not-found' },
    ),
  ],
};

/** Every character by its code, also those that need none. */
function encodeAll(text: string): string {
  return [...Buffer.from(decodeURIComponent(text))]
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join('');
}
