import type { Case, Fault, Table } from '../case.ts';
import { single } from '../case.ts';
import { patchAsset } from '../requests.ts';
import { direct } from './reasons.ts';

function inBody(pointer: string, keyword: string): Fault {
  return { in: 'body', pointer, keyword };
}

/** What `is_uploaded` can't be. */
const wrongValues = [
  '"true"',
  '"false"',
  '""',
  '1',
  '0',
  '1.5',
  'null',
  '[]',
  '[true]',
  '{}',
  '{"is_uploaded":true}',
];

/** What a body can't be. Some of them never reach the server through the referee. */
const wrongBodies: readonly (readonly [string, reason?: string])[] = [
  ['[]'],
  ['[{"is_uploaded":true}]'],
  ['true'],
  ['1'],
  ['null', direct.falsy],
  ['false', direct.falsy],
  ['0', direct.falsy],
  ['""', direct.falsy],
  ['"is_uploaded"', direct.text],
  ['"{\\"is_uploaded\\":true}"', direct.text],
];

/** Members that the contract doesn't know, and where the fault is. */
const unknownMembers: readonly (readonly [body: string, name: string, pointer: string])[] = [
  ['{"colour":"red"}', 'colour', '/colour'],
  ['{"is_uploaded":true,"colour":"red"}', 'colour', '/colour'],
  ['{"isUploaded":true}', 'isUploaded', '/isUploaded'],
  ['{"IS_UPLOADED":true}', 'IS_UPLOADED', '/IS_UPLOADED'],
  ['{"is_uploaded ":true}', 'is_uploaded ', '/is_uploaded '],
  ['{"size":1}', 'size', '/size'],
  ['{"id":"d90e6b14-52c8-4f7a-b3a1-60c7e5f2a984"}', 'id', '/id'],
  ['{"workspace_slug":"northwind"}', 'workspace_slug', '/workspace_slug'],
  ['{"a/b~c":1}', 'a', '/a~1b~0c'],
  ['{"":1}', '/', '/'],
  ['{"constructor":{"prototype":{"is_uploaded":true}}}', 'constructor', '/constructor'],
];

/** What is no JSON at all. */
const malformed: readonly (readonly [title: string, body: string | Uint8Array])[] = [
  ['an open brace', '{'],
  ['half a literal', '{"is_uploaded":tru'],
  ['single quotes', "{'is_uploaded':true}"],
  ['no quotes', '{is_uploaded:true}'],
  ['a comma too many', '{"is_uploaded":true,}'],
  ['a comment', '{"is_uploaded":true/* yes */}'],
  ['two values', '{"is_uploaded":true}{}'],
  ['NaN', '{"is_uploaded":NaN}'],
  ['undefined', 'undefined'],
  ['a form', 'is_uploaded=true'],
  ['blanks only', '  \n'],
  ['bytes that are no UTF-8', Buffer.from('{"is_uploaded":true,"\xff":1}', 'latin1')],
  ['UTF-16', Buffer.from('{"is_uploaded":true}', 'utf16le')],
  ['a null byte', '{"is_uploaded":true}\0'],
];

