import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { project } from './place.ts';
import { assetCount, assetId, page, pageId } from './questions.ts';

/**
 * Writes a folder of fixtures: those of the project, with so many assets in place of its own, and
 * so many pages beside its own.
 */
export async function writeFixtures(
  folder: string,
  { assets = assetCount, pages = 0 }: { assets?: number; pages?: number } = {},
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const from = join(project, 'fixtures');
  for (const name of ['workspaces', 'projects', 'credentials']) {
    await copyFile(join(from, `${name}.json`), join(folder, `${name}.json`));
  }
  // Ours, and held to the contract by the tests.
  const own = JSON.parse(await readFile(join(from, 'pages.json'), 'utf8')) as unknown[];
  await writeRecords(join(folder, 'pages.json'), chain(own, pages, makePage));
  await writeRecords(join(folder, 'assets.json'), chain([], assets, makeAsset));
  return folder;
}

/** Record by record, since all of them may be more than a text can hold. */
export async function writeRecords(file: string, records: Iterable<unknown>): Promise<void> {
  await pipeline(Readable.from(toLines(records)), createWriteStream(file));
}

function* toLines(records: Iterable<unknown>): Iterable<string> {
  let lines = '[';
  let isFirst = true;
  for (const record of records) {
    lines += `${isFirst ? '' : ','}\n${JSON.stringify(record)}`;
    isFirst = false;
    if (lines.length < 65_536) continue;
    yield lines;
    lines = '';
  }
  yield `${lines}\n]\n`;
}

function* chain(
  own: readonly unknown[],
  count: number,
  make: (number: number) => unknown,
): Iterable<unknown> {
  yield* own;
  for (let number = 0; number < count; number += 1) yield make(number);
}

function makeAsset(number: number): unknown {
  return {
    id: assetId(number),
    workspace_slug: 'northwind',
    name: `file-${number}.pdf`,
    content_type: 'application/pdf',
    size: number,
    is_uploaded: false,
  };
}

function makePage(number: number): unknown {
  return {
    ...page,
    id: pageId(number),
    workspace_slug: 'northwind',
    project_id: '4b1f0c52-6a3e-4d29-9c77-2e8d5a90f1b3',
    name: `Page ${number}`,
  };
}
