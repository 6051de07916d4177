import type { JsonValue } from '../../base/json.ts';
import { decodePercent, decodeQueryText } from '../routing/percent.ts';
import type { MemberOutline } from '../schema/outlines.ts';
import type { Pairs } from './pairs.ts';
import type { ParameterLayout, ParameterShape, Style } from './styles.ts';
import { readBrackets, readLabel, readMatrix, readSimple, split } from './styles.ts';

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** The texts of a request from which parameters are read, as the client sent them. */
export interface Wire {
  path(name: string): string | undefined;
  /** Takes the name in lower case. */
  header(name: string): string | undefined;
  query(): Pairs;
  cookies(): Pairs;
  /** Whether a name of the query belongs to anything that the operation declares. */
  isClaimed(name: string): boolean;
}

/** How a parameter is written in a request. */
export interface ParameterNotation {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly style: Style;
  readonly explode: boolean;
}

/** Takes the text of a parameter from the request and splits it; undefined if it was not sent. */
export type Take = (wire: Wire) => JsonValue | undefined;

/** The members of an object that stand side by side in the query or in cookies. */
export interface Spread extends MemberOutline {
  readonly lists: ReadonlySet<string>;
}

const decoders: Readonly<Record<ParameterPlace, (text: string) => string>> = {
  path: decodePercent,
  query: decodeQueryText,
  cookie: decodePercent,
  // Clients do not percent-encode header values.
  header: (text) => text.trim(),
};

const delimiters: Readonly<Partial<Record<Style, RegExp>>> = {
  spaceDelimited: /%20|\+| /,
  pipeDelimited: /\||%7C/i,
};

export function compileTake(
  notation: ParameterNotation,
  shape: ParameterShape,
  spread: Spread,
): Take {
  const { name, in: place, style, explode } = notation;
  const layout = { shape, explode, decode: decoders[place] };
  switch (place) {
    case 'path':
      return (wire) => mapText(wire.path(name), (text) => readPathText(text, notation, layout));
    case 'header': {
      const field = name.toLowerCase();
      return (wire) => mapText(wire.header(field), (text) => readSimple(text, layout));
    }
    case 'cookie':
      return compileTakeOfPairs(notation, layout, spread);
    case 'query':
      return style === 'deepObject'
        ? (wire) => readDeepObject(wire.query(), name)
        : compileTakeOfPairs(notation, layout, spread);
  }
}

/** Whether the members of an object are sent as pairs of their own. */
export function isSpread({ in: place, style, explode }: ParameterNotation): boolean {
  return explode && style !== 'deepObject' && (place === 'query' || place === 'cookie');
}

function mapText(
  text: string | undefined,
  read: (text: string) => JsonValue,
): JsonValue | undefined {
  return text === undefined ? undefined : read(text);
}

function readPathText(
  text: string,
  { name, style }: ParameterNotation,
  layout: ParameterLayout,
): JsonValue {
  if (style === 'label') return readLabel(text, layout);
  return style === 'matrix' ? readMatrix(text, name, layout) : readSimple(text, layout);
}

/** Without brackets it is a text, or a list of texts: the schema decides what they mean. */
function readDeepObject(query: Pairs, name: string): JsonValue | undefined {
  const below = query.below(name);
  if (below.length > 0) return readBrackets(below, decodeQueryText);
  const values = query.valuesOf(name).map(decodeQueryText);
  return values.length > 1 ? values : values[0];
}

function compileTakeOfPairs(
  notation: ParameterNotation,
  layout: ParameterLayout,
  spread: Spread,
): Take {
  const { name, in: place, explode, style } = notation;
  const { shape, decode } = layout;
  const isCookie = place === 'cookie';
  const pairsOf = (wire: Wire): Pairs => (isCookie ? wire.cookies() : wire.query());
  if (shape === 'primitive') return (wire) => mapText(pairsOf(wire).valuesOf(name)[0], decode);
  if (shape === 'object') {
    if (isSpread(notation)) return (wire) => readSpread(pairsOf(wire), spread, wire, isCookie);
    const delimiter = delimiters[style] ?? ',';
    return (wire) =>
      mapText(pairsOf(wire).valuesOf(name)[0], (text) => split(text, delimiter, layout));
  }
  // OpenAPI puts `&` between the items of an exploded list, even in a Cookie header.
  const delimiter = explode ? (isCookie ? `&${name}=` : undefined) : (delimiters[style] ?? ',');
  return (wire) => {
    const values = listOf(pairsOf(wire), name);
    if (values.length === 0) return undefined;
    const cutAt = isCookie ? splitAt : cut;
    const parts =
      delimiter === undefined ? values : values.flatMap((text) => cutAt(text, delimiter));
    return parts.map(decode);
  };
}

/** Most clients escape every comma, as URLSearchParams does; beside a plain one, an escaped one is data. */
function cut(text: string, delimiter: string | RegExp): readonly string[] {
  return splitAt(text, delimiter === ',' && !text.includes(',') ? /%2C/i : delimiter);
}

function splitAt(text: string, delimiter: string | RegExp): readonly string[] {
  return text.split(delimiter);
}

/** Reads the members that the schema names and, if it is open, unclaimed names of the query. */
function readSpread(
  pairs: Pairs,
  { members, lists, isOpen }: Spread,
  wire: Wire,
  isCookie: boolean,
): JsonValue | undefined {
  const decode = isCookie ? decodePercent : decodeQueryText;
  const found = new Map<string, JsonValue>();
  for (const name of members.keys()) {
    const values = lists.has(name) ? listOf(pairs, name) : pairs.valuesOf(name).slice(0, 1);
    if (values.length > 1) found.set(name, values.map(decode));
    else if (values[0] !== undefined) found.set(name, decode(values[0]));
  }
  if (isOpen && !isCookie) {
    for (const name of pairs.names()) {
      if (members.has(name) || wire.isClaimed(name)) continue;
      const values = pairs.valuesOf(name).map(decode);
      found.set(name, values.length > 1 ? values : (values[0] ?? ''));
    }
  }
  return found.size === 0 ? undefined : Object.fromEntries(found);
}

/** Many clients add `[]` to the name of a list, whatever the contract calls it. */
function listOf(pairs: Pairs, name: string): readonly string[] {
  const values = pairs.valuesOf(name);
  return values.length > 0 || name.endsWith('[]') ? values : pairs.valuesOf(`${name}[]`);
}
