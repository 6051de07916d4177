import type { JsonObject } from '../../base/json.ts';
import { isSameJson, tryParseJson } from '../../base/json.ts';
import type { SampleCall } from '../../server/project/scaffold.ts';
import { keyMark } from '../../server/project/scaffold.ts';
import { inTemplate, stepsOf, toJavaScript } from './javascript.ts';
import type { Runner } from './project.ts';
import type { Rehearsed } from './rehearse.ts';

export interface TestFile {
  readonly runner: Runner;
  /** What createMock takes. */
  readonly options: JsonObject;
  readonly rehearsed: Rehearsed;
  /** Whether the contract takes seconds to be loaded, where vitest waits for ten at most. */
  readonly isLarge: boolean;
}

/** How each runner says it. */
interface Dialect {
  readonly head: readonly string[];
  readonly before: string;
  readonly after: string;
  same(actual: string, expected: string): string;
  equal(actual: string, expected: string): string;
  includes(list: string, one: string): string;
}

const dialects: Readonly<Record<Runner, Dialect>> = {
  vitest: {
    head: [
      '// @vitest-environment node',
      "import { createMock } from 'stuntdouble';",
      "import { afterAll, beforeAll, expect, test } from 'vitest';",
    ],
    before: 'beforeAll',
    after: 'afterAll',
    same: (actual, expected) => `expect(${actual}).toBe(${expected});`,
    equal: (actual, expected) => `expect(${actual}).toEqual(${expected});`,
    includes: (list, one) => `expect(${list}).toContain(${one});`,
  },
  'node:test': {
    head: [
      "import assert from 'node:assert/strict';",
      "import { after, before, test } from 'node:test';",
      '',
      "import { createMock } from 'stuntdouble';",
    ],
    before: 'before',
    after: 'after',
    same: (actual, expected) => `assert.equal(${actual}, ${expected});`,
    equal: (actual, expected) => `assert.deepEqual(${actual}, ${expected});`,
    includes: (list, one) => `assert.ok(${list}.includes(${one}));`,
  },
};

/** A test of what was rehearsed, for a person to go on with. */
export function writeTest({ runner, options, rehearsed, isLarge }: TestFile): string {
  const dialect = dialects[runner];
  const { calls, list, making, read } = rehearsed;
  const sent = [
    ...(list && calls.list ? [calls.list] : []),
    ...(making && calls.making ? [calls.making.create, calls.making.read] : []),
    ...(read && calls.read ? [calls.read] : []),
  ];
  const headers = sharedHeaders(sent);
  const writer = { dialect, headers };
  return [
    ...dialect.head,
    '',
    '// The server of `stuntdouble run`; else one for this file alone, in memory, with the fixtures.',
    'let url = process.env.STUNTDOUBLE_URL;',
    'let mock;',
    `${dialect.before}(async () => {`,
    '  if (url) return;',
    `  mock = await createMock(${toJavaScript(options, '  ')});`,
    '  ({ url } = await mock.listen());',
    isLarge && runner === 'vitest' ? '}, 60_000);' : '});',
    `${dialect.after}(() => mock?.close());`,
    ...(headers ? ['', `const headers = ${toJavaScript(headers)};`] : []),
    ...listLines(writer, rehearsed),
    ...makingLines(writer, rehearsed),
    ...readLines(writer, rehearsed),
    '',
  ].join('\n');
}

interface Writer {
  readonly dialect: Dialect;
  /** Those that all calls send; undefined: there are none. */
  readonly headers: JsonObject | undefined;
}

function sharedHeaders(sent: readonly SampleCall[]): JsonObject | undefined {
  const [first, ...others] = sent.map(headersOf);
  const isShared = first && others.every((one) => isSameJson(one, first));
  return isShared && Object.keys(first).length > 0 ? first : undefined;
}

/** But for the type of the body, which only some calls send. */
function headersOf({ headers }: SampleCall): JsonObject {
  return Object.fromEntries(headers.filter(([name]) => name !== contentType));
}

const contentType = 'Content-Type';

