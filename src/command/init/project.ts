import { statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

import type { BlueprintFiles } from '../../server/blueprint.ts';
import type { MockOptions } from '../../server/options/options.ts';
import type { Scaffold } from '../../server/project/scaffold.ts';
import type { Settings } from '../settings.ts';
import type { PackageFile } from './package-file.ts';
import { dependsOn } from './package-file.ts';

export type Runner = 'vitest' | 'node:test';

/** What init knows before it makes files. */
export interface Project {
  readonly root: string;
  /** Where the contract is, or will be. */
  readonly contract: string;
  /** Whether the contract of this package is copied, since the project has none. */
  readonly isShipped: boolean;
  readonly packageFile: PackageFile | undefined;
  readonly settings: Settings;
  readonly places: BlueprintFiles;
  readonly scaffold: Scaffold;
  /** The test to write, or why there is none. */
  readonly test: { readonly path: string; readonly runner: Runner } | string;
}

/** Beside other tests, in a file that no setting of a project can take for something else. */
export function chooseTest(root: string, packageFile: PackageFile | undefined): Project['test'] {
  if (!packageFile) return 'there is no package.json, so a test could not find stuntdouble';
  const runner: Runner = dependsOn(packageFile, 'vitest') ? 'vitest' : 'node:test';
  // Jest would run a test of another runner, too, and call it empty.
  if (runner !== 'vitest' && dependsOn(packageFile, 'jest'))
    return 'the tests here are those of Jest: tests for vitest and node:test are written';
  const folder = ['test', 'tests'].find(
    (name) => statSync(join(root, name), { throwIfNoEntry: false })?.isDirectory() === true,
  );
  return { path: join(root, folder ?? '.', 'mock.test.mjs'), runner };
}

/** A path as it is written in the project, whose commands run in its folder. */
export function pathIn({ root }: Pick<Project, 'root'>, path: string): string {
  return relative(root, resolve(path)).split(sep).join('/') || '.';
}

/** How a server is started like the one that init has seen: words of a command line. */
export function servingWords(project: Project): readonly string[] {
  const { lenient, allowRemoteRefs, allowRefs, overlay } = project.settings;
  return [
    pathIn(project, project.contract),
    ...(lenient === undefined ? [] : [lenient ? '--lenient' : '--no-lenient']),
    ...(allowRemoteRefs ? ['--allow-remote-refs'] : []),
    ...allowRefs.flatMap((folder) => ['--allow-refs', pathIn(project, folder)]),
    ...overlay.flatMap((file) => ['--overlay', pathIn(project, file)]),
  ];
}

/** Options of the library, as a test writes them down. */
type ServingOptions = Pick<MockOptions, 'lenient' | 'allowRemoteRefs'> & {
  readonly contract: string;
  readonly allowRefs?: readonly string[];
  readonly overlay?: readonly string[];
};

/** The same as options of the library. */
export function servingOptions(project: Project): ServingOptions {
  const { lenient, allowRemoteRefs, allowRefs, overlay } = project.settings;
  return {
    contract: pathIn(project, project.contract),
    ...(lenient === undefined ? {} : { lenient }),
    ...(allowRemoteRefs ? { allowRemoteRefs } : {}),
    ...(allowRefs.length === 0
      ? {}
      : { allowRefs: allowRefs.map((folder) => pathIn(project, folder)) }),
    ...(overlay.length === 0 ? {} : { overlay: overlay.map((file) => pathIn(project, file)) }),
  };
}

/** For all shells that npm runs scripts with. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `"${word.replaceAll(/["\\$`]/g, String.raw`\$&`)}"`;
}
