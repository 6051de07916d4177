import { basename, dirname, join, relative, sep } from 'node:path';

import type { Blueprint } from '../../server/blueprint.ts';
import { describeCarried } from '../../server/samples/request-credentials.ts';
import type { Carrier } from '../../contract/security.ts';
import { countOf } from '../complaints.ts';
import { padTo, widthOf } from '../columns.ts';
import type { Color, Terminal } from '../terminal.ts';
import { printable } from '../../base/printable.ts';
import { dependsOn, findsPackage, hasScript } from './package-file.ts';
import type { Project, Runner } from './project.ts';
import { pathIn, quoteWord, servingWords } from './project.ts';
import type { Draft } from './write-files.ts';
import { isThere } from './write-files.ts';

/** What init has done. */
export interface Done {
  readonly project: Project;
  readonly here: string;
  readonly drafts: readonly Draft[];
  /** Those of the drafts that were written. */
  readonly made: readonly Draft[];
  readonly left: readonly ToldFile[];
  /** Whether a test was wanted, and no call was found that it could show. */
  readonly isUntestable: boolean;
}

/** Says what was done, file by file, and what to do next. */
export function tell(done: Done, { out, paint }: Terminal): void {
  const { project, here, drafts, made, left } = done;
  const { contract } = project.scaffold.blueprint;
  const rows = [
    ...drafts.map((draft): ToldFile => {
      const verb = !made.includes(draft) ? 'left' : draft.before === undefined ? 'made' : 'changed';
      return [verb, draft.path, verb === 'left' ? isThereAlready : draft.note];
    }),
    ...left,
  ].map(([verb, path, note]): ToldFile => [verb, relative(here, path), note]);
  const width = Math.min(widestPath, Math.max(0, ...rows.map(([, path]) => widthOf(path))));
  const shown = rows.map(([verb, path, note]) => {
    const [cell, name] = [paint(colors[verb], verb.padEnd(8)), padTo(printable(path), width)];
    return `  ${cell}${name}  ${paint('dim', printable(note))}\n`;
  });
  const title = paint('bold', printable(`${contract.title} ${contract.version}`));
  const counts = `${countOf(contract.operations.length, 'operation')}, ${countOf(contract.collections.length, 'collection')}`;
  out(`${title}: ${counts}\n\n${shown.join('')}`);
  const notes = notesOn(done);
  if (notes.length > 0) out(`\n${notes.map((note) => `  ${printable(note)}\n`).join('')}`);
  out(
    `\n${paint('bold', nextHead(done))}\n${nextSteps(done)
      .map((line) => `  ${printable(line)}\n`)
      .join('')}`,
  );
}

type Verb = 'made' | 'changed' | 'left';
type ToldFile = readonly [verb: Verb, path: string, note: string];

const colors: Readonly<Record<Verb, Color>> = { made: 'green', changed: 'cyan', left: 'yellow' };
const widestPath = 40;

/** What is there already and is no draft, to be asked before anything is written. */
export function findLeft(
  project: Project,
  { base, credentialsFile }: Blueprint,
): readonly ToldFile[] {
  const { test, packageFile, contract, isShipped } = project;
  const folder = join(dirname(contract), 'fixtures');
  const files = countOf(base.authoritative.size, 'collection');
  return [
    ...(isShipped || base.authoritative.size === 0
      ? []
      : [['left', folder, `has ${files} already`] as const]),
    ...(isShipped || credentialsFile === undefined
      ? []
      : [['left', join(folder, 'credentials.json'), isThereAlready] as const]),
    ...(typeof test === 'object' && isThere(test.path)
      ? [['left', test.path, isThereAlready] as const]
      : []),
    ...(packageFile && hasScript(packageFile, 'mock')
      ? [['left', packageFile.file, 'has a script "mock" already'] as const]
      : []),
  ];
}

const isThereAlready = 'is there already';

/** More reasons would hide the others. */
const mostReasons = 3;

