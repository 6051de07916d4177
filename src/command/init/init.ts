import { join, resolve } from 'node:path';

import { loadBlueprint, readLoadOptions, resolvePlaces } from '../../server/blueprint.ts';
import { isFolder, isUrl } from '../../server/places.ts';
import { makeScaffold } from '../../server/project/scaffold.ts';
import { findContract } from '../find-contract.ts';
import type { Settings } from '../settings.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { packageDrafts, recordDrafts, scenarioDraft, testDraft } from './drafts.ts';
import { readPackageFile } from './package-file.ts';
import type { Project } from './project.ts';
import { chooseTest } from './project.ts';
import { rehearseBeside } from './rehearse.ts';
import { findLeft, tell } from './tell.ts';
import { isThere, writeFiles } from './write-files.ts';

/** Gives a project what a mock of its contract begins with: records, a scenario, a test, a script. */
export async function init(settings: Settings, terminal: Terminal): Promise<void> {
  const here = process.cwd();
  const { root, contract: found } = findProject(settings.contract, here);
  const packageFile = readPackageFile(root);
  const places = resolvePlaces(found === undefined ? [] : [found], undefined);
  if (found === undefined) assertFree(root);
  const blueprint = await loadBlueprint(places, readLoadOptions(settings, places));
  const scaffold = makeScaffold(blueprint, settings);
  const project: Project = {
    root: resolve(root),
    contract: resolve(found ?? join(root, 'openapi.yaml')),
    isShipped: found === undefined,
    packageFile,
    settings,
    places,
    scaffold,
    test: chooseTest(root, packageFile),
  };
  const records = recordDrafts(project);
  // A test that is there is not written again.
  const isWanted = typeof project.test === 'object' && !isThere(project.test.path);
  const rehearsed = isWanted ? await rehearseBeside(project, records) : undefined;
  const drafts = [
    ...records,
    scenarioDraft(project, rehearsed),
    ...testDraft(project, rehearsed),
    ...packageDrafts(project),
  ];
  const made = drafts.filter(({ path, before }) => before !== undefined || !isThere(path));
  const left = findLeft(project, blueprint);
  writeFiles(made);
  tell(
    { project, here, drafts, made, left, isUntestable: isWanted && rehearsed === undefined },
    terminal,
  );
}

/** Finds the folder of a project, and its contract: what was named, or what is here. */
function findProject(
  named: readonly string[],
  here: string,
): { readonly root: string; readonly contract: string | undefined } {
  const [given, ...others] = named;
  if (others.length > 0)
    throw new UsageError('init takes one contract, or the folder of one: run it once for each');
  if (given === undefined || isFolder(given)) {
    const root = given ?? here;
    return { root, contract: findContract({ root, here, command: 'init' }) };
  }
  if (isUrl(given))
    throw new UsageError(
      `init takes a file: save the contract first, such as curl -o openapi.yaml ${given}`,
    );
  return { root: here, contract: given };
}

/** Fixtures without a contract are those of another: the shipped ones do not go among them. */
function assertFree(root: string): void {
  if (!isThere(join(root, 'fixtures'))) return;
  throw new UsageError(
    'no contract was found, but there is fixtures/: name its contract, such as stuntdouble init my-api.yaml',
  );
}
