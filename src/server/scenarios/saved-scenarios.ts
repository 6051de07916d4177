import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';

import { ApiError, messageOf } from '../../base/errors.ts';
import type { ReadFile } from '../../contract/load/reach.ts';
import { createReader } from '../../contract/load/reach.ts';
import type { DiskFolder } from '../../store/ledger/disk.ts';
import { machineDisk } from '../../store/ledger/disk.ts';
import type { Source } from '../../text/source.ts';
import { parseSource } from '../../text/source.ts';
import type { ServerOptions } from '../options/options.ts';
import type { ScenarioFiles } from './read-scenarios.ts';
import { readScenarios } from './read-scenarios.ts';
import type { ScenarioDocument } from './scenario-document.ts';

/** Scenarios that were saved from worlds: in the data folder, or else in memory. */
export interface SavedScenarios {
  read(this: void): Promise<ScenarioFiles>;
  /** Resolves when it is durable. A scenario of the same name is replaced. */
  write(this: void, name: string, document: ScenarioDocument): Promise<void>;
  /** The file of a scenario, as users name the data folder; undefined: it is in memory. */
  placeOf(this: void, name: string): string | undefined;
  /** Where they are in memory: from now on they are those of another place, which stores new ones. */
  share(this: void, place: ScenarioTexts): void;
}

/** The texts of scenarios that replicas share. */
export interface ScenarioTexts {
  readonly texts: ReadonlyMap<string, string>;
  store(this: void, name: string, text: string): Promise<void>;
}

/** The folder of saved scenarios, in the data folder. */
const scenariosFolder = 'scenarios';

export function openSavedScenarios({
  data,
  durability,
  store,
}: Pick<ServerOptions, 'data' | 'durability' | 'store'>): SavedScenarios {
  if (data === undefined || durability === 'memory' || store !== undefined) return keepInMemory();
  const folder = resolve(data, scenariosFolder);
  const isSynced = durability === 'sync';
  return {
    async read() {
      const reader: ReadFile = await createReader([folder], { allowRefs: [] });
      return readScenarios(folder, reader);
    },
    write: (name, document) =>
      writeFile({ disk: machineDisk, folder, isSynced }, `${name}.json`, writeText(document)).catch(
        refuseStorage,
      ),
    placeOf: (name) => join(data, scenariosFolder, `${name}.json`),
    share: () => undefined,
  };
}

function keepInMemory(): SavedScenarios {
  const sources = new Map<string, Source>();
  let place: ScenarioTexts | undefined;
  const add = (name: string, text: string): void =>
    void sources.set(name, parseSource(`${name}.json`, text));
  return {
    read: () => Promise.resolve({ sources, complaints: [] }),
    async write(name, document) {
      const text = writeText(document);
      await place?.store(name, text);
      add(name, text);
    },
    placeOf: () => undefined,
    share(next) {
      place = next;
      sources.clear();
      for (const [name, text] of next.texts) add(name, text);
    },
  };
}

function writeText(document: ScenarioDocument): string {
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** A reader finds the former file or the whole new one. */
async function writeFile(
  { disk, folder, isSynced }: DiskFolder,
  name: string,
  text: string,
): Promise<void> {
  const above = await disk.makeFolder(folder);
  const draft = join(folder, `${randomUUID()}.part`);
  const file = await disk.open(draft, 'write');
  try {
    await file.write(Buffer.from(text), 0);
    if (isSynced) await file.datasync();
  } catch (error) {
    await disk.remove(draft).catch(leaveDraft);
    throw error;
  } finally {
    await file.close();
  }
  await disk.rename(draft, join(folder, name));
  if (isSynced) for (const one of [folder, ...above]) await disk.syncFolder(one);
}

function leaveDraft(): void {
  // No start reads a draft.
}

function refuseStorage(cause: unknown): never {
  const detail = `The scenario could not be stored: ${messageOf(cause)}.`;
  throw new ApiError('storage-failed', detail, { cause });
}
