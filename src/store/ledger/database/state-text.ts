import type { JsonObject, JsonValue } from '../../../base/json.ts';
import type { Deletions, Lists, SavedTombstones, StateSource } from '../saved-state.ts';
import { currentFormat } from '../saved-state.ts';

/** Which journals continue a saved state. */
export interface Succession {
  /** The number of the first journal that continues it. */
  readonly journal: number;
  /** The id that db.json shares with its journals: each has it in its first line. */
  readonly id?: string | undefined;
}

/**
 * Writes the text of a state in pieces, as `JSON.stringify` with two spaces would: one member a
 * line, so that people can read, compare and edit it.
 */
export function* writeState(
  { fingerprints, planted, collections, tombstones, deletions, born }: Omit<StateSource, 'filing'>,
  { journal, id }: Succession,
): Generator<string> {
  const { contract, fixtures } = fingerprints;
  const head = {
    format: currentFormat,
    contract,
    fixtures,
    journal,
    ...(id === undefined ? {} : { id }),
  };
  yield `{\n  "stuntdouble": ${indent(head, 1)},\n  "planted": ${indent(planted, 1)},\n`;
  yield '  "collections": ';
  yield* writeLists(collections);
  yield* writeDeletions(deletions);
  yield* writeTombstones(tombstones);
  yield* writeCreated('born', born);
  yield '\n}\n';
}

function* writeLists(lists: Lists): Generator<string> {
  let before = '{';
  for (const [name, records] of lists) {
    yield `${before}\n    ${JSON.stringify(name)}: `;
    yield* writeList(records);
    before = ',';
  }
  yield before === '{' ? '{}' : '\n  }';
}

function* writeList(records: Iterable<JsonValue>): Generator<string> {
  let before = '[';
  for (const record of records) {
    yield `${before}\n      ${indent(record, 3)}`;
    before = ',';
  }
  yield before === '[' ? '[]' : '\n    ]';
}

/** Writes no member where no collection has marks. */
function* writeCreated(title: string, lists: Lists): Generator<string> {
  let isBegun = false;
  for (const [name, marks] of lists) {
    let isFirst = true;
    for (const mark of marks) {
      if (isFirst) {
        yield isBegun ? ',' : `,\n  "${title}": {`;
        yield `\n    ${JSON.stringify(name)}: [`;
      }
      yield `${isFirst ? '' : ','}\n      ${indent(mark, 3)}`;
      isFirst = false;
      isBegun = true;
    }
    if (!isFirst) yield '\n    ]';
  }
  if (isBegun) yield '\n  }';
}

function* writeDeletions(deletions: Readonly<Record<string, Deletions>>): Generator<string> {
  const told = Object.entries(deletions).map(([name, { count, highest }]): [string, JsonValue] => [
    name,
    { count, highest },
  ]);
  if (told.length > 0) yield `,\n  "deletions": ${indent(Object.fromEntries(told), 1)}`;
}

function* writeTombstones(groups: Iterable<SavedTombstones>): Generator<string> {
  let before = `,\n  "tombstones": [`;
  let isEmpty = true;
  for (const { collection, parents, keys } of groups) {
    const group = { collection, ...(parents ? { parents } : {}), keys };
    yield `${before}\n    ${indent(group, 2)}`;
    before = ',';
    isEmpty = false;
  }
  if (!isEmpty) yield '\n  ]';
}

function indent(value: JsonValue | JsonObject, levels: number): string {
  // The engine indents the nested value as it writes. To replace line ends afterwards takes longer.
  let nested = value;
  for (let level = 0; level < levels; level += 1) nested = [nested];
  // Before and after the value, each level adds a bracket, a line end and its indentation.
  const before = levels * (levels + 3);
  const after = levels * (levels + 1);
  const text = JSON.stringify(nested, undefined, 2);
  return text.slice(before, text.length - after);
}
