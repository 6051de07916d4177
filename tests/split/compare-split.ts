import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { JsonObject } from '../../src/base/json.ts';
import { isJsonObject } from '../../src/base/json.ts';
import { parseSource } from '../../src/text/source.ts';
import type { Findings } from '../unchanged/play-unchanged.ts';
import type { Layout } from './split-contract.ts';
import { mainFile, splitContract } from './split-contract.ts';

/** Writes a contract as one JSON file and as many. The answers are where their first files are. */
export async function writeBoth(
  contract: string,
  layout: Layout,
  folder: string,
): Promise<{ readonly bundled: string; readonly split: string }> {
  const { root } = parseSource(contract, await readFile(contract, 'utf8'));
  if (!isJsonObject(root)) throw new Error(`${contract} is no object`);
  return {
    bundled: await writeAll(new Map([[mainFile, root]]), join(folder, 'bundled')),
    split: await writeAll(splitContract(root, layout), join(folder, 'split')),
  };
}

async function writeAll(files: ReadonlyMap<string, JsonObject>, folder: string): Promise<string> {
  for (const [name, value] of files) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(value));
  }
  return join(folder, mainFile);
}

const kinds = ['plan', 'data', 'replies'] as const;

/** The first lines that differ, except for what tells places: those are in other files. */
export function findDifferences(
  bundled: Partial<Findings>,
  split: Partial<Findings>,
): readonly string[] {
  return kinds.flatMap((kind) => {
    const [lines, others] = [bundled[kind] ?? [], split[kind] ?? []];
    const differing = Array.from({ length: Math.max(lines.length, others.length) }, (_, index) => ({
      one: withoutPlaces(lines[index]),
      other: withoutPlaces(others[index]),
    })).filter(({ one, other }) => one !== other);
    return differing.slice(0, 3).map(({ one, other }) => `${kind}: ${one} | split: ${other}`);
  });
}

function withoutPlaces(line = 'nothing'): string {
  return line
    .replace(/^ *"warnings": \d+/, '"warnings"')
    .replace(/x-stuntdouble-unvalidated: [^|]*/, 'x-stuntdouble-unvalidated ');
}
