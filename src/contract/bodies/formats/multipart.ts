import { isUtf8 } from 'node:buffer';
import { createRequire } from 'node:module';

import type * as Library from '@fastify/busboy';

import type { Violation } from '../../../base/errors.ts';
import { ApiError, describeViolation } from '../../../base/errors.ts';
import type { JsonValue } from '../../../base/json.ts';
import { stepDown } from '../../../base/json.ts';
import type { MediaType } from '../media.ts';
import { isCovered, parseMediaType, parseParameters } from '../media.ts';
import type { Field } from './form.ts';
import { adoptForm, assembleForm } from './form.ts';
import type { BodyView, Format, ReceivedWhole } from './format.ts';
import {
  assertSound,
  fileLimit,
  malformed,
  readSound,
  refuseIllFormed,
  syntaxKeyword,
  textLimit,
  tooMuch,
} from './format.ts';
import { jsonFormat, parseJson } from './json.ts';
import { ownBoundary, writeMultipart } from './multipart-writing.ts';
import type { SentFile } from './sent-files.ts';
import { fileNameIn, isBinaryType, typeOfFile } from './sent-files.ts';
import { charsetOf, decodeBytes, decodeText } from './text.ts';

export const multipartFormat: Format = {
  matches: (essence) => essence.startsWith('multipart/'),
  limit: fileLimit,
  content: 'members',
  showsRecords: false,
  parameter: `boundary=${ownBoundary}`,
  read: assertSound,
  receive: receiveParts,
  adopt: adoptForm,
  write: writeMultipart,
};

async function receiveParts(
  chunks: AsyncIterable<Uint8Array>,
  { essence, parameters }: MediaType,
): Promise<ReceivedWhole | undefined> {
  const parts = await parseMultipart(chunks, parameters.get('boundary'));
  return (
    parts && {
      bytes: parts.reduce((sum, part) => sum + part.bytes.byteLength, 0),
      read: (view) => assembleParts(parts, view, essence === 'multipart/form-data'),
      files: (view) => listFiles(parts, view),
    }
  );
}

/** One part of a multipart body. */
export interface BodyPart {
  /** Undefined where it has none. */
  readonly name: string | undefined;
  /** Its Content-Type as the client sent it; undefined where there was none. */
  readonly type: string | undefined;
  /** Whether the client sent it as a file: then its bytes may be anything. */
  readonly isFile: boolean;
  /** The name of the file; undefined where it has none. */
  readonly fileName: string | undefined;
  readonly bytes: Uint8Array;
}

const require = createRequire(import.meta.url);
const loadLibrary = (): typeof Library => require('@fastify/busboy') as typeof Library;
const maximumParts = 1_000;
const maximumName = 200;

/** Splits a body while it arrives; undefined where it is empty. The source limits its size. */
export async function parseMultipart(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string | undefined,
): Promise<readonly BodyPart[] | undefined> {
  if (boundary === undefined || !/^[\x20-\x7e]{1,200}$/.test(boundary)) {
    throw malformed('can not be taken apart: its Content-Type must name the boundary');
  }
  const { Dicer } = loadLibrary();
  const dicer = new Dicer({ boundary, maxHeaderPairs: 32 });
  const collection = collectParts(dicer);
  let isEmpty = true;
  for await (const chunk of chunks) {
    isEmpty = false;
    await Promise.race([write(dicer, chunk), collection.end]);
    // The server ignores everything after the last boundary.
    if (collection.isComplete()) break;
  }
  if (isEmpty) return undefined;
  dicer.end();
  await collection.end;
  return Promise.all(collection.parts);
}

function write(dicer: Library.Dicer, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    dicer.write(chunk, () => resolve());
  });
}

interface CollectedParts {
  readonly parts: readonly Promise<BodyPart>[];
  /** Rejects with the first fault of any part. */
  readonly end: Promise<void>;
  isComplete(): boolean;
}

function collectParts(dicer: Library.Dicer): CollectedParts {
  const parts: Promise<BodyPart>[] = [];
  let isComplete = false;
  const end = new Promise<void>((resolve, reject) => {
    dicer.on('part', (stream) => {
      if (parts.length >= maximumParts) {
        stream.on('error', () => undefined).resume();
        reject(tooMuch(`${maximumParts} parts`));
        return;
      }
      const part = collectPart(stream, parts.length + 1);
      part.catch(reject);
      parts.push(part);
    });
    dicer.on('error', () => reject(malformed('breaks off: its last boundary is missing')));
    dicer.on('finish', () => {
      isComplete = true;
      resolve();
    });
  });
  // If the chunks fail, no code awaits `end`: this avoids an unhandled rejection.
  end.catch(() => undefined);
  return { parts, end, isComplete: () => isComplete };
}

type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>;

interface RawPart {
  readonly headers: PartHeaders;
  readonly bytes: Uint8Array;
}

function collectPart(stream: Library.Dicer.PartStream, position: number): Promise<BodyPart> {
  const collected = new Promise<RawPart>((resolve, reject) => {
    const pieces: Uint8Array[] = [];
    let size = 0;
    let headers: PartHeaders | undefined;
    // A part that is not a file has the limit of other text bodies.
    let limit = textLimit;
    stream.on('header', (found) => {
      // A trust edge: the library makes lists of strings.
      headers = found as PartHeaders;
      if (hasFileName(headers)) limit = Infinity;
    });
    stream.on('data', (piece) => {
      // A trust edge: without an encoding the pieces are bytes.
      const bytes = piece as Buffer;
      size += bytes.byteLength;
      if (size > limit) reject(tooMuch(`${limit} bytes in a part that is no file`));
      else pieces.push(bytes);
    });
    stream.on('end', () => {
      if (headers) resolve({ headers, bytes: Buffer.concat(pieces) });
      else reject(malformed(`has headers that break off in part ${position}`));
    });
    // `dicer` reports the broken body itself, so this error adds nothing.
    stream.on('error', () => undefined);
  });
  return collected.then(describePart);
}

