import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, inject, it, onTestFinished } from 'vitest';

import { loadContract, strictly } from '../../src/contract/compile.ts';
import { declareContract } from '../../src/server/declarations/contract-types.ts';

const cache = inject('cache');
const documents = cache.kind === 'filled' ? cache.documents : [];
const compiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin',
  'tsc',
);

describe.skipIf(cache.kind === 'offline')('the types of contracts in the wild', () => {
  it('compile', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stuntdouble-types-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const [at, { name, file }] of documents.entries()) {
      const contract = await loadContract([file], { ...strictly, isLenient: true });
      const text = declareContract(contract, false);
      await writeFile(join(folder, `${at}-${name.replaceAll(/\W+/g, '-')}.d.ts`), text);
    }
    const options = { strict: true, noEmit: true, skipLibCheck: false, types: [], lib: ['es2023'] };
    const config = { compilerOptions: options, include: ['*.d.ts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const run = promisify(execFile)(process.execPath, [compiler, '-p', folder], {
      maxBuffer: 1e8,
    });
    const { stdout } = await run.catch((error: { readonly stdout: string }) => error);
    expect(stdout.slice(0, 5000)).toBe('');
  });
});
