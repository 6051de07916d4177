import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Complaint } from '../base/errors.ts';
import { StartError } from '../base/errors.ts';
import { valueAt } from '../base/json.ts';
import { complainAt, parseSource } from './source.ts';

const yaml = `openapi: 3.1.0
info:
  title: Shop
paths:
  /a/{b}:
    get:
      tags: [one, two]
      responses:
        200:
          description: Fine.
        "404": &gone
          description: Gone.
        410: *gone
merged:
  { <<: *gone, here: 1 }
`;

const json = `{
  "info": {
    "title": "Shop"
  },
  "a/b": [
    { "m~n": 1 },
    { "x": [true, null] }
  ]
}
`;

function complaintsOf(file: string, text: string): readonly Complaint[] {
  try {
    parseSource(file, text);
    return [];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.complaints;
  }
}

describe('parseSource', () => {
  it('reads YAML and JSON alike', () => {
    expect(parseSource('a.yaml', 'a: [1, two, ~]\nb: {c: true}').root).toEqual({
      a: [1, 'two', null],
      b: { c: true },
    });
    expect(parseSource('a.json', '{"a": [1, "two", null]}').root).toEqual({ a: [1, 'two', null] });
    expect(parseSource('a.yml', json).root).toEqual(parseSource('a.json', json).root);
  });

  it.each<[string, string]>([
    ['a byte order mark in JSON', '\uFEFF{"a": 1}'],
    ['a byte order mark in JSON that is called YAML', '\uFEFF  {"a": 1}'],
    ['a byte order mark in YAML', '\uFEFFa: 1'],
    ['a comma at the end, which is fine in YAML', '{"a": 1,}'],
    ['a document with its mark', '---\na: 1\n'],
    ['a document with both marks', '---\na: 1\n...\n'],
  ])('reads %s', (name, text) => {
    const file = name.endsWith('in JSON') ? 'a.json' : 'a.yaml';
    const source = parseSource(file, text);
    expect(source).toMatchObject({ text, root: { a: 1 } });
  });

  it.each<[string, string, unknown]>([
    ['numbers', '200: a\n1.5: b', { '200': 'a', '1.5': 'b' }],
    ['words', 'null: a\ntrue: b\non: c\nyes: d', { null: 'a', true: 'b', on: 'c', yes: 'd' }],
    ['dates', '2024-02-30: a', { '2024-02-30': 'a' }],
  ])('takes keys in YAML for texts: %s', (_, text, root) => {
    expect(parseSource('a.yaml', text).root).toEqual(root);
  });

  it('takes a closing bracket that stands too far left, and keeps all places', () => {
    const text = 'a:\n  b: [\n    1,\n  ]\n  c: {\n    d: 2\n  }\n  e: 3\n';
    const source = parseSource('a.yaml', text);
    expect(source.root).toEqual({ a: { b: [1], c: { d: 2 }, e: 3 } });
    expect(complainAt(source, '/a/e', 'is wrong')).toMatchObject({ line: 8, column: 3 });
    expect(complaintsOf('a.yaml', 'a:\n  b: [\n    1 # one\n  ]\n')).toHaveLength(1);
  });

  it('merges what "<<" names, and what stands there wins', () => {
    const text = 'base: &base {a: 1, b: 2}\nmore: {<<: *base, b: 3}\n';
    expect(parseSource('a.yaml', text).root).toEqual({
      base: { a: 1, b: 2 },
      more: { a: 1, b: 3 },
    });
  });

  it('makes a tree of what shares parts', () => {
    const { root } = parseSource('a.yaml', 'a: &a {b: [1]}\nc: *a\nd: [*a, *a]\n');
    const places = [valueAt(root, '/a'), valueAt(root, '/c'), valueAt(root, '/d/0')];
    expect(places).toEqual([{ b: [1] }, { b: [1] }, { b: [1] }]);
    expect(new Set(places).size).toBe(3);
  });

  it.each<[string, string]>([
    ['a.json', '{"__proto__": {"a": 1}, "toString": 2}'],
    ['a.yaml', '__proto__: {a: 1}\ntoString: 2\n'],
    ['b.yaml', 'x: &x {__proto__: {a: 1}}\n__proto__: {a: 1}\ntoString: 2\ny: *x\n'],
  ])('keeps names that mean something to the language, in %s', (file, text) => {
    const { root } = parseSource(file, text);
    expect(valueAt(root, '/__proto__/a')).toBe(1);
    expect(valueAt(root, '/toString')).toBe(2);
    expect(Object.getPrototypeOf(root)).toBe(Object.prototype);
  });

  it('takes a date in YAML for the text that it is', () => {
    expect(parseSource('a.yaml', 'on: 2024-02-30').root).toEqual({ on: '2024-02-30' });
  });
});