function listLines({ dialect, headers }: Writer, { calls, list }: Rehearsed): readonly string[] {
  if (!list || !calls.list) return [];
  const { steps, item } = calls.list;
  return [
    '',
    `test(${toJavaScript(`lists ${calls.collection ?? ''}`)}, async () => {`,
    `  const reply = await ${fetchOf(calls.list, headers)};`,
    `  ${dialect.same('reply.status', String(list.status))}`,
    '  const body = await reply.json();',
    `  const keys = body${stepsOf(steps)}.map((one) => one${stepsOf(item)});`,
    `  ${dialect.includes('keys', toJavaScript(list.key))}`,
    '});',
  ];
}

function makingLines(
  { dialect, headers }: Writer,
  { calls, making }: Rehearsed,
): readonly string[] {
  if (!making || !calls.making) return [];
  const { create, read, key } = calls.making;
  const title = `what is made in ${calls.collection ?? ''} can be read`;
  const found = `found${stepsOf(read.steps)}`;
  return [
    '',
    `test(${toJavaScript(title)}, async () => {`,
    `  const created = await ${fetchOf(create, headers)};`,
    `  ${dialect.same('created.status', String(making.created))}`,
    create.steps.length === 0
      ? '  const made = await created.json();'
      : `  const made = (await created.json())${stepsOf(create.steps)};`,
    '',
    `  const reply = await ${fetchOf(read, headers, `made${stepsOf(key)}`)};`,
    `  ${dialect.same('reply.status', String(making.read))}`,
    '  const found = await reply.json();',
    making.isSame
      ? `  ${dialect.equal(found, 'made')}`
      : `  ${dialect.same(found + stepsOf(key), `made${stepsOf(key)}`)}`,
    '});',
  ];
}

function readLines({ dialect, headers }: Writer, { calls, read }: Rehearsed): readonly string[] {
  if (!read || !calls.read) return [];
  const { steps, known, operation, target } = calls.read;
  const title =
    read.key === undefined
      ? `answers ${operation.method} ${target.replace(/\?.*$/s, '')}`
      : `reads one of ${calls.collection ?? ''}`;
  const shown = `found${stepsOf(steps)}${stepsOf(known?.steps ?? [])}`;
  return [
    '',
    `test(${toJavaScript(title)}, async () => {`,
    `  const reply = await ${fetchOf(calls.read, headers)};`,
    `  ${dialect.same('reply.status', String(read.status))}`,
    ...(read.key === undefined
      ? []
      : [
          '  const found = await reply.json();',
          `  ${dialect.same(shown, toJavaScript(read.key))}`,
        ]),
    '});',
  ];
}

/** `key`: what gives the key of the record that was made. */
function fetchOf(call: SampleCall, shared: JsonObject | undefined, key = ''): string {
  const { operation, target, headers, body } = call;
  const [before = '', after = ''] = target.split(keyMark, 2).map(inTemplate);
  const keyed = target.includes(keyMark) ? `\${${key}}` : '';
  const url = `\`\${url}${before}${keyed}${after}\``;
  const { method } = operation;
  const own = toJavaScript(
    Object.fromEntries(headers.filter(([name]) => !shared || name === contentType)),
  );
  const all = !shared
    ? `headers: ${own}`
    : own === '{}'
      ? 'headers'
      : `headers: { ...headers, ${own.slice(2)}`;
  const init = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(all === 'headers: {}' ? [] : [all]),
    ...(body === undefined ? [] : [`body: ${toSource(body)}`]),
  ];
  if (init.length === 0) return `fetch(${url})`;
  if (init.length === 1) return `fetch(${url}, { ${init.join('')} })`;
  return `fetch(${url}, {\n${init.map((line) => `    ${line},\n`).join('')}  })`;
}

/** JSON as a value, which people can read and change. */
function toSource(body: string): string {
  const value = tryParseJson(body);
  return value === undefined
    ? toJavaScript(body)
    : `JSON.stringify(${toJavaScript(value, '    ')})`;
}
