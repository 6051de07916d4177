import { describe, expect, test } from 'vitest';

import { notesFiles } from './notes.ts';
import { run, serve, shipped } from './run-stuntdouble.ts';
import { createTestFolder } from './temporary-folder.ts';

/** Faults of several kinds in several files, none of which hides another. */
const faultyFiles = {
  ...notesFiles,
  'openapi.yaml': notesFiles['openapi.yaml']
    .replace('/hints/{hint_id}:', '/notes/{note_id}/hints/{hint_id}:')
    .replace(
      '- { name: hint_id,',
      `- { name: note_id, in: path, required: true, schema: { type: string } }
      - { name: hint_id,`,
    ),
  'fixtures/notes.json':
    '[\n  { "id": "a", "text": "one" },\n  { "id": "a", "text": "again" }\n]\n',
  'fixtures/hints.json': `[
  { "id": "x", "note_id": "a", "text": 1 },
  { "id": "y", "note_id": "nowhere", "text": "lost" }
]
`,
  'fixtures/credentials.json': `[
  {
    "name": "odd",
    "scheme": "unheard-of",
    "value": "v",
    "scopes": []
  }
]
`,
  'fixtures/strangers.json': '[]\n',
};

test('what is clean gets exit code 0, and a line of what was found', async () => {
  expect(await run(['check', shipped])).toEqual({
    code: 0,
    signal: null,
    stdout: 'clean: Workspace API 1.0.0, 2 operations, 4 collections, 39 records, 12 credentials\n',
    stderr: '',
  });
});

test('a contract without fixtures is clean, too', async () => {
  const { 'fixtures/notes.json': _, ...files } = notesFiles;
  const cwd = await createTestFolder(files);

  const { code, stdout } = await run(['check', 'openapi.yaml'], { cwd });

  expect(code).toBe(0);
  expect(stdout).toBe(
    'clean: Notes 1.0.0, 3 operations, 2 collections, 0 records, 0 credentials\n',
  );
});

