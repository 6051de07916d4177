import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { findReferring, fitsScenario } from '../../server/project/scaffold.ts';
import { countOf } from '../complaints.ts';
import { hasScript, withScript } from './package-file.ts';
import type { Project } from './project.ts';
import { quoteWord, servingOptions, servingWords } from './project.ts';
import type { Rehearsed } from './rehearse.ts';
import type { ScenarioDraft } from './scenario-text.ts';
import { emptyScenario, slowScenario } from './scenario-text.ts';
import { writeTest } from './runner-text.ts';
import type { Draft } from './write-files.ts';

/** The contract, where it is the shipped one, and the fixtures. */
export function recordDrafts(project: Project): readonly Draft[] {
  const { contract, isShipped, places, scaffold } = project;
  if (isShipped) return shippedDrafts(contract, places);
  const folder = join(dirname(contract), 'fixtures');
  const records = [...scaffold.fixtures].map(([name, list]) => ({
    path: join(folder, `${name}.json`),
    text: toText(list),
    note: countOf(list.length, 'record'),
  }));
  const { credentials } = scaffold;
  if (credentials.length === 0) return records;
  const path = join(folder, 'credentials.json');
  return [
    ...records,
    { path, text: toText(credentials), note: countOf(credentials.length, 'credential') },
  ];
}

function shippedDrafts(
  contract: string,
  { contracts: [shipped = ''], fixtures = '' }: Project['places'],
): readonly Draft[] {
  const folder = join(dirname(contract), 'fixtures');
  return [
    copy(shipped, contract, 'none was found: that which comes with Stuntdouble'),
    ...readdirSync(fixtures).map((name) =>
      copy(join(fixtures, name), join(folder, name), 'its fixtures'),
    ),
  ];
}

function copy(from: string, path: string, note: string): Draft {
  return { path, text: readFileSync(from, 'utf8'), note };
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** A scenario that changes what the test reads, or else what is there to be read. */
export function scenarioDraft(project: Project, rehearsed: Rehearsed | undefined): Draft {
  const { contract, scaffold } = project;
  const { base, contract: compiled } = scaffold.blueprint;
  const isFilled = (name: string): boolean => (base.tables.get(name)?.items() ?? []).length > 0;
  const collections = compiled.collections
    .filter(({ kind }) => kind === 'items')
    .toSorted((one, other) => one.parents.length - other.parents.length)
    .map(({ name }) => name);
  const listed = rehearsed?.list ? rehearsed.calls.collection : undefined;
  // Also one without fixtures can be empty.
  const names = new Set([
    ...(listed === undefined ? [] : [listed]),
    ...collections.filter(isFilled),
    ...collections,
  ]);
  const { name, text, description } = firstEmpty(project, names) ?? slowScenario;
  const path = join(dirname(contract), 'scenarios', `${name}.yaml`);
  return { path, text, note: description };
}

/** Without a collection, and without what refers to it: a start must take it. */
function firstEmpty(
  { scaffold: { blueprint }, settings }: Project,
  names: Iterable<string>,
): ScenarioDraft | undefined {
  for (const name of names) {
    const scenario = emptyScenario(name, findReferring(blueprint, name));
    if (fitsScenario(blueprint, scenario.document, settings)) return scenario;
  }
  return undefined;
}

export function testDraft(project: Project, rehearsed: Rehearsed | undefined): readonly Draft[] {
  const { test } = project;
  if (typeof test === 'string') return [];
  const { path, runner } = test;
  if (!rehearsed) return [];
  const options = servingOptions(project);
  const isLarge = project.scaffold.blueprint.contract.operations.length > 300;
  const { list, making, read, calls } = rehearsed;
  const name = calls.collection ?? '';
  const shown = [
    ...(list ? [`lists ${name}`] : []),
    ...(making ? [list ? 'makes and reads one' : `makes and reads one of ${name}`] : []),
  ];
  const answered = read?.key === undefined ? 'answers a GET' : `reads one of ${name}`;
  const note = shown.join(', ') || answered;
  return [{ path, text: writeTest({ runner, options, rehearsed, isLarge }), note }];
}

/** The script that serves the contract. */
export function packageDrafts(project: Project): readonly Draft[] {
  const { packageFile } = project;
  if (!packageFile || hasScript(packageFile, 'mock')) return [];
  const command = ['stuntdouble', ...servingWords(project).map(quoteWord)].join(' ');
  return [
    {
      path: packageFile.file,
      text: withScript(packageFile, 'mock', command),
      note: `the script "mock": ${command}`,
      before: packageFile.text,
    },
  ];
}
