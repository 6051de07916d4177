import { readdir } from 'node:fs/promises';

import { describe, expect, test, vi } from 'vitest';

import { patience } from '../patience.ts';
import { notes, notesFiles, readNote, writeNote } from './notes.ts';
import { takePort } from './ports.ts';
import type { Running } from './run-stuntdouble.ts';
import { runHere as run } from './run-here.ts';
import { serve } from './run-stuntdouble.ts';
import { createTestFolder, writeFiles } from './temporary-folder.ts';

/** The world of the notes with its parts in places where nobody looks by default. */
const scattered = {
  'contract/notes.yaml': notesFiles['openapi.yaml'],
  'contract/schemas/note.yaml': notesFiles['schemas/note.yaml'],
  'world/notes.json': notes({ a: 'one', long: 'longer than twenty characters' }),
};

const places = { STUNTDOUBLE_CONTRACT: 'contract/notes.yaml', STUNTDOUBLE_FIXTURES: 'world' };

describe('an image is configured without a command line', () => {
  test('contract, fixtures, port, data, log, breach rule and CORS', async () => {
    const cwd = await createTestFolder(scattered);
    const server = await serve([], {
      cwd,
      env: {
        ...places,
        STUNTDOUBLE_PORT: '0',
        // It loses: otherwise the start would fail.
        PORT: await takePort(),
        STUNTDOUBLE_DATA: 'kept',
        STUNTDOUBLE_LOG: 'json',
        STUNTDOUBLE_ON_BREACH: 'warn',
        STUNTDOUBLE_CORS: 'false',
      },
    });

    const ready: unknown = JSON.parse(server.stdout().split('\n')[0] ?? '');
    expect(ready).toMatchObject({ event: 'ready', contract: 'Notes', state: 'kept/db.json' });
    expect(await readNote(server, 'a')).toBe('one');
    const breach = await fetch(`${server.url}/notes/long`, {
      headers: { Origin: 'http://a.test' },
    });
    expect(breach.status).toBe(200);
    expect(breach.headers.get('X-Stuntdouble-Breach')).not.toBeNull();
    expect(breach.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(await writeNote(server, 'a', 'changed')).toBe(204);
    expect((await readdir(`${cwd}/kept`)).toSorted()).toEqual(['db.json', 'lock']);
  });

  test('host, control token, watching, timed resets and keeping nothing', async () => {
    const cwd = await createTestFolder(scattered);
    const server = await serve([], {
      cwd,
      env: {
        ...places,
        PORT: '0',
        STUNTDOUBLE_HOST: '0.0.0.0',
        STUNTDOUBLE_CONTROL_TOKEN: 'let-me-in',
        STUNTDOUBLE_WATCH: '1',
        STUNTDOUBLE_RESET_EVERY: '300ms',
        STUNTDOUBLE_EPHEMERAL: 'yes',
      },
    });

    expect((await fetch(`${server.url}/_mock/state`)).status).toBe(401);
    const headers = { Authorization: 'Bearer let-me-in' };
    expect((await fetch(`${server.url}/_mock/state`, { headers })).status).toBe(200);
    expect(await writeNote(server, 'a', 'changed')).toBe(204);
    await vi.waitFor(async () => expect(await readNote(server, 'a')).toBe('one'), patience);
    await writeFiles(cwd, { 'world/notes.json': notes({ a: 'edited' }) });
    await vi.waitFor(async () => expect(await readNote(server, 'a')).toBe('edited'), patience);
    expect(await readdir(cwd)).toEqual(['contract', 'world']);
  });

  test('the seed', async () => {
    const cwd = await createTestFolder(scattered);
    const args = ['contract/notes.yaml', '--ephemeral'];
    const [byDefault, byArgument, byVariable] = await Promise.all([
      serve(args, { cwd }),
      serve([...args, '--seed', 'tuesday'], { cwd }),
      serve(args, { cwd, env: { STUNTDOUBLE_SEED: 'tuesday' } }),
    ]);

    const hint = await readHint(byVariable);
    expect(hint).toEqual(await readHint(byArgument));
    expect(hint).not.toEqual(await readHint(byDefault));
  });
});

describe('arguments win over variables', () => {
  test('each of its own kind', async () => {
    const cwd = await createTestFolder({
      ...scattered,
      'other/notes.json': notes({ a: 'other' }),
    });
    const server = await serve(
      [
        'serve contract/notes.yaml --port 0 --fixtures other --log json --on-breach error',
        '--cors --no-ephemeral --data mine',
      ].flatMap((words) => words.split(' ')),
      {
        cwd,
        env: {
          STUNTDOUBLE_CONTRACT: 'nowhere.yaml',
          STUNTDOUBLE_FIXTURES: 'nowhere',
          STUNTDOUBLE_PORT: await takePort(),
          STUNTDOUBLE_LOG: 'human',
          STUNTDOUBLE_ON_BREACH: 'warn',
          STUNTDOUBLE_CORS: 'off',
          STUNTDOUBLE_EPHEMERAL: 'on',
          STUNTDOUBLE_DATA: 'theirs',
        },
      },
    );

    expect(await readNote(server, 'a')).toBe('other');
    expect(await writeNote(server, 'a', 'longer than twenty characters')).toBe(204);
    const origin = 'http://localhost:5173';
    const response = await fetch(`${server.url}/notes/a`, { headers: { Origin: origin } });
    expect(response.status).toBe(500);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    expect((await readdir(`${cwd}/mine`)).toSorted()).toEqual(['db.json', 'lock']);
  });

  test('an empty variable says nothing', async () => {
    const { stdout } = await serve([], {
      env: {
        PORT: '0',
        STUNTDOUBLE_PORT: '',
        STUNTDOUBLE_HOST: '',
        STUNTDOUBLE_LOG: '',
        STUNTDOUBLE_EPHEMERAL: '',
        STUNTDOUBLE_CONTRACT: '',
        STUNTDOUBLE_RESET_EVERY: '',
      },
    });

    expect(stdout()).toContain('its state in .stuntdouble/db.json');
  });
});

describe.concurrent('a bad value names its variable', () => {
  test.each([
    ['STUNTDOUBLE_PORT', '70000', 'STUNTDOUBLE_PORT must be a number from 0 to 65535, not "70000"'],
    ['STUNTDOUBLE_WATCH', 'maybe', 'STUNTDOUBLE_WATCH must be true or false, not "maybe"'],
  ])('%s=%s', async (name, value, message) => {
    const { code, stdout, stderr } = await run([], { env: { [name]: value } });

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(`stuntdouble: ${message}\nSee stuntdouble --help\n`);
  });
});

describe('the other commands', () => {
  test('check reads contract and fixtures from variables', async () => {
    const cwd = await createTestFolder(scattered);

    const { code, stdout } = await run(['check'], { cwd, env: places });

    expect(code).toBe(0);
    expect(stdout).toContain('Notes 1.0.0');
  });

  test('seed and reset use the folder of STUNTDOUBLE_DATA', async () => {
    const cwd = await createTestFolder(scattered);
    const env = { ...places, STUNTDOUBLE_DATA: 'kept' };

    expect(await run(['seed', '--count', 'notes=1'], { cwd, env })).toMatchObject({ code: 0 });
    expect(await readdir(`${cwd}/kept`)).toEqual(['db.json']);
    expect(await run(['reset'], { cwd, env })).toMatchObject({ code: 0 });
    expect(await readdir(`${cwd}/kept`)).toEqual([expect.stringMatching(/^before-reset-.+$/)]);
  });
});

async function readHint({ url }: Running): Promise<unknown> {
  const response = await fetch(`${url}/hints/any`);
  return response.json();
}
