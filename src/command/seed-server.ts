import type { Complaint } from '../base/errors.ts';
import { StartError } from '../base/errors.ts';
import type { JsonValue } from '../base/json.ts';
import { isJsonObject, tryParseJson } from '../base/json.ts';
import type { SeedFiles } from '../server/seed-files.ts';
import { readSeedFiles } from '../server/seed-files.ts';
import { askServer, describeRefusal, readProblem } from './ask-server.ts';
import { countOf } from './complaints.ts';
import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';
import { printable } from '../base/printable.ts';
import { UsageError } from './usage-error.ts';

/** Adds the records of files, and made-up ones, to a world of running servers. */
export async function seedServers(
  { operands, count, out, url: urls, world, ...settings }: Settings,
  terminal: Terminal,
): Promise<void> {
  if (out !== undefined) {
    throw new UsageError('--out writes fixtures and --url adds to a server: leave one of them out');
  }
  if (operands.length === 0 && count === undefined) {
    throw new UsageError(
      'say which records, by files such as orders.json, or by number such as --count orders=100',
    );
  }
  const files = await readSeedFiles(operands);
  const body = JSON.stringify({
    ...(operands.length === 0 ? {} : { add: files.add }),
    ...(count === undefined ? {} : { count: Object.fromEntries(count) }),
  });
  for (const url of urls) {
    const headers = {
      'Content-Type': 'application/json',
      ...(world === undefined ? {} : { 'X-Stuntdouble-World': world }),
    };
    const request = { url, path: '/seed', method: 'POST', headers, body };
    const reply = await askServer(request, settings);
    if (reply.status !== 201) {
      const complaints = placeRefusal(reply.text, files);
      throw complaints.length > 0 ? new StartError(complaints) : new Error(describeRefusal(reply));
    }
    const where = `${world === undefined ? '' : `to the world "${world}" `}at ${reply.address.replace(/\/seed$/, '')}`;
    terminal.out(`${printable(`added ${describeAdded(reply.text)} ${where}`)}\n`);
  }
}

/** What the server refuses, at its places in the files; none where one is in no file. */
function placeRefusal(text: string, { complain }: SeedFiles): readonly Complaint[] {
  const { errors } = readProblem(text);
  const listed: readonly JsonValue[] = Array.isArray(errors) ? errors : [];
  const placed = listed.flatMap((error) => {
    const { pointer, message } = isJsonObject(error) ? error : {};
    const isTold = typeof pointer === 'string' && typeof message === 'string';
    return (isTold && complain(pointer, message)) || [];
  });
  return placed.length === listed.length ? placed : [];
}

function describeAdded(text: string): string {
  const added = tryParseJson(text);
  const counts = Object.entries(isJsonObject(added) ? added : {}).map(([name, records]) => {
    return `${Array.isArray(records) ? records.length : 0} ${name}`;
  });
  return counts.join(', ') || countOf(0, 'record');
}
