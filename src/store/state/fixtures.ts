import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

import type { Complaint } from '../../base/errors.ts';
import { messageOf, StartError, reasonOf } from '../../base/errors.ts';
import type { JsonValue, JsonObject } from '../../base/json.ts';
import { isJsonObject, stepDown } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';
import type { Source } from '../../text/source.ts';
import { complainAt } from '../../text/source.ts';
import { alignParents } from '../parents.ts';
import type { Item, CollectionShape } from '../record.ts';
import { unflattenItem } from '../record.ts';
import type { TableDraft } from '../tables/table.ts';
import type { Tables } from '../tables/tables.ts';
import { createTables, editTables } from '../tables/tables.ts';
import type { StateViews } from '../worlds/world.ts';

/** The files of a fixtures folder, parsed but not checked yet. */
export interface FixtureFiles {
  readonly folder: string | undefined;
  readonly collections: ReadonlyMap<string, Source>;
  readonly credentials: Source | undefined;
  /** One for each file that can't be read. */
  readonly complaints: readonly Complaint[];
}

const credentialsFile = 'credentials';

/** Reads every JSON file of the folder. Without a folder the world begins without records. */
export async function readFixtures(
  folder: string | undefined,
  read: (file: string) => Promise<Source>,
): Promise<FixtureFiles> {
  if (folder === undefined) {
    return { folder, collections: new Map(), credentials: undefined, complaints: [] };
  }
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    throw new StartError([
      {
        file: folder,
        message: `the fixtures folder can not be read: ${reasonOf(error, 'folder')}`,
      },
    ]);
  }
  const collections = new Map<string, Source>();
  const complaints: Complaint[] = [];
  for (const name of names.filter((file) => file.endsWith('.json')).toSorted()) {
    const file = join(folder, name);
    try {
      collections.set(basename(name, '.json'), await read(file));
    } catch (error) {
      const isFull = error instanceof StartError;
      complaints.push(...(isFull ? error.complaints : [{ file, message: messageOf(error) }]));
    }
  }
  const credentials = collections.get(credentialsFile);
  collections.delete(credentialsFile);
  return { folder, collections, credentials, complaints };
}

/**
 * Makes tables of the files. It checks every record against its schema, its key and its parents,
 * and reports all faults at once.
 */
export function compileFixtures(
  files: FixtureFiles,
  shapes: readonly CollectionShape[],
): { readonly tables: Tables; readonly complaints: readonly Complaint[] } {
  const complaints: Complaint[] = [...files.complaints];
  const draft = editTables(createTables(shapes.map(({ name }) => name)));
  const places = new Map<Item, { source: Source; pointer: string }>();
  for (const [name, source] of files.collections) {
    const shape = shapes.find((candidate) => candidate.name === name);
    const table = draft.at(name);
    if (shape && table) {
      // One by one: a call that spreads all complaints could have too many arguments.
      for (const complaint of fillTable(source, shape, table, places)) complaints.push(complaint);
    } else {
      const instead = suggestNames(
        name,
        shapes.map((candidate) => candidate.name),
      );
      complaints.push(
        complainAt(source, '', `the contract has no collection "${name}": ${instead}`),
      );
    }
  }
  const tables = draft.done();
  const setting: FixtureSetting = {
    shapes,
    tables,
    authoritative: new Set(files.collections.keys()),
  };
  for (const shape of shapes) {
    for (const item of tables.get(shape.name)?.items() ?? []) {
      const place = places.get(item);
      const orphan = findMissingParent(item, shape, setting);
      if (place && orphan)
        complaints.push(
          complainAt(place.source, stepDown(place.pointer, orphan.parameter), orphan.message),
        );
    }
  }
  return { tables, complaints };
}

/** What a record is checked against besides its own schema. */
export interface FixtureSetting {
  readonly shapes: readonly CollectionShape[];
  readonly tables: Tables;
  readonly authoritative: ReadonlySet<string>;
}

/**
 * The first parent that a record names, or else the record that it links, that does not exist in a
 * complete collection. It must stand under the same parents as this record, as far as both
 * collections have these parents.
 */
export function findMissingParent(
  item: Item,
  shape: CollectionShape,
  { shapes, tables, authoritative }: FixtureSetting,
): { readonly parameter: string; readonly message: string } | undefined {
  const named = shape.parents.map(({ parameter, collection }, index) => ({
    parameter,
    collection,
    key: item.parents[index],
    above: index,
  }));
  const linked = { collection: shape.of, key: item.key, above: shape.parents.length };
  const all = [...named, { parameter: shape.key?.join('.') ?? '', ...linked }];
  for (const { parameter, collection, key, above } of all) {
    if (key === undefined || collection === undefined || !authoritative.has(collection)) continue;
    const other = shapes.find(({ name }) => name === collection);
    const from = { parents: shape.parents.slice(0, above) };
    const parents = other && alignParents(from, item.parents, other);
    if (parents && tables.get(collection)?.find(key, parents)) continue;
    return {
      parameter,
      message: `there is no "${key}" in "${collection}" under the same parents`,
    };
  }
  return undefined;
}

function fillTable(
  source: Source,
  shape: CollectionShape,
  table: TableDraft,
  places: Map<Item, { source: Source; pointer: string }>,
): readonly Complaint[] {
  if (!Array.isArray(source.root)) return [complainAt(source, '', 'must be an array of records')];
  return source.root.flatMap((record: JsonValue, index): readonly Complaint[] => {
    const pointer = stepDown('', index);
    if (!isJsonObject(record)) return [complainAt(source, pointer, 'a record must be an object')];
    const { item, faults } = unflattenItem(record, shape);
    if (!item)
      return faults.map((fault) => complainAt(source, pointer + fault.pointer, fault.message));
    if (table.has(item)) {
      return [
        complainAt(
          source,
          (shape.key ?? []).reduce(stepDown, pointer),
          `the key "${item.key}" is taken by an earlier record`,
        ),
      ];
    }
    table.put(item);
    places.set(item, { source, pointer });
    return [];
  });
}

/** Records in the form of fixtures: the content of each file, by the name of the collection. */
export type FixtureExport = Readonly<Record<string, readonly JsonObject[]>>;

/**
 * Exports only served records. An empty file means that a collection is complete and has no
 * records, so a collection without records gets a file only if it is complete.
 */
export function exportFixtures(views: StateViews): FixtureExport {
  const files = views.collectionNames.flatMap((name): [string, readonly JsonObject[]][] => {
    const records = views.show(name) ?? [];
    return records.length > 0 || views.isAuthoritative(name) ? [[name, records]] : [];
  });
  return Object.fromEntries(files);
}
