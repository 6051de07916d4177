import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { parseInvocation } from './invocation.ts';
import { UsageError } from './usage-error.ts';

describe('a shared store', () => {
  const read = (line: string, env = {}): unknown =>
    parseInvocation(line.split(' ').filter(Boolean), env);
  const store = '--store redis://127.0.0.1:6379/0';

  test.each([
    '--data state',
    '--reset',
    '--ephemeral',
    '--stateless',
    '--watch',
    '--durability memory',
  ])('has no place for %s', (line) => {
    expect(() => read(`${store} ${line}`)).toThrow(UsageError);
    expect(() => read(`${store} ${line}`)).toThrow(
      `${line.split(' ')[0]} is for a server with a state of its own`,
    );
  });

  test('leaves variables that are there for other servers alone', () => {
    const env = { STUNTDOUBLE_DATA: '/data', STUNTDOUBLE_REPLICA_URL: 'http://10.0.0.3:4010' };
    expect(() => read(store, env)).not.toThrow();
    expect(() => read('', env)).not.toThrow();
  });

  test('says of variables that they say nothing', async () => {
    const notesOf = (line: string, env = {}): unknown =>
      parseInvocation(line.split(' ').filter(Boolean), env).notes;
    const url = { STUNTDOUBLE_REPLICA_URL: 'http://10.0.0.3:4010' };
    expect(notesOf('', url)).toEqual([
      'STUNTDOUBLE_REPLICA_URL says where other replicas reach this server, and without --store there are none',
    ]);
    expect(notesOf('check', url)).toEqual([]);
    const folder = await mkdtemp(join(tmpdir(), 'stuntdouble-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    // The image sets it for all.
    const env = { STUNTDOUBLE_DATA: folder, ...url };
    expect(notesOf(store, env)).toEqual([]);
    await writeFile(join(folder, 'db.json'), '{}');
    expect(notesOf(store, env)).toEqual([
      `STUNTDOUBLE_DATA names ${folder}, and its state is not used: --store keeps it in the store`,
    ]);
  });

  test.each([
    ['reset', 'POST /_mock/reset'],
    ['seed --count items=2', 'seed --url http://127.0.0.1:4010'],
  ])('is not what %s changes', (line, advice) => {
    for (const variable of ['STUNTDOUBLE_STORE', 'STUNTDOUBLE_STORE_FILE']) {
      const env = { [variable]: 'redis://:secret@127.0.0.1:6379/0', STUNTDOUBLE_DATA: '/data' };
      expect(() => read(line, env)).toThrow(UsageError);
      expect(() => read(line, env)).toThrow(`${variable} keeps the state in a store`);
      expect(() => read(line, env)).toThrow(advice);
      expect(() => read(line, env)).not.toThrow('secret');
      // A folder that the user names is the one that is meant.
      expect(() => read(`${line} --data state`, env)).not.toThrow();
    }
  });

  test('is no matter of what changes no state', () => {
    const env = { STUNTDOUBLE_STORE: 'redis://127.0.0.1:6379/0' };
    expect(() => read('seed --count items=2 --out made', env)).not.toThrow();
    expect(() => read('seed --count items=2 --url http://127.0.0.1:4010', env)).not.toThrow();
    expect(() => read('check', env)).not.toThrow();
  });

  test('is what other replicas reach this one for', () => {
    expect(() => read('--replica-url http://10.0.0.3:4010')).toThrow('give --store, too');
  });

  test.each(['https://10.0.0.3:4010', 'http://10.0.0.3/path', '10.0.0.3:4010', 'http://u:p@host'])(
    'refuses the replica URL %s without its password',
    (url) => {
      expect(() => read(`${store} --replica-url ${url}`)).toThrow(
        /must be an address such as http:\/\/10\.0\.0\.3:4010(?!.*u:p)/,
      );
    },
  );
});
