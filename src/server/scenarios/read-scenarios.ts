import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Complaint } from '../../base/errors.ts';
import { codeOf, messageOf, StartError } from '../../base/errors.ts';
import { isName, nameRule } from '../../store/worlds/snapshots.ts';
import type { Source } from '../../text/source.ts';

/** The files of a folder of scenarios, parsed but not checked yet. */
export interface ScenarioFiles {
  readonly sources: ReadonlyMap<string, Source>;
  /** One or more for each file that can't be used. */
  readonly complaints: readonly Complaint[];
}

/** Whether a file of this name in the folder of scenarios is read as one. */
export function isScenarioFile(name: string): boolean {
  return endings.test(name);
}

const endings = /\.(?:yaml|yml|json)$/;

/** Reads each YAML and JSON file of a folder; without the folder, or where it is undefined, there are no scenarios. */
export async function readScenarios(
  folder: string | undefined,
  read: (file: string) => Promise<Source>,
): Promise<ScenarioFiles> {
  const sources = new Map<string, Source>();
  const complaints: Complaint[] = [];
  if (folder === undefined) return { sources, complaints };
  for (const file of await listScenarioFiles(folder)) {
    const path = join(folder, file);
    const name = file.replace(endings, '');
    try {
      const fault = findNameFault(name, sources.get(name));
      if (fault === undefined) sources.set(name, await read(path));
      else complaints.push({ file: path, message: fault });
    } catch (error) {
      const isFull = error instanceof StartError;
      complaints.push(...(isFull ? error.complaints : [{ file: path, message: messageOf(error) }]));
    }
  }
  return { sources, complaints };
}

async function listScenarioFiles(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory() && isScenarioFile(entry.name))
      .map(({ name }) => name)
      .toSorted();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    const message = `the folder of scenarios can not be read: ${messageOf(error)}`;
    throw new StartError([{ file: folder, message }]);
  }
}

function findNameFault(name: string, other: Source | undefined): string | undefined {
  if (!isName(name)) return `names no scenario: ${nameRule}`;
  if (!other) return undefined;
  return `is the scenario "${name}" again: ${other.file} is it already, so rename or remove one`;
}
