import type { JsonObject, JsonValue } from '../../base/json.ts';
import { freezeJson, isJsonObject } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import { encodePart, toHeaderText } from '../../base/texts.ts';
import type { SentFile } from '../../contract/bodies/formats/sent-files.ts';
import type { Collection, FileUse, Stateful } from '../../contract/plan/plan.ts';
import type { Behavior, Outcome, ReplyHeaders, Validated } from '../../pipeline/exchange.ts';
import type { FileBytes } from '../../store/files/file-bytes.ts';
import type { Item, Parents, RecordChange } from '../../store/record.ts';
import { isOwnFile, isPreview } from './file-members.ts';
import { addressOf } from '../records/addressing.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { OperationAct, WorldContext } from '../world-context.ts';
import { withChanges } from '../writing/changes.ts';

/** Adds to an operation what it does with the files of its record. */
export function withFiles(
  act: OperationAct,
  target: Stateful,
  tools: SeedTools,
  improvise: Behavior,
): OperationAct {
  const { file } = target;
  const { files } = tools;
  if (!file || !files) return act;
  // Where the path names no record, there is nothing else to do.
  const own = file.collection === target.collection ? improvise : act;
  const filed: FiledTarget = { target, use: file, files, act: own };
  return { upload: createUpload, download: createDownload, removal: createRemoval }[file.kind](
    filed,
  );
}

interface FiledTarget {
  readonly target: Stateful;
  readonly use: FileUse;
  readonly files: FileBytes;
  readonly act: OperationAct;
}

/** A file as the state keeps it; its bytes are elsewhere. */
interface StoredFile {
  /** Which file of its record it is: what the path says, or the member; empty: its own file. */
  readonly place: string;
  /** The member of the form that it was; empty where it was the whole body. */
  readonly member: string;
  readonly name: string | undefined;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
}

function createUpload(filed: FiledTarget): OperationAct {
  const { use, files: bytesOf, act } = filed;
  return (request, context) => {
    const sent = request.content?.files ?? [];
    if (sent.length === 0) return act(request, context);
    const outcome = act({ ...request, body: withoutFiles(request.body, sent) }, context);
    const { collection } = use;
    const parents = collection && findPlace(filed, request, outcome);
    if (!collection || !parents) return outcome;
    return withChanges(outcome, context, () => {
      const hashes = bytesOf.hashesOf(sent.map(({ bytes }) => bytes));
      const own = sent.find(isOwnFile) ?? sent[0];
      const files = sent.map((file, index) => {
        const place = placeOf(use) || (file === own ? '' : plainName(file.member ?? ''));
        return describe(file, place, hashes[index] ?? '');
      });
      return [changeFiles(context, collection, parents, files)];
    });
  };
}

/** Answers with the file that was uploaded; where there is none, with what the operation makes up. */
function createDownload(filed: FiledTarget): OperationAct {
  const { use, files: bytesOf, act } = filed;
  return (request, context) => {
    const outcome = act(request, context);
    const parents = findPlace(filed, request, outcome);
    const item = parents && use.collection && context.world.find(use.collection.name, '', parents);
    const file = item && chooseFile(readFiles(item), use);
    const type = file && typeFor(file.type, request);
    const bytes = type === undefined ? undefined : bytesOf.read(file?.sha256 ?? '');
    if (!file || !bytes) return outcome;
    const { body: _, isExample: __, origin: ___, ...rest } = outcome;
    const headers = { ...outcome.headers, ...headersOf(file) };
    return { ...rest, headers, bytes, ...(type ? { bytesType: type } : {}), record: item };
  };
}

function createRemoval(filed: FiledTarget): OperationAct {
  const { use, act } = filed;
  return (request, context) => {
    const outcome = act(request, context);
    const parents = findPlace(filed, request, outcome);
    const { collection } = use;
    const item = parents && collection && context.world.find(collection.name, '', parents);
    if (!item) return outcome;
    const place = placeOf(use);
    const kept = readFiles(item).filter((one) => one.place !== place);
    const after = kept.length === 0 ? undefined : { ...item, body: toBody(kept) };
    const change = { collection: collection.name, before: item, after };
    return withChanges(outcome, context, () => [change]);
  };
}

