import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { Ended } from './run-stuntdouble.ts';
import { runHere as run } from './run-here.ts';
import { serve, shipped } from './run-stuntdouble.ts';
import { createTestFolder } from './temporary-folder.ts';

/** What CI would run or fold where a log has it: GitHub at the start of a line, Azure and TeamCity anywhere. */
const forCi = /^\s*::|##\w*\[/m;

/** What moves a cursor, starts a line, turns text around, or hides. Lines are told apart by line feeds. */
const unprintable = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u;

const nasty = [
  '::error::boom\n::error::boom##[error]boom##vso[task.complete]',
  ' ::error::boom\u001b[31m\u0085\u009b\u202e\u2066\u2028\u2029\u{e0001}',
] as const;

/** Names and titles of all kinds are this text. */
function contractOf(text: string): string {
  const pathText = text.replaceAll(/[\n{}]/g, '');
  const thing = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' }, [text]: { type: 'string', enum: [text] } },
  };
  const reply = (schema: object): object => ({
    200: { description: text, content: { 'application/json': { schema } } },
  });
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: text, version: text },
    paths: {
      [`/${pathText}`]: {
        get: {
          operationId: text,
          parameters: [{ name: text, in: 'query', schema: { enum: [text] } }],
          responses: reply({ type: 'array', items: thing }),
        },
        post: {
          operationId: `${text} 2`,
          requestBody: { content: { 'application/json': { schema: thing } } },
          responses: reply(thing),
        },
      },
      [`/${pathText}/{id}`]: {
        get: {
          operationId: `${text} 3`,
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: reply(thing),
        },
      },
      '/odd': { get: { operationId: `${text} 4`, responses: reply({ pattern: `[${text}` }) } },
    },
  });
}

function assertHarmless({ stdout, stderr }: Pick<Ended, 'stdout' | 'stderr'>): void {
  for (const text of [stdout, stderr]) {
    expect(text).not.toMatch(forCi);
    expect(text).not.toMatch(unprintable);
  }
}

describe.each(nasty.map((text) => [JSON.stringify(text), text] as const))(
  'a contract that says %s',
  (_, text) => {
    const pathText = text.replaceAll(/[\n{}]/g, '');

    test('is told by check, plan and seed as text', async () => {
      const cwd = await createTestFolder({ 'a.json': contractOf(text) });
      const outcomes = await Promise.all([
        run(['check', 'a.json'], { cwd }),
        run(['plan', 'a.json'], { cwd }),
        run(['plan', 'a.json', '--json'], { cwd }),
        run(['seed', 'a.json', '--count', `${pathText}=2`, '--out', `${pathText}/made`], { cwd }),
        run(['seed', 'a.json', '--count', `${text}=2`, '--data', `${text}/made`], { cwd }),
      ]);
      for (const outcome of outcomes) {
        assertHarmless(outcome);
        expect(outcome.stdout + outcome.stderr).toContain('boom');
      }
      expect(JSON.parse(outcomes[2].stdout)).toMatchObject({
        contract: { title: text, version: text },
      });
    });

    test('is told as text by a server, its log, and its reports', async () => {
      const cwd = await createTestFolder({ 'a.json': contractOf(text) });
      const formats = ['table', 'json', 'junit', 'markdown', 'github'];
      // What is reported does not depend on how the log is written.
      for (const [log, reports] of [
        ['human', formats],
        ['json', []],
      ] as const) {
        const server = await serve(['a.json', '--log', log, '--watch'], { cwd });
        await fetch(`${server.url}/${encodeURIComponent(text)}`);
        await fetch(`${server.url}/~${encodeURIComponent(text)}/odd`);
        await fetch(`${server.url}/odd`);
        await fetch(`${server.url}/${encodeURIComponent(pathText)}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ [text]: 1 }),
        });
        for (const format of reports) {
          const outcome = await run(['report', '--url', server.url, '--format', format], { cwd });
          const { stdout } = outcome;
          expect(outcome.code).toBe(0);
          // What is ours in the form for GitHub is at the start of a line, and says a level.
          assertHarmless({
            ...outcome,
            stdout: format === 'github' ? stdout.replaceAll(/^::(?:error|warning) /gm, '') : stdout,
          });
          if (format === 'json')
            expect(JSON.parse(stdout)).toMatchObject({ contract: { title: text } });
        }
        assertHarmless(await server.stop());
      }
    });

    test('is told as text where it can not be served', async () => {
      const broken = contractOf(text).replaceAll('"responses":', '"responses":[],"x":');
      const cwd = await createTestFolder({
        'a.json': broken,
        [`${pathText}.yaml`]: `openapi: 3.1.0\ninfo: {\n${pathText}`,
        [`fixtures/${pathText}.json`]: JSON.stringify([3, { [text]: text }]),
      });
      const listed = [['a.json'], ['check', 'a.json'], [`./${pathText}.yaml`], [text]];
      for (const args of listed) {
        const outcome = await run(args, { cwd });
        expect(outcome.code, outcome.stdout).toBe(1);
        assertHarmless(outcome);
      }
    });
  },
);

test.each(nasty)('what was given on the command line is told as text: %j', async (text) => {
  const cwd = await createTestFolder({ 'base.json': '{"format":1,"violations":[]}' });
  const given: readonly (readonly string[])[] = [
    [`--${text}`],
    ['--port', text],
    ['--log', text],
    ['--host', text],
    ['--format', text],
    ['report', '--report', text],
    ['report', text],
    ['report', '--url', text],
    ['report', '--url', 'http://127.0.0.1:1', '--fail-on', text],
    ['reset', '--data', text],
    ['run', shipped, '--port', '0', '--ephemeral', '--', text],
    ['run', shipped, '--fail-on', 'violations', '--baseline', text, '--', 'true'],
  ];
  for (const args of given) {
    const outcome = await run(args, { cwd });
    expect(outcome.stdout + outcome.stderr).not.toBe('');
    assertHarmless(outcome);
  }
});

test('a name that a report is written to is told as text', async () => {
  const cwd = await createTestFolder();
  const outcome = await run(
    ['run', shipped, '--port', '0', '--baseline', '::a', '--write-baseline', '--', 'true'],
    { cwd },
  );
  assertHarmless(outcome);
  expect(await readFile(join(cwd, '::a'), 'utf8')).toContain('violations');
});
