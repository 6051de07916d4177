import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { catalogue } from './catalogue.ts';
import {
  ApiError,
  codeOf,
  ContractBreach,
  messageOf,
  reasonOf,
  refuseInvalid,
  StartError,
} from './errors.ts';

const root = join(import.meta.dirname, '..', '..');

interface Example {
  readonly value: { readonly type: string; readonly title: string; readonly status: number };
}

describe('the catalogue of refusals', () => {
  it('is what the documentation lists, word for word', () => {
    const page = readFileSync(join(root, 'docs', 'errors.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (\d+) \| ([^|]+) \|/gm)];
    const documented = rows.map(([, code, status, title]) => [code, Number(status), title]);
    const known = Object.entries(catalogue).map(([code, { status, title }]) => [
      code,
      status,
      title,
    ]);
    expect(documented).toEqual(known);
  });

  it('has every problem that the contract gives as an example, under its declared status', () => {
    const contract = parse(readFileSync(join(root, 'openapi.yaml'), 'utf8'));
    const declared: Record<string, string> = {};
    for (const item of Object.values<object>(contract.paths)) {
      for (const operation of Object.values<{ responses?: Record<string, { $ref?: string }> }>({
        ...item,
      })) {
        for (const [status, { $ref = '' }] of Object.entries(operation.responses ?? {})) {
          declared[$ref.split('/').at(-1) ?? ''] = status;
        }
      }
    }
    const found: string[] = [];
    for (const [name, response] of Object.entries<{
      content: Record<string, { examples: object }>;
    }>(contract.components.responses)) {
      const examples: object = response.content['application/problem+json']?.examples ?? {};
      for (const { value } of Object.values<Example>({ ...examples })) {
        const code = value.type.replace('urn:problem-type:', '');
        expect(Object.keys(catalogue)).toContain(code);
        const [, entry] = Object.entries(catalogue).find(([known]) => known === code) ?? [];
        expect(value).toMatchObject({ title: entry?.title, status: entry?.status });
        expect(declared[name]).toBe(String(value.status));
        found.push(name);
      }
    }
    expect(found).toEqual(Object.keys(contract.components.responses));
  });
});

describe('what is thrown', () => {
  it('a refusal knows its status, its title and the statuses near it', () => {
    const error = new ApiError('invalid-request', 'No.', { headers: { Allow: 'GET' } });
    expect(error).toMatchObject({
      status: 400,
      message: 'No.',
      nearest: [422, 400],
      headers: { Allow: 'GET' },
    });
  });

  it('a breach says where, what and the way out', () => {
    const violation = { in: 'body', pointer: '/a', message: 'is wrong', keyword: 'type' } as const;
    expect(new ContractBreach('read 200', [violation], 'Mend it.').message).toBe(
      'read 200, body /a: is wrong. Mend it.',
    );
  });

  it('a failed start says every complaint with its place', () => {
    const error = new StartError([
      { file: 'a.yaml', line: 3, column: 7, pointer: '/x', message: 'is wrong' },
      { file: 'b.json', message: 'is missing' },
    ]);
    expect(error.message).toBe('a.yaml:3:7 /x: is wrong\nb.json: is missing');
  });
});

it('a complaint moves no cursor and turns no text around', () => {
  const complaint = { file: 'a.json', message: 'has "\u001b[31m\u202ez"' };
  expect(new StartError([complaint]).message).toBe(String.raw`a.json: has "\u{1b}[31m\u{202e}z"`);
});

it.each<[string, (quoted: string) => Error]>([
  ['a refusal', (quoted) => new ApiError('record-not-found', `There is no ${quoted}.`)],
  [
    'a refusal of what was sent',
    (message) => refuseInvalid({ in: 'path', pointer: '/id', message, keyword: 'enum' }),
  ],
  ['a breach', (quoted) => new ContractBreach(quoted, [], 'Mend it.')],
])('%s moves no cursor and begins no line, whatever it quotes', (_, make) => {
  const { message } = make('a\n\u001B[2Jb\u202E');
  expect(message).toContain('a\\u{a}\\u{1b}[2Jb\\u{202e}');
  expect(message).toMatch(/^[ -~]+$/);
});

it('the violations of a refusal are on one line, and lead to where they are', () => {
  const violation = { in: 'path' as const, pointer: '/a\nb', message: 'a\nb', keyword: 'enum' };
  expect(refuseInvalid(violation).violations).toEqual([{ ...violation, message: 'a\\u{a}b' }]);
});

it('a complaint is on one line, whatever is quoted in it', () => {
  const complaints = [
    { file: 'a.json', pointer: '/x\ny', message: 'has "z\n::error::z"' },
    { file: 'b\n.json', message: 'is odd' },
  ];
  expect(new StartError(complaints).message).toBe(
    String.raw`a.json /x\u{a}y: has "z\u{a}::error::z"` + '\n' + String.raw`b\u{a}.json: is odd`,
  );
});

it('reads errors of Node also where a test runner has classes of its own', () => {
  const error: unknown = runInNewContext(
    `Object.assign(new Error('gone, say'), { code: 'ENOENT' })`,
  );

  expect(error).not.toBeInstanceOf(Error);
  expect([messageOf(error), codeOf(error)]).toEqual(['gone, say', 'ENOENT']);
  expect(reasonOf(error)).toBe('there is no such file');
});
