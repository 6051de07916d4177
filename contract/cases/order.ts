import type { Case, Table } from '../case.ts';
import { single } from '../case.ts';
import type { Request } from '../exchange.ts';
import type { Given } from '../given.ts';
import type { Subject } from '../requests.ts';
import { getPage, patchAsset, subjects } from '../requests.ts';
import { direct, standInOnly } from './reasons.ts';
import { large } from './sizes.ts';

/** One fault of a request, and the refusal that it earns when it is alone. */
interface Rung {
  readonly title: string;
  readonly status: number;
  readonly kind: string;
  /** What of the request it takes hold of: two faults can't take hold of the same. */
  readonly slot: 'slash' | 'method' | 'credentials' | 'type' | 'body' | 'identifier' | 'accept';
  readonly spoil: (request: Request, given: Given) => Request;
  readonly objection?: string;
  readonly direct?: string;
  readonly standInOnly?: string;
}

function withHeaders(request: Request, headers: Readonly<Record<string, string>>): Request {
  const kept = Object.entries(request.headers).filter(
    ([name]) => name !== 'x-api-key' && name !== 'authorization',
  );
  return { ...request, headers: { ...Object.fromEntries(kept), ...headers } };
}

function withIdentifier(request: Request, identifier: string): Request {
  return { ...request, path: request.path.replace(/[^/]+(\/?)$/, `${identifier}$1`) };
}

/** In the order in which the contract refuses. */
const beforeBody: readonly Rung[] = [
  {
    title: 'unknown path',
    status: 404,
    kind: 'unknown-path',
    slot: 'slash',
    spoil: (request) => ({ ...request, path: request.path.slice(0, -1) }),
    objection: 'the contract has no such path',
  },
  {
    title: 'wrong method',
    status: 405,
    kind: 'method-not-allowed',
    slot: 'method',
    spoil: (request) => ({ ...request, method: 'DELETE' }),
    objection: 'the path has no such method',
    standInOnly: standInOnly.methods,
  },
  {
    title: 'no credential',
    status: 401,
    kind: 'missing-credentials',
    slot: 'credentials',
    spoil: (request) => withHeaders(request, {}),
    objection: 'there is no credential',
  },
  {
    title: 'no scope',
    status: 403,
    kind: 'insufficient-scope',
    slot: 'credentials',
    spoil: (request, given) => withHeaders(request, { 'x-api-key': given.value('KEY_NONE') }),
  },
];

const body: readonly Rung[] = [
  {
    title: 'wrong media type',
    status: 415,
    kind: 'unsupported-media-type',
    slot: 'type',
    spoil: (request) => ({
      ...request,
      headers: { ...request.headers, 'content-type': 'text/plain' },
    }),
    objection: 'the operation does not read this media type',
  },
  {
    title: 'body too large',
    status: 413,
    kind: 'content-too-large',
    slot: 'body',
    spoil: (request) => ({ ...request, body: large() }),
    objection: 'there is a member that the contract does not know',
  },
  {
    title: 'malformed body',
    status: 400,
    kind: 'malformed-request',
    slot: 'body',
    spoil: (request) => ({ ...request, body: '{"is_uploaded":' }),
    direct: direct.malformed,
  },
  {
    title: 'invalid body',
    status: 400,
    kind: 'invalid-request',
    slot: 'body',
    spoil: (request) => ({ ...request, body: '{"is_uploaded":"true"}' }),
    objection: 'is_uploaded is no boolean',
  },
];

const identifierTooLong: Rung = {
  title: 'identifier too long',
  status: 400,
  kind: 'invalid-request',
  slot: 'identifier',
  spoil: (request) => withIdentifier(request, 'n'.repeat(256)),
  objection: 'the identifier is too long',
};

const notAcceptable: Rung = {
  title: 'nothing acceptable',
  status: 406,
  kind: 'not-acceptable',
  slot: 'accept',
  spoil: (request) => ({ ...request, headers: { ...request.headers, accept: 'text/html' } }),
};

const noRecord: Rung = {
  title: 'unknown record',
  status: 404,
  kind: 'record-not-found',
  slot: 'identifier',
  spoil: (request) => withIdentifier(request, '00000000-0000-4000-8000-000000000000'),
};

const ladders: Readonly<Record<string, readonly Rung[]>> = {
  updateWorkspaceAsset: [...beforeBody, ...body, identifierTooLong, noRecord],
  getProjectPage: [...beforeBody, identifierTooLong, notAcceptable, noRecord],
};

/** A request with several faults; the first one of the ladder has to win. */
function combine({ id, build }: Subject, [winner, ...others]: readonly Rung[]): readonly Case[] {
  if (!winner) return [];
  const all = [winner, ...others];
  const reason = all.find((rung) => rung.direct !== undefined)?.direct;
  return [
    single(
      `${id}: ${winner.status} ${winner.title} wins over ${others.map(({ title }) => title).join(', ')}`,
      (given) => all.reduce((request, { spoil }) => spoil(request, given), build(given)),
      { status: winner.status, kind: winner.kind },
      {
        standInOnly: all.find((rung) => rung.standInOnly !== undefined)?.standInOnly,
        direct: reason,
        objection: reason === undefined ? all.find((rung) => rung.objection)?.objection : undefined,
      },
    ),
  ];
}

/** Each pair, and from each rung on everything that can be wrong below it. */
function casesFor(subject: Subject): readonly Case[] {
  const ladder = ladders[subject.id] ?? [];
  return ladder.flatMap((winner, index) => {
    const below = ladder.slice(index + 1).filter(({ slot }) => slot !== winner.slot);
    const pairs = below.filter(({ status }) => status !== winner.status || winner.status === 404);
    const worst = below.filter(
      ({ slot }, place) => below.findIndex((other) => other.slot === slot) === place,
    );
    return [
      ...pairs.flatMap((loser) => combine(subject, [winner, loser])),
      ...(worst.length > 1 ? combine(subject, [winner, ...worst]) : []),
    ];
  });
}

/** What the ladder doesn't say: faults of one rung come together, and each scope has its own 403. */
const extras: readonly Case[] = [
  single(
    'updateWorkspaceAsset: faults of body and path are told at once',
    (given) =>
      withIdentifier(patchAsset(given, { body: '{"is_uploaded":"true"}' }), 'n'.repeat(256)),
    {
      status: 400,
      kind: 'invalid-request',
      faults: [
        { in: 'path', pointer: '/asset_id', keyword: 'maxLength' },
        { in: 'body', pointer: '/is_uploaded', keyword: 'type' },
      ],
    },
    { objection: 'identifier and body are wrong' },
  ),
  single(
    'getProjectPage: 403 for the other scope wins over an unknown record',
    (given) =>
      withIdentifier(
        getPage(given, { credentials: { 'x-api-key': given.value('KEY_ASSETS') } }),
        'none',
      ),
    { status: 403, kind: 'insufficient-scope' },
  ),
];

export const order: Table = {
  title: 'the order of refusals',
  cases: [...subjects.flatMap(casesFor), ...extras],
};
