import type { JsonValue } from '../../base/json.ts';
import type { Response } from '../../contract/bodies/bodies.ts';
import type { ResponseHeader } from '../../contract/bodies/headers.ts';
import type { ReplyHeaders } from '../../pipeline/exchange.ts';
import type { Manner } from '../values/generate.ts';
import type { Generate, Schemas } from '../values/generate.ts';
import { Unsatisfiable } from '../values/generate.ts';

export const noHeaders: ReplyHeaders = Object.freeze({});

export interface HeaderManner extends Manner {
  /** Whether to ignore the contract's examples. */
  readonly isDynamic: boolean;
}

/** Adds the headers that a response declares and that the reply does not have yet. */
export type CompleteHeaders = (
  response: Response,
  own: ReplyHeaders,
  manner?: HeaderManner,
) => ReplyHeaders;

/** Other characters cannot be sent (RFC 9110, section 5.5). */
const safeValue = /^[\t\x20-\x7e]*$/;
const safeName = /^[!#$%&'*+.^_`|~\w-]+$/;

export function createHeaderCompletion(schemas: Schemas, generate: Generate): CompleteHeaders {
  const usual = new WeakMap<Response, ReplyHeaders>();
  const make = (response: Response, manner: HeaderManner): ReplyHeaders =>
    makeHeaders(schemas, generate, response, manner);
  return (response, own, manner) => {
    if (response.headers.length === 0) return own;
    const made = manner ? make(response, manner) : (usual.get(response) ?? make(response, plain));
    if (!manner) usual.set(response, made);
    if (Object.keys(made).every((name) => Object.hasOwn(own, name))) return own;
    const present = new Set(Object.keys(own).map((name) => name.toLowerCase()));
    const missing = Object.entries(made).filter(([name]) => !present.has(name.toLowerCase()));
    return missing.length === 0 ? own : { ...own, ...Object.fromEntries(missing) };
  };
}

const plain: HeaderManner = { isDynamic: false };

/** Leaves out a header for which it finds no value; if it is required, the check reports it. */
function makeHeaders(
  schemas: Schemas,
  generate: Generate,
  response: Response,
  manner: HeaderManner,
): ReplyHeaders {
  const made = response.headers
    .filter(({ name }) => safeName.test(name))
    .flatMap((header): readonly [string, string][] => {
      const text = makeText(schemas, generate, header, manner);
      return text === undefined ? [] : [[header.name, text]];
    });
  return Object.fromEntries(made);
}

/** The contract's example, valid or not, then the schema's default, then a generated value. */
function makeText(
  { documents }: Schemas,
  generate: Generate,
  header: ResponseHeader,
  manner: HeaderManner,
): string | undefined {
  const { name, schema, examples, isRequired, check } = header;
  const write = (value: JsonValue): string[] => [header.write(value)].filter(isSafe);
  const given = manner.isDynamic && schema ? [] : examples.flatMap(({ value }) => write(value));
  if (given[0] !== undefined) return given[0];
  // Without a schema any text is valid, so the name will do.
  if (!schema) return isRequired ? name : undefined;
  const fallback = documents.at(schema, 'default');
  const fits = (text: string): boolean => (check?.(header.read(text)) ?? []).length === 0;
  const made = (fallback ? write(fallback.value) : []).find(fits);
  const texts = generateValue(generate, header, schema, manner).flatMap(write);
  return made ?? texts.flatMap((text) => spell(name, text)).find(fits);
}

function generateValue(
  generate: Generate,
  { name }: ResponseHeader,
  schema: NonNullable<ResponseHeader['schema']>,
  manner: HeaderManner,
): readonly JsonValue[] {
  try {
    return [generate(schema, `header/${name}`, manner)];
  } catch (error) {
    if (error instanceof Unsatisfiable) return [];
    throw error;
  }
}

/** Clients follow a location, even where the contract declares just a text: it becomes a path. */
function spell(name: string, text: string): readonly string[] {
  if (!/^(content-)?location$/i.test(name) || /^(\/|[a-z][a-z\d+.-]*:)\S*$/i.test(text))
    return [text];
  return [`/${text.replaceAll(/[^\w.~-]+/g, '-')}`, text];
}

function isSafe(text: string): boolean {
  return safeValue.test(text);
}