function notesOn(done: Done): readonly string[] {
  const { project, isUntestable } = done;
  const { fixtures, failed, left } = project.scaffold;
  const reasons = [...failed].map(([name, reason]) => `no records of ${name}: ${reason}`);
  const more = reasons.length - mostReasons;
  return [
    ...(left === 0
      ? []
      : [
          `fixtures are for the ${fixtures.size} collections with the most operations and their parents;`,
          `records of the other ${left} are made up, as without fixtures`,
        ]),
    ...reasons.slice(0, mostReasons),
    ...(more > 0 ? [`and none of ${more} more`] : []),
    ...(typeof project.test === 'string' ? [`no test: ${project.test}`] : []),
    ...(isUntestable ? ['no test: no request was found that needs nothing but the fixtures'] : []),
    ...credentialNotes(done),
  ];
}

/** Without a file of credentials, the server takes any: from now on, some clients get a 401. */
function credentialNotes({ project, here, made }: Done): readonly string[] {
  const file = made.find(({ path }) => basename(path) === 'credentials.json')?.path;
  const { credentials, blueprint } = project.scaffold;
  const [first] = credentials;
  const carrier = first && blueprint.contract.schemes.get(first.scheme)?.carrier;
  if (file === undefined || !carrier) return [];
  return [
    `from now on the server takes the credentials of ${relative(here, file)} alone,`,
    `such as ${asSent(carrier, first.value)}; with --auth presence it takes any`,
  ];
}

/** Words of curl, but for a query, which goes into the URL. */
function asSent(carrier: Carrier, value: string): string {
  if (carrier.kind === 'authorization' && carrier.scheme === 'digest')
    return `curl --digest -u ${quoteWord(value)}`;
  const shown = quoteWord(describeCarried(carrier, value));
  return carrier.kind === 'query' ? shown : `curl -H ${shown}`;
}

function nextHead({ project, here }: Done): string {
  const folder = relative(here, project.root);
  return folder === '' ? 'Next' : `Next, in ${printable(folder)}`;
}

const mostSteps = 3;

/** What a user types, and what it is for. */
function nextSteps({ project, drafts, isUntestable }: Done): readonly string[] {
  const { packageFile, test } = project;
  const served = ['npx stuntdouble', ...servingWords(project).map(quoteWord)].join(' ');
  const scenario = drafts
    .map(({ path }) => /[\\/]scenarios[\\/](.+)\.yaml$/.exec(path)?.[1])
    .find((name) => name !== undefined);
  const steps: readonly (readonly [command: string, purpose: string])[] = [
    [packageFile ? 'npm run mock' : served, 'serves it'],
    ...(typeof test === 'object' && !isUntestable
      ? [[testCommand(test.runner, pathIn(project, test.path)), 'runs the test'] as const]
      : []),
    [`${served} --scenario ${scenario ?? ''}`, 'begins otherwise'],
    [`npx stuntdouble check ${pathIn(project, project.contract)}`, 'checks contract and fixtures'],
  ];
  const shown = steps.slice(0, mostSteps);
  const width = Math.max(...shown.map(([command]) => widthOf(command)));
  return [
    ...(isInstalled(project)
      ? []
      : ['install stuntdouble in this project: its README says how, under "Install"']),
    ...shown.map(([command, purpose]) => `${padTo(command, width)}  ${purpose}`),
  ];
}

/**
 * Whether commands and tests of the project find this package. No command to install it is shown
 * where they don't: this one may come from a checkout or a tarball, and a registry have another.
 */
function isInstalled({ packageFile, root }: Project): boolean {
  if (findsPackage(root, 'stuntdouble')) return true;
  // Without a package.json only npx has to find it, as it did where it is installed anywhere.
  return packageFile
    ? dependsOn(packageFile, 'stuntdouble')
    : import.meta.dirname.split(sep).includes('node_modules');
}

function testCommand(runner: Runner, path: string): string {
  return runner === 'vitest' ? `npx vitest run ${path}` : `node --test ${path}`;
}
