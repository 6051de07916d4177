import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { pairsOfCookies, pairsOfQuery } from './pairs.ts';
import type { Parameter } from './parameters.ts';
import type { Wire } from './wire.ts';

/** What of a parameter decides how it is written. */
type Written = Pick<Parameter, 'name' | 'in' | 'style' | 'explode' | 'mediaType'>;

/**
 * A parameter's value as a client sends it: the pairs of a query or of cookies, else the one text
 * of a path segment or a header. It shares no code with what reads it.
 *
 * What a style can't say is left to the caller to leave out: lists and objects with nothing in
 * them, and whatever is nested, unless it is a deep object or a list in an exploded one. In headers
 * commas and outer spaces, in an exploded label dots, in lists that are delimited by spaces or pipes
 * these themselves, since clients disagree about escaping them. Where a schema takes both texts
 * and numbers, a text that looks like a number.
 */
export function serialiseParameter(parameter: Written, value: JsonValue): readonly string[] {
  const { in: place, mediaType, name, style } = parameter;
  const encode = place === 'header' ? textOf : encodeText;
  if (mediaType !== undefined) {
    const text = mediaType.includes('json') ? JSON.stringify(value) : textOf(value);
    const isPair = place === 'query' || place === 'cookie';
    return [isPair ? `${encode(name)}=${encode(text)}` : encode(text)];
  }
  if (style === 'deepObject') return writeDeep(encodeURIComponent(name), value);
  if (style === 'matrix') return [writePairs(parameter, value, encode, ',').join('')];
  if (style === 'simple' || style === 'label') return [writeText(parameter, value, encode)];
  const delimiter = { spaceDelimited: '%20', pipeDelimited: '%7C', form: ',' }[style];
  return writePairs(parameter, value, encode, delimiter);
}

/** A request that holds what a parameter was written as, and nothing else. */
export function wireOf(parameter: Written, texts: readonly string[]): Wire {
  const { in: place, name } = parameter;
  const [text] = texts;
  return wireFrom({
    path: new Map(place === 'path' && text !== undefined ? [[name, text]] : []),
    query: place === 'query' ? texts.join('&') : '',
    header: new Map(place === 'header' && text !== undefined ? [[name.toLowerCase(), text]] : []),
    cookie: place === 'cookie' ? texts.join('; ') : undefined,
  });
}

interface Texts {
  readonly path?: ReadonlyMap<string, string>;
  readonly query?: string;
  readonly header?: ReadonlyMap<string, string>;
  readonly cookie?: string | undefined;
}

export function wireFrom({ path, query = '', header, cookie }: Texts): Wire {
  return {
    path: (name) => path?.get(name),
    header: (name) => header?.get(name),
    query: () => pairsOfQuery(query),
    cookies: () => pairsOfCookies(cookie),
    isClaimed: () => false,
  };
}

type Encode = (value: JsonValue) => string;

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function encodeText(value: JsonValue): string {
  return encodeURIComponent(textOf(value));
}

/** `a,b` or, where names stand beside the values, `x,1,y,2` and `x=1,y=2`. */
function writeText({ style, explode }: Written, value: JsonValue, encode: Encode): string {
  const prefix = style === 'label' ? '.' : '';
  const separator = style === 'label' && explode ? '.' : ',';
  return prefix + joinParts(value, encode, separator, explode ? '=' : separator);
}

/** `name=a` and, exploded, one of these for each item or member. */
function writePairs(
  { name, style, explode }: Written,
  value: JsonValue,
  encode: Encode,
  delimiter: string,
): readonly string[] {
  const prefix = style === 'matrix' ? ';' : '';
  const pair = (key: string, text: string): string => `${prefix}${encodeURIComponent(key)}=${text}`;
  if (!explode || typeof value !== 'object' || value === null) {
    return [pair(name, joinParts(value, encode, delimiter, delimiter))];
  }
  if (isList(value)) return value.map((item) => pair(name, encode(item)));
  return Object.entries(value).flatMap(([key, member]) =>
    // What is repeated in a spread object is a list.
    (isList(member) ? member : [member]).map((item) => pair(key, encode(item))),
  );
}

function joinParts(value: JsonValue, encode: Encode, separator: string, between: string): string {
  if (isList(value)) return value.map(encode).join(separator);
  if (!isJsonObject(value)) return encode(value);
  return Object.entries(value)
    .map(([name, member]) => encode(name) + between + encode(member))
    .join(separator);
}

function writeDeep(prefix: string, value: JsonValue | JsonObject): readonly string[] {
  if (isList(value)) {
    return value.flatMap((item, index) =>
      typeof item === 'object'
        ? writeDeep(`${prefix}[${index}]`, item)
        : writeDeep(`${prefix}[]`, item),
    );
  }
  if (!isJsonObject(value)) return [`${prefix}=${encodeText(value)}`];
  return Object.entries(value).flatMap(([name, member]) =>
    writeDeep(`${prefix}[${encodeURIComponent(name)}]`, member),
  );
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
