import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The examples to run: the chosen ones, all of them with "all", else those that need nothing but
 * Node. An example is a folder with a package.json; one that needs a browser, say, or many packages
 * says there `"stuntdouble-example": { "ring": "all" }`.
 */
export async function chooseExamples(
  folder: string,
  chosen: string | undefined,
): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((one) => one.isDirectory()).map((one) => one.name);
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
  const text = await readFile(join(folder, 'package.json'), 'utf8');
  const { 'stuntdouble-example': flag }: { 'stuntdouble-example'?: { ring?: string } } =
    JSON.parse(text);
  return flag?.ring !== 'all';
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
