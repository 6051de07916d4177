import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { isatty } from 'node:tty';

import { StartError } from '../../base/errors.ts';
import { displayPath } from '../../base/folders.ts';
import { findNear } from '../../base/nearest.ts';
import { once } from '../../base/once.ts';
import type { Source } from '../../text/source.ts';
import { parseBytes } from '../../text/source.ts';
import { fileOf, isUrl, standardInput } from './places.ts';
import { readNamed, readSource } from './reach.ts';

/** Reads and parses a contract: a file, a document of a host, or the standard input. */
export async function readPlace(place: string): Promise<Source> {
  if (isUrl(place)) {
    // Loaded on first use: most contracts are files.
    const { readRemoteContract } = await import('./remote-contract.ts');
    return parseBytes(place, await readRemoteContract(place));
  }
  const file = fileOf(place);
  if (place === standardInput) return parseBytes(file, await readInput());
  try {
    return await readSource(file, file, readNamed);
  } catch (error) {
    if (!(error instanceof StartError) || existsSync(file)) throw error;
    throw await suggestFile(file, error);
  }
}

/** The same complaint, with the file beside the missing one that may have been meant. */
async function suggestFile(file: string, { complaints }: StartError): Promise<StartError> {
  const wanted = basename(file);
  const stem = basename(wanted, extname(wanted));
  const folder = dirname(file);
  const beside = await readdir(folder).catch(() => []);
  const contracts = beside.filter((name) => /\.(ya?ml|json)$/i.test(name));
  const isOfStem = (name: string): boolean => basename(name, extname(name)) === stem;
  const meant = contracts.find(isOfStem) ?? findNear(wanted, contracts, 2);
  const advice = meant === undefined ? '' : `; did you mean ${displayPath(join(folder, meant))}?`;
  return new StartError(complaints.map((one) => ({ ...one, message: `${one.message}${advice}` })));
}

/** As much as is read of a pipe that has a name. */
const mostMebibytes = 64;

/** The input can be read once, and a command may read its contract twice. */
const readInput = once(async (): Promise<Buffer> => {
  if (isatty(0)) throw refuseInput('is the keyboard');
  const pieces: Buffer[] = [];
  let size = 0;
  // A trust edge: an input without an encoding gives bytes.
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > mostMebibytes << 20) throw refuseInput(`has more than ${mostMebibytes} MiB`);
    pieces.push(piece);
  }
  if (size === 0) throw refuseInput('is empty');
  return Buffer.concat(pieces);
});

function refuseInput(fault: string): StartError {
  const message = `the standard input ${fault}: pipe a contract into it, such as cat openapi.yaml | stuntdouble -`;
  return new StartError([{ file: displayPath(fileOf(standardInput)), message }]);
}
