import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { codeOf, messageOf } from '../base/errors.ts';
import { makeFolder } from '../base/folders.ts';
import { readContract, readLoadOptions, resolvePlaces } from '../server/blueprint.ts';
import { declareContract } from '../server/declarations/contract-types.ts';
import { countOf } from './complaints.ts';
import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';
import { printable } from '../base/printable.ts';

/** Prints the types of the contract, or writes them to a file. */
export async function types(settings: Settings, { out, error }: Terminal): Promise<void> {
  const places = resolvePlaces(settings.contract, settings.fixtures);
  const contract = await readContract(places, readLoadOptions(settings, places));
  const text = declareContract(contract, settings.register);
  const { output } = settings;
  if (output === undefined) {
    // Escapes of lines are escapes of TypeScript, too.
    out(text.split('\n').map(printable).join('\n'));
    return;
  }
  write(output, text);
  const { operations, collections } = contract;
  const counts = [
    countOf(operations.length, 'operation'),
    countOf(collections.length, 'collection'),
  ];
  error(`${printable(output)}: ${counts.join(', ')}\n`);
}

function write(output: string, text: string): void {
  try {
    makeFolder(dirname(resolve(output)));
    writeFileSync(output, text);
  } catch (thrown) {
    const isFolder = codeOf(thrown) === 'EISDIR';
    const why = isFolder ? 'it is a folder. Name a file, such as mock.d.ts' : messageOf(thrown);
    throw new Error(`--output ${output} can't be written: ${why}`, { cause: thrown });
  }
}
