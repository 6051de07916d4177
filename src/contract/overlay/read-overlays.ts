import { realpath } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { Complaint } from '../../base/errors.ts';
import { messageOf, StartError } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { complainAt, complainOfIllFormed } from '../../text/source.ts';
import type { Check } from '../checks/validators.ts';
import { createValidators } from '../checks/validators.ts';
import { loadDocuments } from '../load/documents.ts';
import { fileOf, folderOf, isUrl, uriOf } from '../load/places.ts';
import type { Reach, ReadFile } from '../load/reach.ts';
import { createReader, readNamed } from '../load/reach.ts';
import type { Action, Overlay } from './apply-overlays.ts';
import type { JsonPath } from './json-path.ts';
import { compileJsonPath } from './json-path.ts';

/**
 * Reads overlays (OpenAPI Overlay Specification 1.0 and 1.1) for these contracts. Throws a
 * StartError with everything that is wrong with any of them.
 */
export async function readOverlays(
  files: readonly string[],
  contracts: readonly string[],
  reach: Pick<Reach, 'allowRefs'>,
): Promise<readonly Overlay[]> {
  const folders = [...contracts.map(folderOf), ...files.map((file) => dirname(resolve(file)))];
  const read = await createReader(folders, reach, readNamed);
  const check = createValidators(await loadDocuments([])).checkOwn(overlaySchema);
  const overlays: Overlay[] = [];
  const complaints: Complaint[] = [];
  for (const file of files.map((name) => resolve(name))) {
    try {
      overlays.push(await readOverlay(file, contracts, { read, check }));
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      complaints.push(...error.complaints);
    }
  }
  if (complaints.length > 0) throw new StartError(complaints);
  return overlays;
}

const extensions = { '^x-': true } as const;
const pathText = { type: 'string', minLength: 1 } as const;

const overlaySchema: JsonObject = {
  type: 'object',
  required: ['overlay', 'info', 'actions'],
  additionalProperties: false,
  patternProperties: extensions,
  properties: {
    overlay: { type: 'string', pattern: String.raw`^1\.[01](?:\.|$)` },
    info: { type: 'object', required: ['title', 'version'] },
    extends: { type: 'string', minLength: 1 },
    actions: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['target'],
        additionalProperties: false,
        patternProperties: extensions,
        properties: {
          target: pathText,
          description: { type: 'string' },
          update: true,
          copy: pathText,
          remove: { type: 'boolean' },
        },
      },
    },
  },
};

const unknownMember = 'an overlay has no such member here';

async function readOverlay(
  file: string,
  contracts: readonly string[],
  { read: readFile, check }: { readonly read: ReadFile; readonly check: Check },
): Promise<Overlay> {
  const source = await readFile(file).catch((error: unknown) => {
    throw error instanceof StartError
      ? error
      : new StartError([{ file, message: messageOf(error) }]);
  });
  const illFormed = complainOfIllFormed(source);
  if (illFormed.length > 0) throw new StartError(illFormed);
  const complain = (pointer: string, message: string): Complaint =>
    complainAt(source, pointer, message);
  const faults = check(source.root);
  if (faults.length > 0) {
    throw new StartError(
      faults.map(({ pointer, message, keyword }) =>
        complain(pointer, keyword === 'additionalProperties' ? unknownMember : message),
      ),
    );
  }
  const { overlay, extends: named, actions } = isJsonObject(source.root) ? source.root : {};
  const isFirstVersion = typeof overlay === 'string' && /^1\.0(?:\.|$)/.test(overlay);
  const complaints: Complaint[] = [];
  const read = (pointer: string, text: JsonValue | undefined): JsonPath | undefined => {
    if (typeof text !== 'string') return undefined;
    try {
      return compileJsonPath(text);
    } catch (error) {
      complaints.push(complain(pointer, `this is no JSONPath (RFC 9535): ${messageOf(error)}`));
      return undefined;
    }
  };
  const compiled = (Array.isArray(actions) ? actions : []).flatMap(
    (action: JsonValue, index): readonly Action[] => {
      const pointer = `/actions/${index}`;
      if (!isJsonObject(action)) return [];
      const problem = problemWith(action, isFirstVersion);
      if (problem !== undefined) complaints.push(complain(pointer, problem));
      const target = read(`${pointer}/target`, action['target']);
      const copied = read(`${pointer}/copy`, action['copy']);
      const update = action['update'];
      return target ? [{ pointer, target, update, copied, isFirstVersion }] : [];
    },
  );
  const only = typeof named === 'string' ? await findContract(named, file, contracts) : undefined;
  if (only === undefined && named !== undefined) {
    const names = contracts.map((contract) => nameFrom(dirname(file), contract)).join(' or ');
    const message = `this is none of the contracts: leave "extends" out, or let it name ${names}`;
    complaints.push(complain('/extends', message));
  }
  if (complaints.length > 0) throw new StartError(complaints);
  return { source, extends: only, actions: compiled };
}

/** The URI of the contract that `extends` names, relative to the overlay; undefined if none. */
async function findContract(
  named: string,
  file: string,
  contracts: readonly string[],
): Promise<string | undefined> {
  const base = pathToFileURL(file).href;
  if (!URL.canParse(named, base)) return undefined;
  const { href, protocol } = new URL(named, base);
  if (protocol !== 'file:') return contracts.map(uriOf).find((uri) => uri === href);
  const wanted = await behindLinks(fileURLToPath(href));
  for (const contract of contracts) {
    if ((await behindLinks(fileOf(contract))) === wanted) return uriOf(contract);
  }
  return undefined;
}

function nameFrom(folder: string, contract: string): string {
  return isUrl(contract) ? contract : relative(folder, fileOf(contract));
}

async function behindLinks(file: string): Promise<string> {
  return realpath(file).catch(() => file);
}

function problemWith(action: JsonObject, isFirstVersion: boolean): string | undefined {
  const ways = ['update', 'copy'].filter((name) => Object.hasOwn(action, name));
  if (action['remove'] === true) ways.push('remove');
  if (ways.length === 0)
    return 'the action does nothing: it needs "update", "copy" or "remove: true"';
  if (ways.length > 1)
    return `the action has "${ways.join('" and "')}": only one of them can be meant`;
  const isTooNew = isFirstVersion && ways[0] === 'copy';
  return isTooNew ? '"copy" came with version 1.1 of overlays, and this is of 1.0' : undefined;
}
