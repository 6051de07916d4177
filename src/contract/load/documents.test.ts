import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, it } from 'vitest';

import type { Complaint } from '../../base/errors.ts';
import { StartError } from '../../base/errors.ts';
import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import type { Documents } from './documents.ts';
import { loadDocuments } from './documents.ts';

type Files = Readonly<Record<string, string>>;

async function load(files: Files): Promise<{ folder: string; documents: Documents }> {
  const folder = await writeFolder(files);
  return { folder, documents: await loadDocuments(join(folder, 'api', 'root.yaml')) };
}

async function complaintsAbout(files: Files): Promise<readonly Complaint[]> {
  try {
    const { documents } = await load(files);
    return documents.looseEnds.map(({ complaint }) => complaint);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.complaints;
  }
}

function namesOf(folder: string, documents: Documents): readonly string[] {
  return [...documents.sources.values()].map(({ file }) => relative(join(folder, 'api'), file));
}

describe('references across files', () => {
  it('are read from the file that holds them, each file once', async () => {
    const { folder, documents } = await load({
      'api/root.yaml': 'a: {$ref: ./parts/one.yaml#/x}\nb: {$ref: "parts/one.yaml#/y"}\n',
      'api/parts/one.yaml': 'x: {$ref: two.json}\ny: {$ref: ../parts/./two.json#/z}\n',
      'api/parts/two.json': '{"z": 3}',
    });
    expect(namesOf(folder, documents)).toEqual(['root.yaml', 'parts/one.yaml', 'parts/two.json']);
    expect(documents.child(documents.root, 'a', 'z')?.value).toBe(3);
    expect(documents.child(documents.root, 'b')?.value).toBe(3);
    expect(documents.child(documents.root, 'b')).toMatchObject({
      uri: pathToFileURL(join(folder, 'api', 'parts', 'two.json')).href,
      pointer: '/z',
    });
  });

  it('may go in a circle through files', async () => {
    const { folder, documents } = await load({
      'api/root.yaml': 'node: {next: {$ref: "other.yaml#/node"}}\n',
      'api/other.yaml': 'node: {next: {$ref: "root.yaml#/node"}, name: other}\n',
    });
    expect(namesOf(folder, documents)).toEqual(['root.yaml', 'other.yaml']);
    const steps = ['node', 'next', 'next', 'next', 'name'];
    expect(documents.child(documents.root, ...steps)?.value).toBe('other');
  });

  it.each<[string, string]>([
    ['umlauts and spaces', 'Mein Ordner ä'],
    ['characters that mean something in a URL', '100%25 #1?'],
  ])('work in a folder with %s', async (_, name) => {
    const folder = await writeFolder({
      [`${name}/root.yaml`]: 'a: {$ref: "./b%20c.yaml#/x"}\n',
      [`${name}/b c.yaml`]: 'x: 1\n',
    });
    const documents = await loadDocuments(join(folder, name, 'root.yaml'));
    expect(documents.child(documents.root, 'a')?.value).toBe(1);
  });
});

describe('follow', () => {
  it.each<[string, string, unknown]>([
    ['an escaped name', '#/paths/~1a~1{b}', 'path'],
    ['a percent-encoded name', '#/paths/~1a~1%7Bb%7D', 'path'],
    ['an item of a list', '#/list/1', 'second'],
    ['a chain', '#/chain', 'path'],
    ['a circle', '#/circle', undefined],
    ['itself', '#/self', undefined],
  ])('to %s: %s', async (_, ref, value) => {
    const { documents } = await load({
      'api/root.yaml': `at: {$ref: "${ref}"}
paths: {"/a/{b}": path}
list: [first, second]
chain: {$ref: "#/link"}
link: {$ref: "#/paths/~1a~1{b}"}
circle: {$ref: "#/round"}
round: {$ref: "#/circle"}
self: {$ref: "#/self"}
`,
    });
    expect(documents.child(documents.root, 'at')?.value).toBe(value);
  });

  it('to the whole of a file', async () => {
    const { documents } = await load({
      'api/root.yaml': 'a: {$ref: other.yaml}\nb: {$ref: "other.yaml#"}\n',
      'api/other.yaml': 'x: 1\n',
    });
    expect(documents.child(documents.root, 'a')).toMatchObject({ pointer: '', value: { x: 1 } });
    expect(documents.child(documents.root, 'b')).toMatchObject({ pointer: '', value: { x: 1 } });
  });
});

