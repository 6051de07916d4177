import { basename } from 'node:path';

import type { Complaint } from '../base/errors.ts';
import { StartError } from '../base/errors.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject, stepDown } from '../base/json.ts';
import { readNamed, readSource } from '../contract/load/reach.ts';
import type { Source } from '../text/source.ts';
import { complainAt } from '../text/source.ts';

/** The records of files, as a request adds them. */
export interface SeedFiles {
  /** By collection. */
  readonly add: Readonly<Record<string, readonly JsonObject[]>>;
  /** Finds the place in a file of what a server refuses; undefined: it is in no file. */
  complain(this: void, pointer: string, message: string): Complaint | undefined;
}

/** A record, and where it is. */
interface PlacedRecord {
  readonly record: JsonObject;
  readonly source: Source;
  readonly pointer: string;
}

/**
 * Reads files in JSON or YAML: each a list of records, which has the name of its collection as
 * fixtures do, or an object of such lists by collection. Throws all complaints at once.
 */
export async function readSeedFiles(files: readonly string[]): Promise<SeedFiles> {
  const complaints: Complaint[] = [];
  const placed = new Map<string, PlacedRecord[]>();
  for (const file of files) {
    const source = await readSource(file, file, readNamed);
    for (const [collection, list, above] of listsIn(source)) {
      if (!Array.isArray(list)) {
        complaints.push(complainAt(source, above, 'must be a list of records'));
        continue;
      }
      const all = placed.get(collection) ?? [];
      placed.set(collection, all);
      for (const [index, record] of list.entries()) {
        const pointer = stepDown(above, index);
        if (isJsonObject(record)) all.push({ record, source, pointer });
        else complaints.push(complainAt(source, pointer, 'must be a record, which is an object'));
      }
    }
  }
  if (complaints.length > 0) throw new StartError(complaints);
  return {
    add: Object.fromEntries(
      [...placed].map(([collection, all]) => [collection, all.map(({ record }) => record)]),
    ),
    complain: (pointer, message) => findPlace(placed, pointer, message),
  };
}

function listsIn({ file, root }: Source): readonly (readonly [string, JsonValue, string])[] {
  if (!isJsonObject(root)) return [[basename(file).replace(/\.[^.]*$/, ''), root, '']];
  return Object.entries(root).map(([name, list]) => [name, list, stepDown('', name)]);
}

function findPlace(
  placed: ReadonlyMap<string, readonly PlacedRecord[]>,
  pointer: string,
  message: string,
): Complaint | undefined {
  for (const [collection, all] of placed) {
    const above = stepDown('/add', collection);
    if (pointer !== above && !pointer.startsWith(`${above}/`)) continue;
    const [, index = '', below = ''] = /^\/(\d+)(.*)$/s.exec(pointer.slice(above.length)) ?? [];
    const found = all[Number(index)];
    if (!found) return undefined;
    const place = index === '' ? found.pointer.replace(/\/\d+$/, '') : found.pointer + below;
    return complainAt(found.source, place, message);
  }
  return undefined;
}
