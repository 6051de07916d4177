import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { planText } from '../../src/command/plan.ts';
import { memberRules } from '../../src/contract/plan/lists/conventions/conventions.ts';
import { loadBlueprint, resolvePlaces } from '../../src/server/blueprint.ts';
import { describePlan } from '../../src/server/plan-document.ts';
import { createFolder, removeFolder, writeFiles } from '../cli/temporary-folder.ts';

interface Example {
  readonly name: string;
  readonly text: string;
}

const page = await readPage('correcting-the-plan.md');
const inferred = await readPage('how-the-plan-is-inferred.md');
const files = [...examplesOf(page, 'yaml'), ...examplesOf(inferred, 'yaml')];
const plans = [...examplesOf(page, 'text'), ...examplesOf(inferred, 'text')];

function readPage(name: string): Promise<string> {
  return readFile(join(import.meta.dirname, '..', '..', 'docs', name), 'utf8');
}

/** The fenced blocks of a language, each with what stands behind the language's name. */
function examplesOf(markdown: string, language: string): readonly Example[] {
  const blocks = markdown.matchAll(/^```(\w+) (.+)\n([^]*?)^```$/gm);
  return [...blocks].flatMap(([, kind, name = '', text = '']) =>
    kind === language ? [{ name, text }] : [],
  );
}

/** The plan that a command prints in a folder that has all files of the pages. */
async function planOf(command: string): Promise<string> {
  const [contract = '', option, overlay] = command.replace('stuntdouble plan ', '').split(' ');
  const folder = await createFolder();
  try {
    await writeFiles(folder, Object.fromEntries(files.map(({ name, text }) => [name, text])));
    const blueprint = await loadBlueprint(resolvePlaces([join(folder, contract)], undefined), {
      isLenient: false,
      isComplete: true,
      allowRemoteRefs: false,
      allowRefs: [],
      overlays: option === '--overlay' ? [join(folder, overlay ?? '')] : [],
    });
    return planText(describePlan(blueprint, []), undefined, (_, text) => text);
  } finally {
    await removeFolder(folder);
  }
}

describe('the pages about the plan', () => {
  test('list what a member of an envelope can mean', () => {
    const [, sentence = ''] = /^An envelope's members can mean ([^]*?)\.$/m.exec(page) ?? [];
    const words = [...sentence.matchAll(/`([^`]+)`/g)].map(([, word]) => word);
    expect(words).toEqual([...memberRules.keys()]);
  });

  test('have four worked examples', () => {
    expect(files.map(({ name }) => name)).toEqual([
      'catalogue.yaml',
      'bank.yaml',
      'bank.overlay.yaml',
      'tasks.yaml',
      'studio.yaml',
    ]);
    expect(plans.map(({ name }) => name)).toEqual([
      'stuntdouble plan catalogue.yaml',
      'stuntdouble plan bank.yaml --overlay bank.overlay.yaml',
      'stuntdouble plan tasks.yaml',
      'stuntdouble plan studio.yaml',
    ]);
  });

  test.each(plans)('$name can be run', async ({ name, text }) => {
    const printed = await planOf(name);
    const paths = [...text.matchAll(/ (\/\S+)/g)].map(([, path]) => path);
    expect(paths.length).toBeGreaterThan(1);
    for (const path of paths) expect(printed).toContain(` ${path}`);
  });

  test.each(plans)('$name prints what it says', async ({ name, text }) => {
    expect(await planOf(name)).toContain(`\n\n${text}`);
  });
});
