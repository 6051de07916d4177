import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, inject, it, onTestFinished } from 'vitest';

import { loadContract, strictly } from '../../src/contract/compile.ts';
import { declareContract } from '../../src/server/declarations/contract-types.ts';
import { compile, withoutErrors } from '../types/compiler.ts';

const cache = inject('cache');
const documents = cache.kind === 'filled' ? cache.documents : [];

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
    const { exit, text } = await compile(folder);
    expect({ exit, text: text.slice(0, 5000) }).toEqual(withoutErrors);
  });
});
