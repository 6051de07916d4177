import { relative, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { keepCompiledCode } from './own-modules.ts';

const packageRoot = resolve(import.meta.dirname, '..', '..');

describe('keepCompiledCode', () => {
  it('keeps it in a folder of the package that is no part of it', () => {
    const folders: string[] = [];
    keepCompiledCode({ enableCompileCache: (folder: string) => folders.push(folder) });
    expect(folders.map((folder) => relative(packageRoot, folder))).toEqual([
      'node_modules/.cache/stuntdouble',
    ]);
  });

  it('does without where the platform can’t', () => {
    expect(() => keepCompiledCode({})).not.toThrow();
  });
});
