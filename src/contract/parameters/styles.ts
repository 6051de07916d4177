import type { JsonObject, JsonValue } from '../../base/json.ts';
import { UnreadableText } from '../routing/percent.ts';
import type { Bracketed } from './pairs.ts';

export type Style =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject';

/** The kind of value into which the text of a parameter is split. */
export type ParameterShape = 'primitive' | 'array' | 'object';

/** How to split the text of one parameter. `decode` is for the pieces, after that. */
export interface ParameterLayout {
  readonly shape: ParameterShape;
  readonly explode: boolean;
  readonly decode: (text: string) => string;
}

/** No client nests members deeper than this on purpose. */
const depthLimit = 20;

/** Reads `a,b`, and for objects `a,1,b,2` or exploded `a=1,b=2`. */
export function readSimple(text: string, layout: ParameterLayout): JsonValue {
  return split(text, ',', layout);
}

/** Like `simple`, after a dot, and with dots in place of the commas if it is exploded. */
export function readLabel(text: string, layout: ParameterLayout): JsonValue {
  if (!text.startsWith('.')) throw new UnreadableText('must begin with a dot');
  return split(text.slice(1), layout.explode ? '.' : ',', layout);
}

/** Reads `;name=a,b`, exploded `;name=a;name=b`, and for objects exploded `;a=1;b=2`. */
export function readMatrix(text: string, name: string, layout: ParameterLayout): JsonValue {
  const { shape, explode, decode } = layout;
  if (!text.startsWith(';')) throw new UnreadableText(`must begin with ";${name}="`);
  const entries = text
    .slice(1)
    .split(';')
    .map((part) => splitPair(part, decode));
  if (shape === 'object' && explode) {
    return toObject(entries.map(([member, value]) => [member, decode(value)]));
  }
  if (entries.some(([member]) => member !== name)) {
    throw new UnreadableText(`must begin with ";${name}=" and hold no other name`);
  }
  const values = entries.map(([, value]) => value);
  if (shape === 'array') {
    return (explode ? values : values.flatMap((value) => value.split(','))).map(decode);
  }
  return split(values[0] ?? '', ',', { shape, explode: false, decode });
}

/** Splits before it decodes the pieces, so that an escaped separator is data. */
export function split(
  text: string,
  separator: string | RegExp,
  layout: ParameterLayout,
): JsonValue {
  const { shape, explode, decode } = layout;
  if (shape === 'primitive') return decode(text);
  const parts = text.split(separator);
  if (shape === 'array') return parts.map(decode);
  if (explode) {
    const entries = parts.map((part) => splitPair(part, decode));
    return toObject(entries.map(([name, value]) => [name, decode(value)]));
  }
  if (parts.length % 2 !== 0) {
    throw new UnreadableText('must be names and values in turn, and one of them is missing');
  }
  return toObject(
    parts.flatMap((part, index): (readonly [string, string])[] =>
      index % 2 === 0 ? [[decode(part), decode(parts[index + 1] ?? '')]] : [],
    ),
  );
}

/** Reads `[a][b]=1` and the like as nested members. A repeated name becomes a list. */
export function readBrackets(
  texts: readonly Bracketed[],
  decode: (text: string) => string,
): JsonValue {
  const trunk = createBranch();
  for (const { name, steps, value } of texts) {
    if (steps.length > depthLimit) {
      throw new UnreadableText(`is nested deeper than ${depthLimit} levels`);
    }
    let branch = trunk;
    for (const step of steps) branch = growBranch(branch, step);
    branch.name = name;
    branch.values.push(decode(value));
  }
  return toValue(trunk);
}

interface BracketBranch {
  name: string;
  readonly values: string[];
  readonly members: Map<string, BracketBranch>;
}

function createBranch(): BracketBranch {
  return { name: '', values: [], members: new Map() };
}

function growBranch(branch: BracketBranch, step: string): BracketBranch {
  const known = branch.members.get(step);
  if (known) return known;
  const grown = createBranch();
  branch.members.set(step, grown);
  return grown;
}

function toValue({ name, values, members }: BracketBranch): JsonValue {
  if (members.size === 0) return values.length === 1 ? (values[0] ?? '') : values;
  if (values.length > 0) {
    throw new UnreadableText(`has both a value and members at "${name}"`);
  }
  return Object.fromEntries([...members].map(([step, branch]) => [step, toValue(branch)]));
}

function splitPair(text: string, decode: (text: string) => string): readonly [string, string] {
  const equals = text.indexOf('=');
  return equals === -1
    ? [decode(text), '']
    : [decode(text.slice(0, equals)), text.slice(equals + 1)];
}

/** If a name is repeated, the first value counts, as everywhere. */
function toObject(entries: readonly (readonly [string, string])[]): JsonObject {
  return Object.fromEntries(entries.toReversed());
}
