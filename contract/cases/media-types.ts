import type { Case, Table } from '../case.ts';
import { single } from '../case.ts';
import { patchAsset } from '../requests.ts';
import { direct, standInOnly } from './reasons.ts';

/** The same media type, spelt in the ways that RFC 9110 allows. */
const readable = [
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json ; charset="utf-8"',
  'application/json; profile="https://example.com/a;b"',
];

const unreadable: readonly (readonly [type: string, CaseReasons?])[] = [
  ['text/plain'],
  ['text/json'],
  ['application/xml'],
  ['application/x-www-form-urlencoded'],
  ['multipart/form-data; boundary=x'],
  ['application/octet-stream'],
  ['application/jsonp'],
  ['application/merge-patch+json', { isFineToReferee: true }],
  ['application/json-patch+json', { isFineToReferee: true }],
  ['application/problem+json', { isFineToReferee: true }],
  ['application/*'],
  ['*/*'],
  ['json', { direct: 'Prism fails at a content type that it can not read' }],
  [
    'application/json; charset=x-unknown',
    { standInOnly: standInOnly.charset, direct: direct.charset },
  ],
];

interface CaseReasons {
  readonly standInOnly?: string;
  readonly direct?: string;
  /** Whether the referee has nothing against it: it takes any JSON for any other. */
  readonly isFineToReferee?: boolean;
}

const objection = 'the operation does not read this media type';

function refuse(type: string, reasons: CaseReasons = {}): Case {
  const isSilent = reasons.isFineToReferee === true || reasons.direct !== undefined;
  return single(
    `415: ${type}`,
    (given) => patchAsset(given, { headers: { 'content-type': type } }),
    { status: 415, kind: 'unsupported-media-type' },
    {
      standInOnly: reasons.standInOnly,
      direct: reasons.direct,
      objection: isSilent ? undefined : objection,
    },
  );
}

/** What `Content-Type` may be. */
export const mediaTypes: Table = {
  title: 'the content type of updateWorkspaceAsset',
  cases: [
    ...readable.map((type) =>
      single(`204: ${type}`, (given) => patchAsset(given, { headers: { 'content-type': type } }), {
        status: 204,
      }),
    ),
    ...unreadable.map(([type, reasons]) => refuse(type, reasons)),
    single(
      '415: a body, and no content type',
      (given) => patchAsset(given, { headers: { 'content-type': undefined } }),
      { status: 415, kind: 'unsupported-media-type' },
      { direct: direct.noType },
    ),
    single(
      '415: a body in chunks, and no content type',
      (given) => patchAsset(given, { headers: { 'content-type': undefined }, delivery: 'chunks' }),
      { status: 415, kind: 'unsupported-media-type' },
      { direct: direct.noType },
    ),
    single(
      '415: an empty content type',
      (given) => patchAsset(given, { headers: { 'content-type': '' } }),
      { status: 415, kind: 'unsupported-media-type' },
      { direct: direct.noType },
    ),
    single(
      '415: a content coding that nobody reads',
      (given) => patchAsset(given, { headers: { 'content-encoding': 'x-unknown' } }),
      { status: 415, kind: 'unsupported-media-type' },
      { standInOnly: standInOnly.coding },
    ),
    single(
      '204: the content coding that is none',
      (given) => patchAsset(given, { headers: { 'content-encoding': 'identity' } }),
      { status: 204 },
    ),
  ],
};
