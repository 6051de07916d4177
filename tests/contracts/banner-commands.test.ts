import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { parseInvocation } from '../../src/command/invocation.ts';
import { serve } from '../../src/command/serve.ts';
import { patience } from '../patience.ts';

const runFile = promisify(execFile);
const here = import.meta.dirname;
const root = join(here, '..', '..');
const flows = join(root, 'tests', 'flows', 'contracts');

/** All contracts of this folder, those of the life of records, and the one of this package. */
const contracts: readonly (readonly string[])[] = [
  ...[here, flows].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(yaml|json)$/.test(name))
      .map((name) => [join(folder, name)]),
  ),
  [join(here, 'many-files', 'openapi.yaml')],
  ['bank.yaml', 'shop.yaml'].map((name) => join(here, 'several', name)),
  [join(root, 'openapi.yaml')],
];

/** Starts the command line in this process, and returns the commands that it prints to try. */
async function printCommands(words: readonly string[]): Promise<readonly string[]> {
  const data = join(await writeFolder(), 'data');
  const { settings } = parseInvocation([...words, '--port', '0', '--data', data], {});
  let text = '';
  const note = (more: string): void => void (text += more);
  const paint = (_: unknown, plain: string): string => plain;
  const terminal = { out: note, error: note, isInteractive: false, columns: 80, paint };
  const server = await serve(settings, terminal);
  onTestFinished(() => server.close());
  const [, lines = ''] = await vi.waitUntil(
    () => /\n {2}Try\n((?: {2}.*\n)+)/.exec(text),
    patience,
  );
  return lines.trimEnd().split(/\n(?= {2}curl )/);
}

/** The status, and the body. */
async function paste(command: string): Promise<readonly [number, string]> {
  const report = String.raw`-s -w '\n%{http_code}'`;
  const { stdout } = await runFile('sh', ['-c', `${command} ${report}`], { encoding: 'latin1' });
  const end = stdout.lastIndexOf('\n');
  return [Number(stdout.slice(end + 1)), stdout.slice(0, end)];
}

describe('what the banner prints to try works when it is pasted', () => {
  it.each(contracts.map((files) => [relative(root, files[0] ?? ''), files] as const))(
    '%s',
    async (_, files) => {
      const commands = await printCommands(files);
      expect(commands.length).toBeGreaterThan(0);
      expect(commands.length).toBeLessThanOrEqual(3);
      for (const command of commands) {
        const [status, body] = await paste(command);
        expect([command, status, body]).toEqual([command, expect.toSatisfy(isSuccess), body]);
      }
    },
  );

  it.each([
    ['without credentials in a file', ['--auth', 'presence']],
    ['with none asked for', ['--auth', 'off']],
    ['without a state', ['--stateless']],
    ['where a key must have been shown', ['--unknown-keys', 'refuse']],
  ])('%s', async (_, options) => {
    for (const files of [[join(flows, 'nested.yaml')], [join(here, 'security.yaml')]]) {
      const commands = await printCommands([...files, ...options]);
      for (const command of commands) {
        const [status, body] = await paste(command);
        expect([command, status, body]).toEqual([command, expect.toSatisfy(isSuccess), body]);
      }
    }
  });
});

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

it('a list shows what the command after it makes', async () => {
  const [list = '', read = '', create = ''] = await printCommands([join(flows, 'flat.yaml')]);
  expect(create).toMatch(/-d '\{/);
  expect(read).not.toContain('-d ');
  const [, before] = await paste(list);
  const [, made] = await paste(create);
  const [, after] = await paste(list);
  const { id } = JSON.parse(made) as { id: string };
  expect(before).not.toContain(JSON.stringify(id));
  expect(after).toContain(JSON.stringify(id));
});

it('a new record names one that exists, where the server refuses others', async () => {
  const key = { type: 'integer', readOnly: true };
  const reply = (schema: object): object => ({
    description: '',
    content: { 'application/json': { schema } },
  });
  const one = (properties: object): object => ({
    type: 'object',
    required: ['id', ...Object.keys(properties)],
    properties: { id: key, ...properties },
  });
  const book = one({ title: { type: 'string' }, author_id: { type: 'integer' } });
  const reading = (schema: object): object => ({
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: { responses: { 200: reply(schema) } },
  });
  const folder = await writeFolder({
    'openapi.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Books', version: '1' },
      paths: {
        '/books': {
          get: { responses: { 200: reply({ type: 'array', items: book }) } },
          post: {
            requestBody: { required: true, content: { 'application/json': { schema: book } } },
            responses: { 201: reply(book), 422: { description: 'Refused.' } },
          },
        },
        '/books/{id}': reading(book),
        '/authors/{id}': reading(one({ name: { type: 'string' } })),
      },
    }),
    'fixtures/authors.json': '[{"id":1,"name":"Ann"}]',
    'fixtures/books.json': '[{"id":1,"title":"Tea","author_id":1}]',
  });
  const [, , create = ''] = await printCommands([join(folder, 'openapi.json')]);
  expect(create).toContain('"author_id":1}');
  expect(await paste(create)).toEqual([201, expect.any(String)]);
});
