import { loadBlueprint, readLoadOptions, resolvePlaces } from '../server/blueprint.ts';
import type {
  PlanDocument,
  PlannedCollection,
  PlannedList,
  PlannedOperation,
  PlanSummary,
} from '../server/plan-document.ts';
import { describePlan } from '../server/plan-document.ts';
import type { Cell } from './columns.ts';
import { padTo, shortenPath, widthOf, wrap, writeLine } from './columns.ts';
import { countOf } from './complaints.ts';
import type { Settings } from './settings.ts';
import type { Terminal, Paint } from './terminal.ts';
import { printable, printableJson } from '../base/printable.ts';

/** Prints what each operation does, and to which records, as text or as JSON. */
export async function plan(settings: Settings, { out, columns, paint }: Terminal): Promise<void> {
  const places = resolvePlaces(settings.contract, settings.fixtures);
  const blueprint = await loadBlueprint(places, readLoadOptions(settings, places));
  const { uncompiled, validators } = blueprint.contract;
  // A server compiles some schemas on first use. The plan lists the faults of all of them.
  const document = describePlan(blueprint, [...uncompiled, ...validators.compileAll()]);
  out(settings.json ? `${printableJson(document, 2)}\n` : planText(document, columns, paint));
}

/** In columns. Longer paths push only the note to the right: all other cells come before. */
const widestPath = 60;

/** The plan as text: each collection with its operations, then the improvised operations. */
export function planText(
  document: PlanDocument,
  columns: number | undefined,
  paint: Paint,
): string {
  const { contract, collections, operations, summary } = document;
  const counts = `${countOf(summary.operations, 'operation')}, ${countOf(summary.collections, 'collection')}`;
  const stateful = operations.filter(({ collection }) => collection !== null);
  const widestDoes = Math.max(0, ...stateful.map(({ does }) => does.length));
  const rowsOf = (name: string | null): readonly (readonly Cell[])[] => {
    const rows = operations.filter(({ collection }) => collection === name);
    const path = Math.min(widestPath, Math.max(0, ...rows.map((row) => widthOf(row.path))));
    const widths = { path, does: widestDoes, line: columns ?? Infinity };
    return rows.flatMap((row) => operationLines(row, widths));
  };
  const improvised = rowsOf(null);
  const lines: readonly (readonly Cell[])[] = [
    [
      [`${contract.title} ${contract.version}`, 'bold'],
      [`: ${counts}`, undefined],
    ],
    ...collections.flatMap((collection) => [
      [],
      ...collectionLines(collection, columns),
      ...rowsOf(collection.name),
      ...collection.transitions.flatMap((line) =>
        withNote([['  ', undefined]], [line, 'dim'], columns),
      ),
    ]),
    ...(improvised.length === 0 ? [] : [[], improvisedHead, ...improvised]),
    [],
    ...summaryLines(summary, columns),
  ];
  return lines.map((cells) => `${writeLine(cells, columns, paint)}\n`).join('');
}

const improvisedHead: readonly Cell[] = [
  ['Improvised', 'bold'],
  ['  examples and generated data, no state', 'dim'],
];

/** A note that the line has no room for stands below it, broken between words. */
function withNote(
  cells: readonly Cell[],
  [note, color]: Cell,
  columns: number = Infinity,
): readonly (readonly Cell[])[] {
  const width = widthOf(printable([...cells.map(([text]) => text), note].join('')).trimEnd());
  if (width <= columns) return [[...cells, [note, color]]];
  const below = wrap(printable(note), columns - noteIndent.length);
  return [cells, ...below.map((line): readonly Cell[] => [[noteIndent + line, color]])].filter(
    (line) => line.some(([text]) => text.trim() !== ''),
  );
}

const noteIndent = ' '.repeat(6);

function collectionLines(
  collection: PlannedCollection,
  columns: number | undefined,
): readonly (readonly Cell[])[] {
  const { name, kind, key, names, parents, of, data } = collection;
  const over = parents.map(({ parameter, collection: parent, optional }) => {
    const shown = parent === null || parent === parameter ? parameter : `${parent} (${parameter})`;
    return optional ? `${shown}?` : shown;
  });
  const facts = [
    kind === 'items'
      ? `by ${key ?? '?'}${names === undefined ? '' : ` (${names})`}`
      : kind === 'singleton'
        ? 'a singleton'
        : of === null || of === undefined
          ? `links by ${key ?? '?'}`
          : `links to ${of}`,
    ...(over.length === 0 ? [] : [`under ${over.join(', ')}`]),
    data === 'fixtures' ? 'from fixtures' : 'made up',
  ];
  const head: readonly Cell[] = [
    [name, 'bold'],
    ['  ', undefined],
  ];
  return withNote(head, [facts.join('; '), 'dim'], columns);
}

