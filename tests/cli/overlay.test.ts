import { describe, expect, test, vi } from 'vitest';

import { patience } from '../patience.ts';
import { notes, notesFiles } from './notes.ts';
import { runHere as run } from './run-here.ts';
import { serve } from './run-stuntdouble.ts';
import { createTestFolder, shareFolder, writeFiles } from './temporary-folder.ts';

/** An overlay that changes nothing that shows. */
function overlayText(description: string, target = '$.info'): string {
  return `overlay: 1.0.0
info: { title: Changes, version: 1.0.0 }
actions:
  - target: ${target}
    update:
      description: ${description}
`;
}

/** Notes may not be longer than this. */
function limitText(length: number): string {
  return `overlay: 1.0.0
info: { title: Limits, version: 1.0.0 }
extends: openapi.yaml
actions:
  - target: $.paths['/notes/{note_id}'].get.responses['200'].content.*.schema.allOf[1].properties.text
    update: { maxLength: ${length} }
`;
}

const files = {
  ...notesFiles,
  'fixtures/notes.json': notes({ a: 'one', b: 'eleven' }),
  'limits.yaml': limitText(4),
  'words.yaml': overlayText('Words.'),
  'wrong.yaml': overlayText('Words.', '$.inf'),
};

async function statusOf(url: string, id: string): Promise<number> {
  return (await fetch(`${url}/notes/${id}`)).status;
}

test('an overlay changes what is served, and again when it is edited', async () => {
  const cwd = await createTestFolder(files);
  const args = ['openapi.yaml', '--overlay', 'words.yaml', '--overlay', 'limits.yaml', '--watch'];
  const { url, stdout, stderr } = await serve(args, { cwd });

  expect(await statusOf(url, 'a')).toBe(200);
  expect(await statusOf(url, 'b')).toBe(500);

  await writeFiles(cwd, { 'limits.yaml': limitText(10) });
  await vi.waitFor(async () => expect(await statusOf(url, 'b')).toBe(200), patience);

  await writeFiles(cwd, { 'words.yaml': overlayText('Words.', '$.inf') });
  await vi.waitFor(
    () =>
      expect(stdout() + stderr()).toMatch(/words\.yaml:4:5 \/actions\/0\/target: there is nothing/),
    patience,
  );
  await writeFiles(cwd, { 'words.yaml': overlayText('More.'), 'limits.yaml': limitText(2) });
  await vi.waitFor(async () => expect(await statusOf(url, 'a')).toBe(500), patience);
});

describe.concurrent('an overlay that names what is not there', () => {
  const folder = shareFolder((cwd) => writeFiles(cwd, files));
  test.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    ['serve', ['serve', '--port', '0', '--overlay', 'wrong.yaml'], {}],
    ['check', ['check', '--overlay', 'wrong.yaml'], {}],
    ['seed', ['seed', '--count', 'notes=1', '--overlay', 'wrong.yaml'], {}],
    ['plan', ['plan', '--overlay', 'wrong.yaml'], {}],
    ['plan, told by a variable', ['plan'], { STUNTDOUBLE_OVERLAY: 'words.yaml:wrong.yaml' }],
  ])('stops %s', async (_, [command = '', ...args], env) => {
    const surroundings = { cwd: folder(), env };

    const { code, stdout, stderr } = await run([command, 'openapi.yaml', ...args], surroundings);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('wrong.yaml:4:5 /actions/0/target: there is nothing at this place');
    expect(stderr).toContain('> 4 |   - target: $.inf');
  });
});
