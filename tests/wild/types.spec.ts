import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, inject, it, onTestFinished } from 'vitest';

import type { Contract } from '../../src/contract/compile.ts';
import { loadContract, strictly } from '../../src/contract/compile.ts';
import { declareContract } from '../../src/server/declarations/contract-types.ts';
import { compile, withoutErrors } from '../types/compiler.ts';

const root = join(import.meta.dirname, '..', '..');
const cache = inject('cache');
const documents = cache.kind === 'filled' ? cache.documents : [];

describe.skipIf(cache.kind === 'offline')('the types of contracts in the wild', () => {
  it('compile, and take records as they are read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stuntdouble-types-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const [at, { name, file }] of documents.entries()) {
      const contract = await loadContract([file], { ...strictly, isLenient: true });
      const stem = `${at}-${name.replaceAll(/\W+/g, '-')}`;
      await writeFile(join(folder, `${stem}.d.ts`), declareContract(contract, false));
      await writeFile(join(folder, `${stem}-program.ts`), programOf(contract, `./${stem}.d.ts`));
    }
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await mkdir(join(folder, 'node_modules'));
    await symlink(root, join(folder, 'node_modules', 'stuntdouble'));
    await symlink(join(root, 'node_modules', '@types'), join(folder, 'node_modules', '@types'));
    const options = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: false,
      module: 'nodenext',
      allowImportingTsExtensions: true,
      types: ['node'],
      lib: ['es2023', 'esnext.disposable', 'dom'],
    };
    const config = { compilerOptions: options, include: ['*.ts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { exit, text } = await compile(folder);
    expect({ exit, text: text.slice(0, 5000) }).toEqual(withoutErrors);
  });
});

/** What a test may do with any contract. */
function programOf({ collections }: Contract, types: string): string {
  const uses = collections.map(({ name }) => {
    const text = JSON.stringify(name);
    return `  await world.replace(${text}, world.records(${text}));
  await world.merge(${text}, world.records(${text}));
  await world.seed({ count: { [${text}]: 1 } });
`;
  });
  return `import type { MockWorld } from 'stuntdouble';
import type { Contract } from '${types}';

export async function use(world: MockWorld<Contract>): Promise<void> {
${uses.join('')}  world.use({ fault: { latency: 5 } });
}
`;
}