const invalidCases: readonly Case[] = [
  ...wrongValues.map((value) =>
    single(
      `is_uploaded can't be ${value}`,
      (given) => patchAsset(given, { body: `{"is_uploaded":${value}}` }),
      {
        status: 400,
        kind: 'invalid-request',
        faults: [inBody('/is_uploaded', 'type')],
        detail: ['is_uploaded'],
      },
      { objection: 'is_uploaded is no boolean' },
    ),
  ),
  ...wrongBodies.map(([body, reason]) =>
    single(
      `the body can't be ${body}`,
      (given) => patchAsset(given, { body }),
      { status: 400, kind: 'invalid-request', faults: [inBody('', 'type')] },
      reason === undefined ? { objection: 'the body is no object' } : { direct: reason },
    ),
  ),
  ...unknownMembers.map(([body, name, pointer]) =>
    single(
      `an unknown member is named: ${body}`,
      (given) => patchAsset(given, { body }),
      {
        status: 400,
        kind: 'invalid-request',
        faults: [inBody(pointer, 'additionalProperties')],
        detail: [name],
      },
      { objection: 'there is a member that the contract does not know' },
    ),
  ),
  single(
    'an unknown member is named: __proto__',
    (given) => patchAsset(given, { body: '{"__proto__":{"is_uploaded":true}}' }),
    {
      status: 400,
      kind: 'invalid-request',
      faults: [inBody('/__proto__', 'additionalProperties')],
      detail: ['__proto__'],
    },
    { direct: 'Prism loses a member of this name' },
  ),
  single(
    'every fault is listed',
    (given) => patchAsset(given, { body: '{"is_uploaded":"yes","colour":"red","size":1}' }),
    {
      status: 400,
      kind: 'invalid-request',
      faults: [
        inBody('/is_uploaded', 'type'),
        inBody('/colour', 'additionalProperties'),
        inBody('/size', 'additionalProperties'),
      ],
      detail: ['is_uploaded', 'colour', 'size'],
    },
    { objection: 'there are three faults in the body' },
  ),
];

const missingCases: readonly Case[] = [
  single(
    'no body, and a content type',
    (given) => patchAsset(given, { body: undefined }),
    { status: 400, kind: 'invalid-request', faults: [inBody('', 'required')] },
    { objection: 'the body is missing' },
  ),
  single(
    'no body, and no content type',
    (given) => patchAsset(given, { body: undefined, headers: { 'content-type': undefined } }),
    { status: 400, kind: 'invalid-request', faults: [inBody('', 'required')] },
    { objection: 'the body is missing' },
  ),
  single(
    'a body of no bytes',
    (given) => patchAsset(given, { body: '' }),
    { status: 400, kind: 'invalid-request', faults: [inBody('', 'required')] },
    { objection: 'the body is missing' },
  ),
  single(
    'a body of no chunks',
    (given) => patchAsset(given, { body: '', delivery: 'chunks' }),
    { status: 400, kind: 'invalid-request', faults: [inBody('', 'required')] },
    { direct: direct.chunks },
  ),
];

const deep = 100_000;

/** What the body of PATCH may be, and what it may not. */
export const bodies: Table = {
  title: 'the body of updateWorkspaceAsset',
  cases: [
    single(
      'blanks around JSON say nothing',
      (given) => patchAsset(given, { body: '\r\n\t { "is_uploaded" : true }\n ' }),
      { status: 204 },
      { direct: direct.spelling },
    ),
    single(
      'an escape in a name is the character',
      (given) => patchAsset(given, { body: '{"is\\u005fuploaded":true}' }),
      { status: 204 },
      { direct: direct.spelling },
    ),
    single(
      'a body in chunks will do',
      (given) => patchAsset(given, { delivery: 'chunks' }),
      { status: 204 },
      { direct: direct.chunks },
    ),
    ...invalidCases,
    ...missingCases,
    ...malformed.map(([title, body]) =>
      single(
        `no JSON: ${title}`,
        (given) => patchAsset(given, { body }),
        { status: 400, kind: 'malformed-request', faults: [inBody('', 'syntax')] },
        { direct: direct.malformed },
      ),
    ),
    single(
      'arrays in arrays, very deep, are refused and no accident',
      (given) => patchAsset(given, { body: '['.repeat(deep) + ']'.repeat(deep) }),
      { status: 400, kind: 'malformed-request', faults: [inBody('', 'syntax')] },
      { direct: direct.malformed },
    ),
    single(
      'objects in objects, very deep, are refused and no accident',
      (given) =>
        patchAsset(given, {
          body: `${'{"is_uploaded":'.repeat(deep / 2)}1${'}'.repeat(deep / 2)}`,
        }),
      { status: 400, kind: 'malformed-request', faults: [inBody('', 'syntax')] },
      { direct: direct.malformed },
    ),
  ],
};