describe('the place of a pointer', () => {
  it.each<[string, number, number]>([
    ['', 1, 1],
    ['/info', 2, 1],
    ['/info/title', 3, 3],
    ['/paths/~1a~1{b}', 5, 3],
    ['/paths/~1a~1{b}/get/tags/0', 7, 14],
    ['/paths/~1a~1{b}/get/tags/1', 7, 19],
    ['/paths/~1a~1{b}/get/responses/200', 9, 9],
    ['/paths/~1a~1{b}/get/responses/404/description', 12, 11],
    ['/paths/~1a~1{b}/get/responses/410', 13, 9],
    ['/paths/~1a~1{b}/get/responses/410/description', 12, 11],
    ['/merged/here', 15, 16],
    ['/merged/description', 12, 11],
    // Where it is missing: the nearest thing above it.
    ['/info/version', 2, 1],
    ['/info/contact/name', 2, 1],
    ['/paths/~1a~1{b}/get/tags/2', 7, 7],
    ['/nowhere/at/all', 1, 1],
  ])('in YAML: %j is at %i:%i', (pointer, line, column) => {
    const complaint = complainAt(parseSource('a.yaml', yaml), pointer, 'is wrong');
    expect(complaint).toMatchObject({ file: 'a.yaml', pointer, message: 'is wrong', line, column });
  });

  it.each<[string, number, number]>([
    ['', 1, 1],
    ['/info/title', 3, 5],
    ['/a~1b', 5, 3],
    ['/a~1b/0', 6, 5],
    ['/a~1b/0/m~0n', 6, 7],
    ['/a~1b/1/x/1', 7, 19],
    ['/a~1b/2', 5, 3],
    ['/info/version', 2, 3],
  ])('in JSON: %j is at %i:%i', (pointer, line, column) => {
    const complaint = complainAt(parseSource('a.json', json), pointer, 'is wrong');
    expect(complaint).toMatchObject({ line, column });
  });

  it.each<[string, string]>([
    ['tabs', '{\n\t"a": [\n\t\t1,\n\t\t2\n\t]\n}'],
    ['line ends of Windows', '{\r\n "a": [\r\n  1,\r\n  2\r\n ]\r\n}'],
  ])('in JSON with %s', (_, text) => {
    const complaint = complainAt(parseSource('a.json', text), '/a/1', 'is wrong');
    expect(complaint).toMatchObject({ line: 4, column: 3 });
    expect(complaint.frame).not.toContain('\r');
  });

  it('in an empty text is its beginning', () => {
    expect(complainAt(parseSource('a.yaml', ''), '/a', 'is wrong')).toMatchObject({
      line: 1,
      column: 1,
    });
  });
});

describe('the frame', () => {
  function frameOf(text: string, pointer: string): string | undefined {
    return complainAt(parseSource('a.yaml', text), pointer, 'is wrong').frame;
  }

  it('shows two lines before, the place, and one line after', () => {
    expect(frameOf(yaml, '/paths/~1a~1{b}')?.split('\n')).toEqual([
      '  3 |   title: Shop',
      '  4 | paths:',
      '> 5 |   /a/{b}:',
      '    |   ^',
      '  6 |     get:',
    ]);
  });

  it('ends where the text does', () => {
    expect(frameOf('a: 1', '/a')?.split('\n')).toEqual(['> 1 | a: 1', '    | ^']);
  });

  it('aligns line numbers of different lengths', () => {
    expect(frameOf(yaml, '/paths/~1a~1{b}/get/responses/200')?.split('\n')).toEqual([
      '   7 |       tags: [one, two]',
      '   8 |       responses:',
      '>  9 |         200:',
      '     |         ^',
      '  10 |           description: Fine.',
    ]);
  });

  it('cuts what is too long for a terminal, and the marker with it', () => {
    const frame = frameOf(`[${'x'.repeat(200)}, y]`, '/1');
    expect(frame?.split('\n')).toEqual([`> 1 | [${'x'.repeat(159)}…`]);
  });
});

