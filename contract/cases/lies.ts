import type { Request } from '../exchange.ts';
import type { Given } from '../given.ts';
import type { JsonObject } from '../json.ts';
import type { Saying } from '../liar.ts';
import { assetPath, getPage, pagePath, patchAsset } from '../requests.ts';

/** A reply that breaks the contract, and what has to be said of it. */
export interface Lie {
  readonly name: string;
  readonly request: (given: Given) => Request;
  readonly reply: (request: Request) => Saying;
  /** What the suite's own judge complains of; without it, the reply is right. */
  readonly complaint?: RegExp;
  /** Whether the referee can see it too: it reads no prose, and takes any JSON for any other. */
  readonly isSeenByReferee: boolean;
}

const page: JsonObject = {
  id: '7c2f4e0a-9d1b-4b6e-8a35-1f6d2c9e7b10',
  name: 'Release checklist',
  description: '',
  created_at: '2026-03-02T09:14:07Z',
};

const challenges = { 'www-authenticate': 'ApiKey realm="x", Bearer realm="x"' };

function json(status: number, body: unknown, headers: Saying['headers'] = {}): Saying {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

function problem(
  { path }: Request,
  status: number,
  changes: JsonObject = {},
  headers: Saying['headers'] = {},
): Saying {
  const body = { type: 'urn:x', title: 'x', status, detail: 'x', instance: path, ...changes };
  return json(status, body, { 'content-type': 'application/problem+json', ...headers });
}

const fault: JsonObject = { in: 'body', pointer: '/x', message: 'x', keyword: 'type' };

type Row = readonly [
  name: string,
  request: Lie['request'],
  reply: Lie['reply'],
  complaint: RegExp | undefined,
  isSeenByReferee: boolean,
];

const get = (given: Given): Request => getPage(given);
const patch = (given: Given): Request => patchAsset(given);
const stray = (given: Given): Request => getPage(given, { path: pagePath(given).slice(0, -1) });
const remove = (given: Given): Request =>
  getPage(given, { method: 'DELETE', path: assetPath(given) });

const rows: readonly Row[] = [
  ['the truth about a page', get, () => json(200, page), undefined, false],
  [
    'the truth about an asset',
    patch,
    () => ({ status: 204, headers: {}, body: '' }),
    undefined,
    false,
  ],
  ['the truth about a refusal', get, (request) => problem(request, 404), undefined, false],
  ['the truth about a path', stray, (request) => problem(request, 404), undefined, false],
  [
    'a success that is not declared',
    get,
    () => json(203, page),
    /does not declare the status 203/,
    true,
  ],
  [
    'a refusal that is not declared',
    get,
    (request) => problem(request, 409),
    /does not declare the status 409/,
    true,
  ],
  [
    'a refusal that only the other operation declares',
    patch,
    (request) => problem(request, 406),
    /does not declare the status 406/,
    true,
  ],
  [
    'a success in place of 204',
    patch,
    () => json(200, {}),
    /does not declare the status 200/,
    true,
  ],
  ['no date', get, () => json(200, { ...page, created_at: 'yesterday' }), /created_at/, true],
  [
    'no UTC',
    get,
    () => json(200, { ...page, created_at: '2026-03-02T09:14:07+01:00' }),
    /created_at/,
    true,
  ],
  ['no UUID', get, () => json(200, { ...page, id: '7' }), /\/id/, true],
  ['no name', get, () => json(200, { ...page, name: undefined }), /'name'/, true],
  ['a null', get, () => json(200, { ...page, description: null }), /description/, true],
  ['a list', get, () => json(200, [page]), /must be object/, true],
  [
    'another content type',
    get,
    () => json(200, page, { 'content-type': 'text/html' }),
    /content type is text\/html/,
    true,
  ],
  [
    'no content type',
    get,
    () => ({ status: 200, headers: {}, body: JSON.stringify(page) }),
    /content type is missing/,
    true,
  ],
  [
    'a problem as plain JSON',
    get,
    (request) => problem(request, 404, {}, { 'content-type': 'application/json' }),
    /content type is application\/json/,
    false,
  ],
  [
    'no challenge',
    get,
    (request) => problem(request, 401),
    /header www-authenticate is required/,
    true,
  ],
  [
    'an empty challenge',
    get,
    (request) => problem(request, 403, {}, { 'www-authenticate': '' }),
    /header www-authenticate/,
    true,
  ],
  [
    'another status in the problem',
    get,
    (request) => problem(request, 401, { status: 403 }, challenges),
    /problem's status is 403/,
    false,
  ],
  [
    'another path in the problem',
    get,
    (request) => problem(request, 404, { instance: '/' }),
    /instance is \/,/,
    false,
  ],
  [
    'a problem without a word',
    get,
    (request) => problem(request, 404, { detail: '' }),
    /detail is empty/,
    false,
  ],
  [
    'a list of no faults',
    patch,
    (request) => problem(request, 400, { errors: [] }),
    /\/errors/,
    true,
  ],
  [
    'a fault in no part of the request',
    patch,
    (request) => problem(request, 400, { errors: [{ ...fault, in: 'fragment' }] }),
    /\/errors\/0\/in/,
    true,
  ],
  [
    'a fault at no pointer',
    patch,
    (request) => problem(request, 400, { errors: [{ ...fault, pointer: 'x' }] }),
    /\/errors\/0\/pointer/,
    true,
  ],
  ['a path that is not there', stray, () => json(200, page), /must be 404/, false],
  [
    'a method that is not there',
    remove,
    (request) => problem(request, 405),
    /Allow must name PATCH/,
    false,
  ],
];

/** Whoever holds a server to the contract has to see when it is broken. */
export const lies: readonly Lie[] = rows.map(
  ([name, request, reply, complaint, isSeenByReferee]) => ({
    name,
    request,
    reply,
    ...(complaint ? { complaint } : {}),
    isSeenByReferee,
  }),
);