function operationLines(
  { method, path, does, list, effects, transitions, why, role }: PlannedOperation,
  widths: { readonly path: number; readonly does: number; readonly line: number },
): readonly (readonly Cell[])[] {
  const isImprovised = role === 'improvised';
  const changeNote = [...transitions, effects.join(', ')].filter((one) => one !== '').join(' | ');
  const note = isImprovised ? why : list ? listNote(list) : changeNote;
  const front: readonly Cell[] = [
    ['  ', undefined],
    ...(isImprovised ? [] : [[`${padTo(does, widths.does)}  `, 'cyan'] as const]),
    [`${padTo(method, 7)} `, 'green'],
  ];
  const room = widths.line - widthOf(front.map(([text]) => text).join(''));
  const shown = shortenPath(printable(path), room);
  const cells: readonly Cell[] = [...front, [`${padTo(shown, widths.path)}  `, undefined]];
  return withNote(cells, [note, isImprovised ? 'yellow' : 'dim'], widths.line);
}

/** What queries, envelope members and headers of a list mean. */
function listNote({ records, queries, unused, members, headers, pageSize }: PlannedList): string {
  const filters = queries.filter(({ meaning }) => meaning === 'filter');
  const others = queries.filter(({ meaning }) => meaning !== 'filter');
  const groups = [
    [records === '' ? '' : `in ${records}`],
    [pageSize === null ? '' : `${pageSize} a page`],
    others.map(({ name, meaning }) => named(name, meaning)),
    filters.map(({ name, member, compare }) => `?${filtered(name, member ?? name, compare)}`),
    [unused.length === 0 ? '' : `unused ${unused.join(', ')}`],
    members.map(({ member, meaning }) => `.${named(member, meaning)}`),
    headers.map(({ name, meaning }) => `${name}: ${meaning}`),
  ];
  return groups
    .map((group) => group.join(', '))
    .filter((group) => group !== '')
    .join('; ');
}

const signs: Readonly<Record<string, string>> = { gt: '<', gte: '\u2264', lt: '>', lte: '\u2265' };

/** `?min = size` if the values must be equal, `?min \u2264 size` if `min` is a lower bound. */
function filtered(name: string, member: string, compare: string | null): string {
  return compare === null ? named(name, member) : `${name} ${signs[compare] ?? compare} ${member}`;
}

function named(name: string, meaning: string): string {
  const isSaid = name === meaning || name.replaceAll('_', '-') === meaning;
  return isSaid ? name : `${name} = ${meaning}`;
}

function summaryLines(
  { operations, does, warnings, uncompiled }: PlanSummary,
  columns: number | undefined,
): readonly (readonly Cell[])[] {
  const width = Math.max(0, ...does.map((row) => row.does.length));
  const digits = String(operations).length;
  const rows = does.map((row): readonly Cell[] => {
    const share = `${(row.share * 100).toFixed(1)} %`;
    const text = `  ${padTo(row.does, width)}  ${String(row.operations).padStart(digits)}  ${share.padStart(7)}`;
    return [[text, row.does === 'improvised' ? 'yellow' : undefined]];
  });
  const told =
    warnings === 0
      ? []
      : [[[`${countOf(warnings, 'warning')}: see stuntdouble check`, 'yellow'] as const]];
  const parts = countOf(uncompiled.length, 'part');
  return [
    [['Operations by what they do', 'bold']],
    ...rows,
    ...told,
    ...(uncompiled.length === 0
      ? []
      : withNote(
          [[`${parts} of the contract can not be checked, `, 'red']],
          [`and ${uncompiled.length === 1 ? 'lets' : 'let'} everything pass:`, 'red'],
          columns,
        )),
    ...uncompiled.flatMap(({ file, line, pointer = '', message }) =>
      withNote(
        [[`  ${file}${line === undefined ? '' : `:${line}`} `, undefined]],
        [`${pointer}: ${message}`, undefined],
        columns,
      ),
    ),
  ];
}
