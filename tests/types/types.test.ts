import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { API } from 'typescript/unstable/sync';
import { describe, expect, it, onTestFinished } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { loadContract, strictly } from '../../src/contract/compile.ts';
import { declareContract } from '../../src/server/declarations/contract-types.ts';
import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { boxes, lamps } from './boxes.ts';
import { client, remote } from './client-programs.ts';
import { compile, withoutErrors } from './compiler.ts';
import { half, right, second, untyped, wrong } from './programs.ts';

const root = join(import.meta.dirname, '..', '..');

/** A project of a user: the package as it was built, and the strictest compiler. */
async function openProject(files: Readonly<Record<string, string>>): Promise<string> {
  const options = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    allowImportingTsExtensions: true,
    types: ['node'],
    lib: ['es2023', 'esnext.disposable', 'dom'],
    // The declarations of the package, too, must hold.
    skipLibCheck: false,
  };
  const folder = await writeFolder({
    ...files,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['*.ts'] }),
  });
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  await symlink(root, join(modules, 'stuntdouble'));
  await symlink(join(root, 'node_modules', '@types'), join(modules, '@types'));
  return folder;
}

async function declare(contract: JsonObject, isRegistered: boolean): Promise<string> {
  const folder = await writeFolder({ 'openapi.json': JSON.stringify(contract) });
  return declareContract(
    await loadContract([join(folder, 'openapi.json')], strictly),
    isRegistered,
  );
}

describe('the compiler', () => {
  it.each([
    ['throws', "throw new Error('none of yours')", { exit: 1, text: /none of yours/ }],
    ['is killed', "process.kill(process.pid, 'SIGKILL')", { exit: 'SIGKILL', text: /^$/ }],
  ])('has not compiled a project where it %s', async (_, program, { exit, text }) => {
    const folder = await writeFolder({ 'tsc.cjs': program });
    expect(await compile(folder, join(folder, 'tsc.cjs'))).toEqual({
      exit,
      text: expect.stringMatching(text),
    });
  });
});

describe('the types of a contract', () => {
  it('allow what it has, and nothing else', async () => {
    const project = await openProject({
      'mock.d.ts': await declare(boxes, true),
      'lamps.d.ts': await declare(lamps, false),
      'right.ts': right,
      'wrong.ts': wrong,
      'second.ts': second,
      'client.ts': client,
      'remote.ts': remote,
    });
    expect(await compile(project)).toEqual(withoutErrors);
  });

  it('are not needed', async () => {
    const project = await openProject({ 'untyped.ts': untyped, 'client.ts': client });
    expect(await compile(project)).toEqual(withoutErrors);
  });
});

describe('an editor', () => {
  it('completes the names of the contract', async () => {
    const project = await openProject({ 'mock.d.ts': await declare(boxes, true), 'half.ts': half });
    const api = new API({ cwd: project });
    onTestFinished(() => api.close());
    const config = join(project, 'tsconfig.json');
    const checker = api.updateSnapshot({ openProject: config }).getProject(config)?.checker;
    const complete = (text: string): readonly string[] => {
      const at = half.indexOf(text) + text.length;
      const found = checker?.getCompletionsAtPosition(join(project, 'half.ts'), at)?.entries ?? [];
      return found.map(({ name }) => name.replace(/\?$/, ''));
    };
    const operations = ['createBox', 'getBox', 'getShelf', 'listBoxes', 'listShelves'];
    expect(complete("use({ operation: '")).toEqual(expect.arrayContaining(operations));
    expect(complete("path: { '")).toEqual(['id', 'shelf_id']);
    expect(complete("example: '")).toEqual(['small']);
    expect(complete("patch: { '")).toEqual(['id', 'name', 'size', 'within']);
    expect(complete("records('")).toEqual(['boxes', 'shelves']);
    expect(complete('box?.')).toEqual(expect.arrayContaining(['id', 'name', 'shelf_id']));
  });
});
