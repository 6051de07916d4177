import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The examples to run: the chosen ones, all of them with "all", else those that need nothing but
 * Node or Chromium. An example is a folder with a package.json; one that brings many packages, say,
 * has `"stuntdouble-example": { "ring": "all" }` there.
 */
export async function chooseExamples(
  folder: string,
  chosen: string | undefined,
): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((one) => one.isDirectory() && existsSync(join(folder, one.name, 'package.json')))
    .map((one) => one.name)
    .toSorted();
  if (chosen === 'all') return names;
  if (chosen !== undefined && chosen !== '') {
    const wanted = chosen.split(',');
    const unknown = wanted.filter((name) => !names.includes(name));
    if (unknown.length === 0) return wanted;
    throw new Error(`there is no example ${unknown.join(', ')}; there are ${names.join(', ')}`);
  }
  const inRing = await Promise.all(names.map((name) => isUsual(join(folder, name))));
  return names.filter((_, index) => inRing[index]);
}

async function isUsual(folder: string): Promise<boolean> {
  return (await readFlag(folder)).ring !== 'all';
}

/** Whether an example wants a Chromium at the place where Debian has it, and there is none. */
export async function lacksChromium(folder: string): Promise<boolean> {
  return (await readFlag(folder)).needs === 'chromium' && !existsSync('/usr/bin/chromium');
}

interface ExampleFlag {
  readonly ring?: string;
  readonly needs?: string;
}

async function readFlag(folder: string): Promise<ExampleFlag> {
  const text = await readFile(join(folder, 'package.json'), 'utf8');
  const { 'stuntdouble-example': flag = {} }: { 'stuntdouble-example'?: ExampleFlag } =
    JSON.parse(text);
  return flag;
}

/** What `npm run fail` prints, as the README shows it in the text block behind that command. */
export function findShownReport(readme: string): string | undefined {
  return /npm run fail\n```\n+```text\n([\s\S]*?)\n```/.exec(readme)?.[1];
}

/** The shown lines that an output doesn't have in that order; `…` stands for any text of a line. */
export function missingLines(shown: string, output: string): readonly string[] {
  let rest = output;
  return shown.split('\n').filter((line) => {
    const pieces = line.trim().split('…').map(toPattern);
    const found = new RegExp(pieces.join('.*')).exec(rest);
    if (!found) return true;
    rest = rest.slice(found.index + found[0].length);
    return false;
  });
}

function toPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