describe('the file of a complaint', () => {
  it.each<[string, string]>([
    [join(process.cwd(), 'fixtures', 'pages.json'), join('fixtures', 'pages.json')],
    [join(process.cwd(), '..', 'elsewhere.json'), join(process.cwd(), '..', 'elsewhere.json')],
  ])('is named from the working directory where it is below it', (file, shown) => {
    expect(complainAt(parseSource(file, '[]'), '', 'is wrong').file).toBe(shown);
  });
});

describe('a syntax error', () => {
  it.each<[string, string, number]>([
    ['a missing comma', '[\n  {"a": 1}\n  {"b": 2}\n]', 3],
    ['a missing colon', '{\n  "a" 1\n}', 2],
    ['a missing bracket', '{\n  "a": [1\n}', 3],
    ['a trailing comma in an object', '{\n  "a": 1,\n}', 3],
    ['a trailing comma in an array', '[\n  1,\n  2,\n]', 4],
    ['single quotes', "[\n  'a'\n]", 2],
    ['a comment', '{\n  // why\n  "a": 1\n}', 2],
    ['a word that is no value', '{\n  "a": True\n}', 2],
    ['a name twice', '{\n  "a": 1,\n  "a": 2\n}', 3],
    ['a name twice, written otherwise', '{\n  "a": [{"b": 1,\n  "\\u0062": 2}]\n}', 3],
  ])('in JSON, %s, is told with its line', (_, text, line) => {
    const complaints = complaintsOf('a.json', text);
    expect(complaints).toHaveLength(1);
    expect(complaints[0]?.message).toMatch(/^not valid JSON: ./);
    expect(complaints[0]).toMatchObject({ file: 'a.json', line });
    expect(complaints[0]?.frame).toContain(`> ${line} |`);
  });

  it('in JSON, no text at all, is told', () => {
    expect(complaintsOf('a.json', '')).toMatchObject([
      { file: 'a.json', message: expect.stringMatching(/^not valid JSON: ./) },
    ]);
  });

  it.each<[string, string, readonly number[]]>([
    ['a key twice', 'a: 1\nb: 2\na: 3\n', [3]],
    ['two keys twice, at once', 'a: 1\na: 2\nb: 1\nb: 2\n', [2, 4]],
    ['a tab for an indentation', 'a:\n\tb: 1\n', [2]],
    ['a quote that is left open', 'a: "b\nc: 1\n', [2]],
  ])('in YAML, %s', (_, text, lines) => {
    const complaints = complaintsOf('a.yaml', text);
    expect(complaints.map(({ line }) => line)).toEqual(lines);
    for (const { file, message, frame } of complaints) {
      expect(file).toBe('a.yaml');
      expect(message).toMatch(/^not valid YAML: ./);
      expect(frame).toMatch(/^> \d/m);
    }
  });

  it.each<[string, string]>([
    ['a value', '{"a": ":", "b": "\\":\\"", "c": "{\\\\", "d": ["x:"]}'],
    ['names of other objects', '{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]}'],
    ['a name that is empty', '{"": {"": 1}}'],
  ])('in JSON, no name stands twice for %s', (_, text) => {
    expect(parseSource('a.json', text).root).toEqual(JSON.parse(text));
  });

  it.each<[string, string]>([
    ['a.json', '{"a": '],
    ['a.yaml', 'a: '],
  ])('is none at the deepest level that there may be, in %s', (file, start) => {
    const nested = (levels: number): string =>
      start + '['.repeat(levels) + ']'.repeat(levels) + (file === 'a.json' ? '}' : '');
    expect(complaintsOf(file, nested(499))).toEqual([]);
    expect(complaintsOf(file, nested(500))).toMatchObject([
      { line: 1, message: expect.stringMatching(/500/) },
    ]);
  });

  it('is what aliases are that multiply without end', () => {
    const levels = Array.from({ length: 12 }, (_, index) => {
      const below = index === 0 ? 'x' : `*a${index - 1}`;
      return `a${index}: &a${index} [${Array.from({ length: 9 }, () => below).join(', ')}]`;
    });
    expect(complaintsOf('a.yaml', levels.join('\n'))).toMatchObject([
      { file: 'a.yaml', message: expect.stringMatching(/^not valid YAML: .*alias/i) },
    ]);
  });
});
