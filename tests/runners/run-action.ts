import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';

import { load } from 'js-yaml';

export const root: string = join(import.meta.dirname, '..', '..');

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] };
}

export interface ActionStep {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

export async function readAction(): Promise<Action> {
  return load(await readFile(join(root, 'action.yml'), 'utf8')) as Action;
}

/** A job on a runner: what its steps share. */
export interface Job {
  /** Where the repository is checked out. */
  readonly workspace: string;
  /** `RUNNER_TEMP`. */
  readonly temp: string;
  /** What steps wrote to `GITHUB_ENV`. */
  readonly variables: Record<string, string>;
  /** The artifacts of the whole workflow: a folder for each. */
  readonly artifacts: string;
}

/** How the action ended. */
export interface ActionEnd {
  readonly code: number;
  readonly printed: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Runs the steps of `action.yml` as a runner does. Up- and downloads of artifacts are copies, and remove nothing. */
export async function runAction(
  job: Job,
  given: Readonly<Record<string, string>>,
): Promise<ActionEnd> {
  const { inputs, outputs, runs } = await readAction();
  const values = new Map([
    ...Object.entries(inputs).map(([name, { default: usual = '' }]): [string, string] => [
      `inputs.${name}`,
      given[name] ?? usual,
    ]),
    ['runner.temp', job.temp] as const,
  ]);
  const seen = { code: 0, printed: '', summary: '' };
  for (const step of runs.steps) {
    const condition = fill(step.if ?? 'true', values);
    if ((seen.code !== 0 && !condition.includes('always()')) || !holds(condition)) continue;
    if (step.uses !== undefined) {
      await handArtifacts(job, step, values);
      continue;
    }
    const ended = await runStep(job, step, values);
    for (const [name, value] of Object.entries(ended.outputs))
      values.set(`steps.${step.id}.outputs.${name}`, value);
    seen.code = seen.code === 0 ? ended.code : seen.code;
    seen.printed += ended.printed;
    seen.summary += ended.summary;
  }
  const told = Object.entries(outputs).map(([name, { value }]) => [name, fill(value, values)]);
  return { ...seen, outputs: Object.fromEntries(told) };
}

type Values = ReadonlyMap<string, string>;

/** A text with the values of its expressions. In a condition, they are quoted. */
function fill(given: string, values: Values): string {
  const filled = given.replaceAll(/\$\{\{ ([^}]+) \}\}/g, (_, expression: string) =>
    expression.includes(' ') ? expression : (values.get(expression) ?? ''),
  );
  return filled.replaceAll(/inputs\.([\w-]+)(?= [!=]=)/g, (name) => `'${values.get(name) ?? ''}'`);
}

/** Comparisons of texts, joined by `&&` and `||`. */
function holds(condition: string): boolean {
  return condition.split(' || ').some((part) =>
    part.split(' && ').every((term) => {
      if (term === 'true' || term === 'always()') return true;
      const [, left, sign, right] = /^'(.*)' ([!=]=) '(.*)'$/.exec(term) ?? [];
      if (sign === undefined) throw new Error(`this runner can't read the condition ${term}`);
      return (left === right) === (sign === '==');
    }),
  );
}

/** The files that steps write to. */
const files = ['GITHUB_ENV', 'GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'] as const;

async function runStep(job: Job, step: ActionStep, values: Values): Promise<ActionEnd> {
  const places = Object.fromEntries(files.map((name) => [name, join(job.temp, `.${name}`)]));
  for (const place of Object.values(places)) await writeFile(place, '');
  const own = Object.entries(step.env ?? {}).map(([name, text_]) => [name, fill(text_, values)]);
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run ?? ''], {
    cwd: join(job.workspace, fill(step['working-directory'] ?? '.', values)),
    env: {
      PATH: job.variables['PATH'] ?? process.env['PATH'],
      HOME: job.temp,
      RUNNER_TEMP: job.temp,
      npm_config_update_notifier: 'false',
      ...places,
      ...job.variables,
      ...Object.fromEntries(own),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  const [variables, outputs, summary] = await Promise.all(
    files.map((name) => readFile(String(places[name]), 'utf8')),
  );
  Object.assign(job.variables, readPairs(variables));
  const pairs = readPairs(outputs);
  return { code, printed: (await printed).join(''), outputs: pairs, summary: summary ?? '' };
}

function readPairs(text_ = ''): Record<string, string> {
  const lines = text_.split('\n').filter((line) => line !== '');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

async function handArtifacts(job: Job, step: ActionStep, values: Values): Promise<void> {
  const given = Object.entries(step.with ?? {}).map(([key, value]) => [key, fill(value, values)]);
  const { name, path, pattern } = Object.fromEntries(given);
  if (step.uses?.startsWith('actions/upload-artifact@')) {
    if (!existsSync(path)) return;
    await mkdir(join(job.artifacts, name));
    await copyFile(path, join(job.artifacts, name, basename(path)));
    return;
  }
  const wanted = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
  for (const one of await readdir(job.artifacts)) {
    if (!wanted.test(one)) continue;
    await mkdir(join(path, one), { recursive: true });
    for (const file of await readdir(join(job.artifacts, one)))
      await copyFile(join(job.artifacts, one, file), join(path, one, file));
  }
}
