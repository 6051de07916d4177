import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';
import type { Check } from '../checks/validators.ts';
import type { CompileContext } from '../compile-context.ts';
import type { Part } from '../load/documents.ts';
import { compileCoercion } from '../parameters/coercion.ts';
import {
  compileChoice,
  shapesOf,
  isJson,
  readContent,
  writeJson,
} from '../parameters/parameter-reader.ts';
import type { ParameterLayout } from '../parameters/styles.ts';
import { readSimple } from '../parameters/styles.ts';
import { UnreadableText } from '../routing/percent.ts';
import { namesIn } from '../schema/keywords.ts';
import { outlineTypes } from '../schema/outlines.ts';
import type { Example } from './examples.ts';
import { compileExamples } from './examples.ts';

/** A header that a response declares. */
export interface ResponseHeader {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Part | undefined;
  readonly check: Check | undefined;
  readonly examples: readonly Example[];
  /** Reads the value that a header's text stands for. */
  read(text: string): JsonValue;
  /** Writes the text that stands for a value. */
  write(value: JsonValue): string;
}

/** The server sets these itself, whatever the contract declares: they say how messages travel. */
const transportHeaders =
  /^(content-(type|length|encoding)|transfer-encoding|connection|keep-alive|date|trailer|upgrade|access-control-.+)$/i;

export function compileHeaders(context: CompileContext, response: Part): readonly ResponseHeader[] {
  const { documents } = context;
  const headers = documents.child(response, 'headers');
  return namesIn(headers?.value).flatMap((name) => {
    const header = headers && documents.child(headers, name);
    if (!header || !isJsonObject(header.value) || transportHeaders.test(name)) return [];
    return [compileHeader(context, name, header)];
  });
}

function compileHeader(context: CompileContext, name: string, header: Part): ResponseHeader {
  const { documents, validators } = context;
  const own = documents.at(header, 'schema');
  const content = own ? undefined : documents.child(header, 'content');
  const [mediaType] = namesIn(content?.value);
  const media =
    content && mediaType !== undefined ? documents.child(content, mediaType) : undefined;
  const schema = media ? documents.at(media, 'schema') : own;
  const isExploded = documents.child(header, 'explode')?.value === true;
  const coerce = compileCoercion(context, schema, 'response');
  const check = schema && validators.check(schema, 'response');
  const shapes = shapesOf(schema && outlineTypes(documents, schema));
  const takes = shapes.map((shape) => {
    const layout: ParameterLayout = { shape, explode: isExploded, decode: (text) => text.trim() };
    return (text: string) => readSimple(text, layout);
  });
  const isOfType = media !== undefined && mediaType !== undefined;
  const read = isOfType
    ? (text: string) => readContent(text, mediaType, coerce)
    : compileChoice(takes, coerce, check);
  const readText = (text: string): JsonValue => readLeniently(text, read);
  const write = (value: JsonValue): string =>
    isOfType && isJson(mediaType) ? writeJson(value) : toHeaderText(writeSimple(value, isExploded));
  // The server sends a header as text, so the check reads the example from its text.
  const judge = check && ((value: JsonValue) => check(readText(write(value))));
  return {
    name,
    isRequired: documents.child(header, 'required')?.value === true,
    schema,
    check,
    examples: compileExamples(context, media ?? header, { judge, isJson: true }),
    read: readText,
    write,
  };
}

/** A text that cannot be split stays a text, and the schema reports it as such. */
function readLeniently(text: string, read: (text: string) => JsonValue | undefined): JsonValue {
  try {
    return read(text) ?? null;
  } catch (error) {
    if (error instanceof UnreadableText) return text;
    throw error;
  }
}

function writeSimple(value: JsonValue, isExploded: boolean): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  if (!isJsonObject(value)) return textOf(value);
  return Object.entries(value)
    .map(([name, member]) => `${name}${isExploded ? '=' : ','}${textOf(member)}`)
    .join(',');
}

/** Header values hold Latin-1 without control characters; other characters are percent-encoded. */
function toHeaderText(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\xa0-\xff]/gu, (character) =>
    [...Buffer.from(character)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );
}
