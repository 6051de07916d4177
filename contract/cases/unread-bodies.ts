import type { Case, Expectation, Table } from '../case.ts';
import { single } from '../case.ts';
import type { Given } from '../given.ts';
import type { Changes } from '../requests.ts';
import { assetPath, patchAsset, withKey } from '../requests.ts';
import { direct, standInOnly } from './reasons.ts';
import { large } from './sizes.ts';

/** Refusals that must not wait for a body: each is decided by what stands in front of it. */
const early: readonly (readonly [string, (given: Given) => Changes, Expectation])[] = [
  [
    '404',
    (given) => ({ path: assetPath(given).slice(0, -1) }),
    { status: 404, kind: 'unknown-path' },
  ],
  ['405', () => ({ method: 'PUT' }), { status: 405, kind: 'method-not-allowed' }],
  ['401', () => ({ credentials: {} }), { status: 401, kind: 'missing-credentials' }],
  [
    '403',
    (given) => ({ credentials: withKey(given.value('KEY_PAGES')) }),
    { status: 403, kind: 'insufficient-scope' },
  ],
  [
    '415',
    () => ({ headers: { 'content-type': 'text/plain' } }),
    { status: 415, kind: 'unsupported-media-type' },
  ],
  ['413', () => ({ body: large() }), { status: 413, kind: 'content-too-large' }],
];

const earlyCases: readonly Case[] = early.flatMap(([title, choose, expectation]) => [
  single(
    `${title} is sent while the body is still on its way`,
    (given) => patchAsset(given, { body: large(), ...choose(given), delivery: 'half' }),
    expectation,
    { direct: direct.reading, standInOnly: standInOnly.gateways },
  ),
  single(
    `${title} is sent without a 100 Continue before it`,
    (given) => patchAsset(given, { ...choose(given), delivery: 'on-continue' }),
    { ...expectation, isBodyWanted: false },
    { direct: direct.reading, standInOnly: standInOnly.gateways },
  ),
  single(
    `${title} reaches a client that reads nothing before it has sent all`,
    (given) => patchAsset(given, { body: large(), ...choose(given), delivery: 'deaf' }),
    expectation,
    { direct: direct.reading, standInOnly: standInOnly.gateways },
  ),
]);

/** The body is read only after 403, and only when it is wanted. */
export const unreadBodies: Table = {
  title: 'when the body is read',
  cases: [
    ...earlyCases,
    single(
      '401 for a body that is too large, through the referee',
      (given) => patchAsset(given, { credentials: {}, body: large() }),
      { status: 401, kind: 'missing-credentials' },
      { objection: 'there is no credential' },
    ),
    single(
      '401 for a body that is too large',
      (given) => patchAsset(given, { credentials: {}, body: large() }),
      { status: 401, kind: 'missing-credentials' },
      { direct: direct.reading },
    ),
    single(
      '401 for a body that is too large, in chunks',
      (given) => patchAsset(given, { credentials: {}, body: large(), delivery: 'chunks' }),
      { status: 401, kind: 'missing-credentials' },
      { direct: direct.reading },
    ),
    single(
      '204 after a 100 Continue that asks for the body',
      (given) => patchAsset(given, { delivery: 'on-continue' }),
      { status: 204, isBodyWanted: true },
      { direct: direct.reading },
    ),
    single(
      '400 after a 100 Continue that asks for the body',
      (given) => patchAsset(given, { body: '[]', delivery: 'on-continue' }),
      { status: 400, kind: 'invalid-request', isBodyWanted: true },
      { direct: direct.reading },
    ),
  ],
};