describe('child', () => {
  it.each<[readonly (string | number)[], string | undefined]>([
    [[], ''],
    [['list', 1], '/list/1'],
    [['list', 2], undefined],
    [['no', 'deeper'], undefined],
    [['a/b', 'm~n'], '/a~1b/m~0n'],
    [['toString'], undefined],
  ])('%j is at %j', async (steps, pointer) => {
    const { documents } = await load({
      'api/root.yaml': 'list: [1, 2]\nno: ~\na/b: {m~n: 1}\n',
    });
    expect(documents.child(documents.root, ...steps)?.pointer).toBe(pointer);
  });
});

describe('a reference that is refused', () => {
  const outside = "the file is outside of the contract's folder";
  const foreign = 'references to other hosts are not followed';

  it.each<[string, string]>([
    ['../outside.yaml', outside],
    ['parts/../../outside.yaml#/x', outside],
    ['%2e%2e/outside.yaml', outside],
    ['../api-other/x.yaml', outside],
    ['/outside.yaml', outside],
    ['file:///outside.yaml', outside],
    ['http://example.com/x.yaml', foreign],
    ['https://example.com/x.yaml#/a', foreign],
    ['//example.com/x.yaml', ''],
    ['file://example.com/x.yaml', ''],
    ['data:application/json,{}', 'references to data: are not followed'],
    ['http://[', ''],
    ['parts%2Fx.yaml', ''],
  ])('%s', async (ref, reason) => {
    const complaints = await complaintsAbout({
      'api/root.yaml': `openapi: 3.1.0\na:\n  - $ref: '${ref}'\n`,
      'api-other/x.yaml': 'secret: 1\n',
      'outside.yaml': 'x: 1\n',
    });
    expect(complaints).toMatchObject([{ line: 3, column: 5, pointer: '/a/0/$ref' }]);
    expect(complaints[0]?.message).toContain(ref);
    expect(complaints[0]?.message).toContain(reason);
  });
});

describe('a file that can not be read', () => {
  it('is a complaint at the reference, and all of them come at once', async () => {
    const complaints = await complaintsAbout({
      'api/root.yaml': 'a: {$ref: no.yaml}\nb: {$ref: one.yaml}\nc: {$ref: "http://x.test/"}\n',
      'api/one.yaml': 'a: 1\nb: {$ref: bad.json#/x}\nc: {$ref: folder}\n',
      'api/bad.json': '{"a": 1',
      'api/folder/x.yaml': '',
    });
    expect(
      complaints.map(({ file, line, pointer }) => [file.split('/').at(-1), line, pointer]),
    ).toEqual([
      ['root.yaml', 1, '/a/$ref'],
      ['root.yaml', 3, '/c/$ref'],
      ['one.yaml', 2, '/b/$ref'],
      ['one.yaml', 3, '/c/$ref'],
    ]);
    expect(complaints.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^\$ref to no\.yaml: .*no\.yaml.*there is no such file/),
      expect.stringMatching(/^\$ref to http/),
      expect.stringMatching(/^\$ref to bad\.json#\/x: .*not valid JSON/),
      expect.stringMatching(/^\$ref to folder: .*it is a folder/),
    ]);
  });

  it.each<[string, Files, RegExp]>([
    ['missing', {}, /there is no such file/],
    ['a folder', { 'api/root.yaml/x': '' }, /it is a folder/],
    ['no YAML', { 'api/root.yaml': 'a: [' }, /not valid YAML/],
  ])('is told where the contract itself is %s', async (_, files, message) => {
    const complaints = await complaintsAbout(files);
    expect(complaints[0]?.file).toMatch(/root\.yaml$/);
    expect(complaints[0]?.message).toMatch(message);
  });

  it('is one where an anchor holds itself', async () => {
    const complaints = await complaintsAbout({ 'api/root.yaml': 'a: &a\n  b: *a\n' });
    expect(complaints).toHaveLength(1);
  });
});

describe('a reference to a place that is not there', () => {
  it.each(['#/nowhere', '#xlist', '#/list/2', 'other.yaml#/y'])(
    'is a complaint: %s',
    async (ref) => {
      const complaints = await complaintsAbout({
        'api/root.yaml': `list: [1, 2]\nat: {$ref: '${ref}'}\n`,
        'api/other.yaml': 'x: 1\n',
      });
      expect(complaints).toMatchObject([
        { line: 2, pointer: '/at/$ref', message: `$ref to ${ref}: there is nothing at that place` },
      ]);
    },
  );
});