describe('findings get exit code 1', () => {
  test('all at once, each with its place and a frame', async () => {
    const cwd = await createTestFolder(faultyFiles);

    const { code, stdout, stderr } = await run(['check', 'openapi.yaml'], { cwd });

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    for (const [place, line] of [
      ['fixtures/notes.json:3:5 /1/id: ', '> 3 |   { "id": "a", "text": "again" }'],
      ['fixtures/hints.json:2:32 /0/text: ', '> 2 |   { "id": "x", "note_id": "a", "text": 1 },'],
      ['fixtures/hints.json:3:16 /1/note_id: ', '> 3 |   { "id": "y", "note_id": "nowhere",'],
      ['fixtures/credentials.json:4:5 /0/scheme: ', '> 4 |     "scheme": …,'],
      ['fixtures/strangers.json:1:1: ', '> 1 | []'],
    ]) {
      expect(stderr).toContain(place);
      expect(stderr).toContain(line);
    }
    expect(stderr).toMatch(/\n\n5 findings\n$/);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  test('of the contract and of each file that it refers to', async () => {
    const cwd = await createTestFolder({
      'openapi.yaml': faultyContract('#/components/schemas/Fine'),
      'schemas.yaml': 'Wrong:\n  type: strange\n',
    });

    const { code, stderr } = await run(['check', 'openapi.yaml'], { cwd });

    expect(code).toBe(1);
    expect(stderr).toMatch(/^openapi\.yaml:\d:\d+ \S+: .*a_id/m);
    expect(stderr).toMatch(/^openapi\.yaml:6:\d+ \S+: .*nobody/m);
    expect(stderr).toMatch(/^(openapi\.yaml:17|schemas\.yaml:[12]):\d+ \S+: .*strange/m);
  });

  test('of a $ref that leads nowhere, next to the rest', async () => {
    const cwd = await createTestFolder({
      'openapi.yaml': faultyContract('schemas.yaml#/Missing'),
      'schemas.yaml': 'Wrong:\n  type: strange\n',
    });

    const { code, stderr } = await run(['check', 'openapi.yaml'], { cwd });

    expect(code).toBe(1);
    expect(stderr).toMatch(/^openapi\.yaml:10:\d+ \S+: .*schemas\.yaml#\/Missing/m);
    expect(stderr).toMatch(/^openapi\.yaml:6:\d+ \S+: .*nobody/m);
    expect(stderr).toMatch(/: .*strange/m);
  });

  test('of files that can not be read, next to those that can', async () => {
    const cwd = await createTestFolder({
      ...faultyFiles,
      'fixtures/notes.json': '[\n  { "id": "a", }\n]\n',
      'fixtures/strangers.json': '[\n  1,\n]\n',
    });

    const { code, stderr } = await run(['check', 'openapi.yaml'], { cwd });

    expect(code).toBe(1);
    expect(stderr).toContain('fixtures/notes.json:2:16: not valid JSON: ');
    expect(stderr).toContain('fixtures/strangers.json:3:1: not valid JSON: ');
    expect(stderr).toContain('fixtures/hints.json:2:32 /0/text: ');
    expect(stderr).toContain('fixtures/credentials.json:4:5 /0/scheme: ');
  });

  test('what stands in a file can not colour the output', async () => {
    const cwd = await createTestFolder({
      ...notesFiles,
      'fixtures/notes.json': '[{ "id": "\u009b31m\u2028forged", "text": 1 }]\n',
    });

    const { code, stderr } = await run(['check', 'openapi.yaml'], { cwd });

    expect(code).toBe(1);
    expect(stderr).not.toMatch(/[\u009b\u2028]/);
  });
});

describe('colours', () => {
  test('come with FORCE_COLOR', async () => {
    const { code, stderr } = await run(['check', 'missing.yaml'], { env: { FORCE_COLOR: '1' } });

    expect(code).toBe(1);
    expect(stderr).toContain('\u001b[31m1 finding\u001b[39m\n');
  });

  test('go with NO_COLOR, whatever FORCE_COLOR says', async () => {
    const env = { NO_COLOR: '1', FORCE_COLOR: '1' };

    const { code, stderr } = await run(['check', 'missing.yaml'], { env });

    expect(code).toBe(1);
    expect(stderr).toMatch(/missing\.yaml: can not be read: there is no such file\n\n1 finding\n$/);
  });
});

/** A parameter that is not declared, a scheme that nobody declares, and a type that does not exist. */
function faultyContract(reference: string): string {
  return `openapi: 3.1.0
info: { title: Faulty, version: 1.0.0 }
paths:
  /a/{a_id}:
    get:
      security: [{ nobody: [] }]
      responses:
        '200':
          description: Whatever it refers to.
          content: { application/json: { schema: { $ref: '${reference}' } } }
  /b:
    get:
      security: []
      responses:
        '200':
          description: It refers to what is wrong.
          content: { application/json: { schema: { $ref: 'schemas.yaml#/Wrong' } } }
components:
  schemas:
    Fine: { type: object }
`;
}

test('an example that breaks its schema is a finding, and keeps nobody from serving', async () => {
  const schema = "schema: { $ref: '#/components/schemas/Hint' }";
  const faulty = notesFiles['openapi.yaml'].replace(schema, `${schema}\n              example: 7`);
  const cwd = await createTestFolder({ ...notesFiles, 'openapi.yaml': faulty });

  const { code, stderr } = await run(['check', 'openapi.yaml'], { cwd });

  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^openapi\.yaml:\d+:\d+ \S+\/example: the example breaks its schema: must be an object/,
  );
  expect(stderr).toContain('example: 7');
  const server = await serve(['openapi.yaml', '--port', '0'], { cwd });
  const served = await fetch(`${server.url}/hints/one`);
  expect(served.status).toBe(200);
  // Of which nobody has said anything, a record is made up: of an example only where that is valid.
  expect(await served.json()).toMatchObject({ id: 'one' });
});
