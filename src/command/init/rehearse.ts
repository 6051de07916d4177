import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { isJsonObject, isSameJson, memberAt, tryParseJson } from '../../base/json.ts';
import type { JsonValue } from '../../base/json.ts';
import { encodePart } from '../../base/texts.ts';
import { readOptions } from '../../server/options/options.ts';
import type { SampleCall, SampleCalls } from '../../server/project/scaffold.ts';
import { keyMark, listSampleCalls } from '../../server/project/scaffold.ts';
import { openMockServer } from '../../server/server.ts';
import type { Project } from './project.ts';
import type { Draft } from './write-files.ts';

/** Calls that a server has answered as hoped, with what can be said of the answers. */
export interface Rehearsed {
  readonly calls: SampleCalls;
  /** `key`: that of a record that the list shows. */
  readonly list: { readonly status: number; readonly key: JsonValue } | undefined;
  /** `isSame`: reading shows all that the creation has shown, and nothing else. */
  readonly making:
    | { readonly created: number; readonly read: number; readonly isSame: boolean }
    | undefined;
  /** `key`: that of the record, where the reply shows it. */
  readonly read: { readonly status: number; readonly key: JsonValue | undefined } | undefined;
}

/** More collections are not tried: each takes requests, and large contracts have hundreds. */
const mostTried = 40;

/** Rehearses with a server that has the fixtures to be written, before any of them is. */
export async function rehearseBeside(
  project: Project,
  drafts: readonly Draft[],
): Promise<Rehearsed | undefined> {
  const { places, scaffold, settings } = project;
  const folder = mkdtempSync(join(tmpdir(), 'stuntdouble-init-'));
  try {
    if (places.fixtures !== undefined)
      cpSync(places.fixtures, folder, { recursive: true, dereference: true });
    for (const { path, text } of drafts)
      if (path.endsWith('.json') && basename(dirname(path)) === 'fixtures')
        writeFileSync(join(folder, basename(path)), text);
    const { lenient, allowRemoteRefs, allowRefs, overlay } = settings;
    const reading = {
      ...(lenient === undefined ? {} : { lenient }),
      allowRemoteRefs,
      allowRefs,
      overlay,
    };
    const options = { ...reading, contract: places.contracts, fixtures: folder };
    const { server } = await openMockServer(readOptions(options));
    try {
      await server.listen();
      return await rehearse(listSampleCalls(scaffold.blueprint, settings), server);
    } finally {
      await server.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Sends the calls to a server, so that a test with them passes as it is written. Returns the first
 * that list and make, else the first that list or make, else the first that read.
 */
async function rehearse(
  calls: Iterable<SampleCalls>,
  server: { readonly url: string; reset(): Promise<void> },
): Promise<Rehearsed | undefined> {
  let best: Rehearsed | undefined;
  let tried = 0;
  for (const one of calls) {
    await server.reset();
    const rehearsed = await tryCalls(one, server.url);
    if (worth(rehearsed) > (best ? worth(best) : 0)) best = rehearsed;
    tried += 1;
    if ((best && worth(best) === most) || tried === mostTried) break;
  }
  return best;
}

const most = 7;

/** A test that makes something tells the most, and one that only gets an answer the least. */
function worth({ list, making, read }: Rehearsed): number {
  const reading = read ? (read.key === undefined ? 1 : 2) : 0;
  return (making ? 4 : 0) + (list ? 3 : 0) + reading;
}

async function tryCalls(calls: SampleCalls, url: string): Promise<Rehearsed> {
  const list = await tryList(calls, url);
  const making = await tryMaking(calls, url);
  return { calls, list, making, read: (list ?? making) ? undefined : await tryRead(calls, url) };
}

async function tryRead({ read }: SampleCalls, url: string): Promise<Rehearsed['read']> {
  const reply = read && (await ask(url, read));
  if (!reply || !isGood(reply)) return undefined;
  const { steps, value } = read.known ?? {};
  const isShown = steps && isJsonObject(reply.found) && memberAt(reply.found, steps) === value;
  return { status: reply.status, key: isShown ? value : undefined };
}

async function tryList({ list }: SampleCalls, url: string): Promise<Rehearsed['list']> {
  const reply = list && (await ask(url, list));
  if (!reply || !isGood(reply)) return undefined;
  const [first] = [reply.found ?? []].flat();
  const key = isJsonObject(first) ? memberAt(first, list.item) : undefined;
  if (!Array.isArray(reply.found) || !isKey(key)) return undefined;
  return { status: reply.status, key };
}

async function tryMaking({ making }: SampleCalls, url: string): Promise<Rehearsed['making']> {
  const created = making && (await ask(url, making.create));
  if (!created || !isGood(created) || !isJsonObject(created.found)) return undefined;
  const key = memberAt(created.found, making.key);
  // The test puts it into the path as it is.
  if (!isKey(key) || encodePart(String(key)) !== String(key)) return undefined;
  const target = making.read.target.replace(keyMark, String(key));
  const read = await ask(url, { ...making.read, target });
  if (!isGood(read) || !isJsonObject(read.found)) return undefined;
  if (memberAt(read.found, making.key) !== key) return undefined;
  const isSame = isSameJson(created.found, read.found);
  return { created: created.status, read: read.status, isSame };
}

function isKey(value: JsonValue | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

interface HeardReply {
  readonly status: number;
  /** What the body has at the place where something is looked for. */
  readonly found: JsonValue | undefined;
}

function isGood({ status }: HeardReply): boolean {
  return status >= 200 && status < 300;
}

async function ask(
  url: string,
  { operation: { method }, target, headers, body: sent, steps }: SampleCall,
): Promise<HeardReply> {
  try {
    const reply = await fetch(url + target, {
      method,
      headers: Object.fromEntries(headers),
      redirect: 'manual',
      ...(sent === undefined ? {} : { body: sent }),
    });
    const body = tryParseJson(await reply.text());
    const found = steps.length > 0 ? isJsonObject(body) && memberAt(body, steps) : body;
    return { status: reply.status, found };
  } catch {
    // A header that no client can send: then another call is shown.
    return { status: 0, found: undefined };
  }
}
