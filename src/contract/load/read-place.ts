import { isatty } from 'node:tty';

import { StartError } from '../../base/errors.ts';
import { displayPath } from '../../base/folders.ts';
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
  return readSource(file, file, readNamed);
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
