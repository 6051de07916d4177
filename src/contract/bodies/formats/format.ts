import type { Violation } from '../../../base/errors.ts';
import { ApiError, SizeError } from '../../../base/errors.ts';
import type { JsonValue } from '../../../base/json.ts';
import { findIllFormed } from '../../../base/texts.ts';
import type { TextShape } from '../../schema/text-shape.ts';
import type { MediaType } from '../media.ts';
import type { SentFile } from './sent-files.ts';

/** A format of bodies: which media types it is, and how its bodies are read and written. */
export interface Format {
  /** Whether a media type is of this format; `essence`: `type/subtype`, in lower case. */
  matches(essence: string): boolean;
  /** The limit of a body, in bytes. */
  readonly limit: number;
  /** Whether a body is members that a schema describes, a text, or bytes such as those of a file. */
  readonly content: 'members' | 'text' | 'bytes';
  /** Whether a reply in this format can show records. */
  readonly showsRecords: boolean;
  /** What the Content-Type of a reply says beside the media type. */
  readonly parameter?: string;
  /** Undefined: in the charset that the media type names, else in UTF-8. */
  decode?(bytes: Uint8Array, charset: string | undefined): string;
  /** Reads a text as the value that the schema describes; throws a refusal. */
  read(text: string, view: BodyView): JsonValue;
  /** Reads a body while it arrives, where it is more than one text; undefined: it is empty. */
  receive?(chunks: AsyncIterable<Uint8Array>, type: MediaType): Promise<ReceivedWhole | undefined>;
  /** Takes over what another parser has read, where its values are still texts. */
  adopt?(value: JsonValue, view: BodyView): JsonValue;
  /** Reads a text that is given as a finished document, such as an example; a SyntaxError: it is none. */
  readDocument?(text: string, view: BodyView): JsonValue;
  write(value: JsonValue, view: BodyView): Payload;
  /** Writes again what another parser has read; undefined where the value does not tell enough. */
  writeAgain?(value: JsonValue): string;
}

/** A body as the server sends it. */
export type Payload = string | Uint8Array;

/** A body that has arrived, before its schema is asked. */
export interface ReceivedWhole {
  readonly bytes: number;
  /** The files in it. */
  files?(view: BodyView): readonly SentFile[];
  read(view: BodyView): JsonValue;
}

/** What the contract says of a body, for the formats that have no types of their own. */
export interface BodyView {
  /** The media type as declared: it may be a range. */
  readonly essence: string;
  readonly shape: () => TextShape;
  readonly encodings: (name: string) => FieldEncoding;
}

/** How the contract says that one member of a form is sent (the Encoding Object). */
export interface FieldEncoding {
  readonly contentTypes: readonly string[];
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
}

/** Whether a value of this shape is always a list. */
export function isList({ types }: TextShape): boolean {
  return types.has('array') && !types.has('object');
}

/** The limits of a body, in bytes: of texts and structured bodies, and of files. */
export const textLimit = 1_048_576;
export const fileLimit = 16_777_216;

/** How deep arrays and objects may be nested: later steps recurse into them. */
export const maximumDepth = 500;
/**
 * How many objects and arrays a body may have, and how many members of objects: each costs far more
 * in parsing, checking and storing than its bytes.
 */
const maximumHolders = 50_000;
const maximumMembers = 100_000;
const tooMany = '50,000 objects and arrays, and 100,000 members of objects';

export function assertWithinLimits(depth: number, holders: number, members: number): void {
  if (depth > maximumDepth) {
    throw malformed(`is nested too deeply: more than ${maximumDepth} levels`);
  }
  if (holders > maximumHolders || members > maximumMembers) throw tooMuch(tooMany);
}

/** Applies the limits to a value that came in parts or from another parser; checks its texts. */
export function assertSound(value: JsonValue): JsonValue {
  let level: readonly JsonValue[] = [value];
  let holders = 0;
  let members = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    level = level.flatMap((item): readonly JsonValue[] => {
      if (typeof item !== 'object' || item === null) return [];
      const inside: readonly JsonValue[] = Object.values(item);
      holders += 1;
      if (!Array.isArray(item)) members += inside.length;
      return inside;
    });
    assertWithinLimits(depth, holders, members);
  }
  return assertWellFormed(value);
}

/** Refuses a text that is not valid Unicode and a number that is too large, and says where. */
export function assertWellFormed(value: JsonValue): JsonValue {
  const found = findIllFormed(value);
  if (found) throw refuseIllFormed(found);
  return value;
}

export function refuseIllFormed(found: Omit<Violation, 'in'>): ApiError {
  const { pointer, message } = found;
  const place = pointer === '' ? 'The body' : `The body at ${pointer}`;
  return new ApiError('malformed-request', `${place} ${message}.`, {
    violations: [{ ...found, in: 'body' }],
  });
}

/** Reads a value and applies the limits; turns a SyntaxError into a refusal. */
export function readSound(what: string, read: () => JsonValue): JsonValue {
  try {
    return assertSound(read());
  } catch (error) {
    if (error instanceof SizeError) throw tooMuch(error.message);
    if (error instanceof SyntaxError)
      throw malformed(`is not ${what} that can be read: ${error.message}`);
    throw error;
  }
}

/** The keyword of a violation that is about the syntax of a text, not its content. */
export const syntaxKeyword = 'syntax';

/** The refusal of a body that cannot be read; the message continues after "The body". */
export function malformed(message: string): ApiError {
  return new ApiError('malformed-request', `The body ${message}.`, {
    violations: [{ in: 'body', pointer: '', message, keyword: syntaxKeyword }],
  });
}

/** The refusal of a body that exceeds another limit than that of its total bytes. */
export function tooMuch(what: string): ApiError {
  return new ApiError('content-too-large', `The body may have at most ${what}.`);
}