function describePart({ headers, bytes }: RawPart): BodyPart {
  const name = dispositionOf(headers).get('name');
  if (name !== undefined && name.length > maximumName) {
    throw tooMuch(`${maximumName} bytes in the name of a part`);
  }
  // The library reads headers as Latin-1, but clients send UTF-8.
  const written = name === undefined ? undefined : Buffer.from(name, 'latin1');
  if (written && !isUtf8(written)) throw malformed('has a part whose name is not valid UTF-8');
  return {
    name: written?.toString(),
    type: headers['content-type']?.[0],
    isFile: hasFileName(headers),
    fileName: fileNameIn(dispositionOf(headers)),
    bytes,
  };
}

function hasFileName(headers: PartHeaders): boolean {
  const parameters = dispositionOf(headers);
  const type = parseMediaType(headers['content-type']?.[0] ?? '')?.essence;
  return (
    parameters.has('filename') || parameters.has('filename*') || type === 'application/octet-stream'
  );
}

function dispositionOf(headers: PartHeaders): ReadonlyMap<string, string> {
  return parseParameters(headers['content-disposition']?.[0] ?? '');
}

/** The parts that are files or binary, except members that are read as JSON. */
function listFiles(parts: readonly BodyPart[], view: BodyView): readonly SentFile[] {
  return parts.flatMap(({ name: member, type, isFile, fileName: name, bytes }) => {
    const sent = typeOfFile(type);
    const isSent = isFile || (type !== undefined && isBinaryType(sent));
    if (!isSent || findPartRules(member ?? '', type, view).isJson) return [];
    return [{ member, name, type: sent, bytes }];
  });
}

/** Builds the value of a form from its parts; files become texts, for a schema to check. */
function assembleParts(parts: readonly BodyPart[], view: BodyView, isForm: boolean): JsonValue {
  const violations: Violation[] = [];
  let json = 0;
  const fields = parts.map((part, index): Field => {
    const name = part.name ?? (isForm ? undefined : String(index));
    if (name === undefined) throw malformed(`has no name for its part ${index + 1}`);
    const { isJson, wanted } = findPartRules(name, part.type, view);
    if (wanted) {
      violations.push({
        in: 'body',
        pointer: stepDown('', name),
        message: `must be of the type ${wanted.join(', ')}, but is ${part.type}`,
        keyword: 'contentType',
      });
    }
    if (isJson) json += part.bytes.byteLength;
    // All JSON parts together have the limit of a JSON body, also those that are files.
    if (json > textLimit) throw tooMuch(`${textLimit} bytes in its parts of JSON`);
    const text = decodePart(part, isJson);
    return isJson ? { name, value: parsePart(name, text) } : { name, text };
  });
  if (violations.length > 0) {
    const detail = `${violations.map(describeViolation).join('; ')}.`;
    throw new ApiError('invalid-request', detail, { violations });
  }
  return readSound('a form', () => assembleForm(fields, view));
}

/** Whether a part is JSON, and the declared types where the sent one is none of them. */
function findPartRules(
  name: string,
  sent: string | undefined,
  { shape, encodings }: BodyView,
): { readonly isJson: boolean; readonly wanted: readonly string[] | undefined } {
  const { contentTypes } = encodings(name);
  const essence = sent === undefined ? undefined : parseMediaType(sent)?.essence;
  const isWanted =
    contentTypes.length === 0 ||
    sent === undefined ||
    contentTypes.some((type) => isCovered(type.toLowerCase(), essence ?? sent));
  const type = essence ?? contentTypes[0] ?? '';
  const member = shape().member(name);
  const inside = member.types.has('array') ? member.items : member;
  return {
    isJson: jsonFormat.matches(type) && !inside.types.has('string'),
    wanted: isWanted ? undefined : contentTypes,
  };
}

/**
 * Decodes a part as text if it is JSON, names a charset, or has no type and is not a file (RFC
 * 7578, section 4.4); the default charset is UTF-8. Other parts are any bytes.
 */
function decodePart({ name, type, isFile, bytes }: BodyPart, isJson: boolean): string {
  const parsed = type === undefined ? undefined : parseMediaType(type);
  const charset = parsed && charsetOf(parsed);
  const isText = isJson || (type === undefined && !isFile);
  if (charset === undefined && !isText) return decodeBytes(bytes);
  try {
    return decodeText(bytes, charset);
  } catch (error) {
    if (!(error instanceof ApiError) || name === undefined) throw error;
    const [fault] = error.violations;
    throw malformed(`has a part "${name}" that ${fault?.message ?? 'can not be read'}`);
  }
}

function parsePart(name: string, text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    const [fault] = error instanceof ApiError ? error.violations : [];
    if (!fault) throw error;
    if (fault.keyword === syntaxKeyword)
      throw malformed(`has a part "${name}" that ${fault.message}`);
    throw refuseIllFormed({ ...fault, pointer: stepDown('', name) + fault.pointer });
  }
}