/** What the request says besides its files. */
function withoutFiles(
  body: JsonValue | undefined,
  files: readonly SentFile[],
): JsonValue | undefined {
  const members = new Set(files.map(({ member }) => member));
  if (!isJsonObject(body)) return undefined;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !members.has(name)));
}

/** The parents of the record that tells of the files; undefined where the reply is of no record. */
function findPlace(
  { target, use }: FiledTarget,
  request: Validated,
  { record }: Outcome,
): Parents | undefined {
  const { collection } = target;
  if (use.collection === collection) return addressOf(request, target).parents;
  if (!record) return undefined;
  const { key, parents } = record;
  const above = collection.isKeyUnique ? [] : parents;
  return collection.kind === 'singleton' ? parents : [...above, key];
}

function placeOf({ words }: FileUse): string {
  return words.join('/');
}

function describe(file: SentFile, place: string, sha256: string): StoredFile {
  const { member = '', name, type, bytes } = file;
  return { place, member, name, type, size: bytes.byteLength, sha256 };
}

function changeFiles(
  { world }: WorldContext,
  { name: collection }: Collection,
  parents: Parents,
  files: readonly StoredFile[],
): RecordChange {
  const before = world.find(collection, '', parents);
  const places = new Set(files.map(({ place }) => place));
  const others = before ? readFiles(before).filter(({ place }) => !places.has(place)) : [];
  const body = toBody([...others, ...files]);
  return { collection, before, after: { key: '', parents, body } };
}

function toBody(files: readonly StoredFile[]): JsonObject {
  return freezeJson({
    files: files.map(({ name, ...rest }) => ({ ...rest, ...(name === undefined ? {} : { name }) })),
  });
}

/** A test may have written the record, too: what can't be read counts as no file. */
function readFiles({ body: { files } }: Item): readonly StoredFile[] {
  if (!Array.isArray(files)) return [];
  return files.flatMap((one: JsonValue) => {
    if (!isJsonObject(one)) return [];
    const { place, member, name, type, size, sha256 } = one;
    const isWhole =
      typeof place === 'string' && typeof type === 'string' && typeof sha256 === 'string';
    if (!isWhole || !/^[0-9a-f]{64}$/.test(sha256)) return [];
    return [
      {
        place,
        member: typeof member === 'string' ? member : '',
        name: typeof name === 'string' ? name : undefined,
        type,
        size: typeof size === 'number' ? size : 0,
        sha256,
      },
    ];
  });
}

/** The file that the path names, else the first; of other files than pictures there is no preview. */
function chooseFile(files: readonly StoredFile[], use: FileUse): StoredFile | undefined {
  const { words, isExact } = use;
  const wanted = placeOf(use);
  const isNamed = ({ place, member }: StoredFile): boolean =>
    place === wanted || words.includes(place) || words.includes(plainName(member));
  const named = files.find(isNamed);
  if (named || isExact) return named;
  const [first] = files;
  return words.some(isPreview) && first?.type.startsWith('image/') === false ? undefined : first;
}

/** The media type to send; empty: the declared one; undefined where the contract allows neither. */
function typeFor(type: string, { choice }: Validated): string | undefined {
  const declared = choice.response?.media.map(({ essence }) => essence) ?? [];
  const isOpen = declared.some((one) => one === '*/*' || one === anyBytes);
  const [family = ''] = type.split('/');
  if (type === anyBytes) return '';
  if (isOpen || declared.includes(type) || declared.includes(`${family}/*`)) return type;
  // A picture of another type is still a picture: programs look at its bytes.
  return declared.some((one) => one.startsWith(`${family}/`)) ? '' : undefined;
}

const anyBytes = 'application/octet-stream';

/** What came from a client is never run as a page of this server. */
function headersOf({ name, type }: StoredFile): ReplyHeaders {
  const guards = {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
  };
  const isShown = /^(?:image|audio|video)\/(?!svg)|^application\/pdf$/.test(type);
  const manner = isShown ? 'inline' : 'attachment';
  if (name === undefined) return isShown ? guards : { ...guards, 'Content-Disposition': manner };
  const plain = toHeaderText(name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_'));
  const extended = plain === name ? '' : `; filename*=UTF-8''${encodePart(name)}`;
  return { ...guards, 'Content-Disposition': `${manner}; filename="${plain}"${extended}` };
}