it.each([
  ['#/components/schemas/Pets', '#/components/schemas/Pet'],
  ['#/definitions/Pet', '#/components/schemas/Pet'],
  ['parts.yaml#/components/responses/Nothing', 'parts.yaml#/components/responses/NotThing'],
])('a reference that leads nowhere names a similar place: %s', async (ref, near) => {
  const complaints = await complaintsAbout({
    'api/root.yaml': `components: {schemas: {Pet: {}}}\nat: {$ref: '${ref}'}\n`,
    'api/parts.yaml': 'components: {responses: {NotThing: {description: x}}}\n',
  });
  expect(complaints.map(({ message }) => message)).toEqual([
    `$ref to ${ref}: there is nothing at that place; did you mean ${near}?`,
  ]);
});

describe('what looks like a reference in data', () => {
  it.each<[string, string]>([
    ['a property of that name', 'properties: {$ref: {type: string}}'],
    ['an example', 'example: {$ref: nowhere.yaml}'],
    ['a default', 'default: [{$ref: nowhere.yaml}]'],
    ['a constant', 'const: {a: {$ref: nowhere.yaml}}'],
    ['a listed value', 'enum: [{$ref: nowhere.yaml}]'],
    ['the value of a named example', 'examples: {one: {value: {$ref: nowhere.yaml}}}'],
    ['an example of a schema', 'examples: [{$ref: nowhere.yaml}]'],
    ['a number', 'a: {$ref: 1}'],
  ])('is none: %s', async (_, text) => {
    const { folder, documents } = await load({ 'api/root.yaml': `${text}\n` });
    expect(namesOf(folder, documents)).toEqual(['root.yaml']);
  });
});

describe('a reference below a name that elsewhere means data', () => {
  it.each<[string, string]>([
    ['a property "default"', 'properties: {default: {$ref: there.yaml}}'],
    ['a property "example"', 'properties: {example: {$ref: there.yaml}}'],
    ['a property "enum"', 'properties: {enum: {type: array, items: {$ref: there.yaml}}}'],
    ['a property "properties"', 'properties: {properties: {items: {$ref: there.yaml}}}'],
    ['a schema "value"', 'components: {schemas: {value: {$ref: there.yaml}}}'],
    ['a definition "const"', '$defs: {const: {$ref: there.yaml}}'],
    ['the response "default"', 'responses: {default: {$ref: there.yaml}}'],
    ['what the response "default" holds', 'responses: {default: {content: {$ref: there.yaml}}}'],
    ['a parameter "value"', 'components: {parameters: {value: {$ref: there.yaml}}}'],
    ['a header "value"', 'headers: {value: {$ref: there.yaml}}'],
    ['a response "example"', 'components: {responses: {example: {$ref: there.yaml}}}'],
    ['a request body "default"', 'components: {requestBodies: {default: {$ref: there.yaml}}}'],
    ['a named example', 'examples: {one: {$ref: there.yaml}}'],
  ])('is one: %s', async (_, text) => {
    const { folder, documents } = await load({
      'api/root.yaml': `${text}\n`,
      'api/there.yaml': 'type: string\n',
    });
    expect(namesOf(folder, documents)).toEqual(['root.yaml', 'there.yaml']);
  });
});

describe('complain', () => {
  it('finds the line in the file that a part comes from', async () => {
    const { documents } = await load({
      'api/root.yaml': 'a: {$ref: one.yaml#/x}\n',
      'api/one.yaml': '# a comment\nx:\n  y: 1\n',
    });
    const part = documents.child(documents.root, 'a', 'y');
    expect(part && documents.complain(part, 'is wrong')).toMatchObject({
      file: expect.stringMatching(/one\.yaml$/),
      pointer: '/x/y',
      line: 3,
      column: 3,
      message: 'is wrong',
    });
  });

  it('leaves out the line for what comes from no file', async () => {
    const { documents } = await load({ 'api/root.yaml': 'a: 1\n' });
    expect(documents.complain({ uri: 'urn:other', pointer: '/a' }, 'is wrong')).toEqual({
      file: 'urn:other',
      pointer: '/a',
      message: 'is wrong',
    });
  });
});
