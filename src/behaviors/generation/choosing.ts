import type { Part } from '../../contract/documents.ts';
import type { JsonValue } from '../../json.ts';
import { isJsonObject } from '../../json.ts';
import { hashBelow } from './chance.ts';
import type { Type } from './facts.ts';
import type { Kind } from './gather.ts';
import type { View } from './views.ts';
import type { Spot, Walk } from './walk.ts';

/** Schemas for one place, their alternatives chosen. */
export interface Chosen {
  readonly view: View;
  /** The attempt that is left for the value itself, once the alternatives are chosen. */
  readonly attempt: number;
  /** How many ways there are to choose. */
  readonly ways: number;
  readonly parts: readonly Part[];
  readonly types: readonly Type[];
}

/** The digits of an attempt say which alternatives are taken, so that all are met in turn. */
export function chooseView(
  parts: readonly Part[],
  spot: Spot,
  attempt: number,
  { bench, plan }: Walk,
): Chosen {
  let rest = attempt;
  let ways = 1;
  let serial = 0;
  const choose = (branches: readonly Part[], kind: Kind): number => {
    const digit = rest % branches.length;
    rest = Math.floor(rest / branches.length);
    ways *= branches.length;
    serial += 1;
    const turn = kind === 'equal' && !spot.isLean ? hashBelow(spot.hash, -serial) : 0;
    const order = orderBranches(branches, turn, kind, spot.isLean, bench.rankOf);
    return order[digit] ?? 0;
  };
  const isStrict = plan.isStrict || (plan.attempts.get(spot.pointer) ?? 0) > 0;
  const view = bench.views.view(parts, choose, isStrict);
  return { view, attempt: rest, ways, parts, types: orderTypes(view, spot.isLean) };
}

/** How many ways are looked at before nothing is expected any more. */
const mostGlances = 64;

/** Whether schemas can be met together, as far as that shows without making a value. */
export function isViable(parts: readonly Part[], spot: Spot, walk: Walk): boolean {
  let ways = 1;
  for (let way = 0; way < Math.min(ways, mostGlances); way += 1) {
    const chosen = chooseView(parts, spot, way, walk);
    if (chosen.view.clash === undefined) return true;
    ways = Math.max(ways, chosen.ways);
  }
  return false;
}

/** Null last but for what never ends; in a narrow place what ends soonest first. */
function orderBranches(
  branches: readonly Part[],
  turn: number,
  kind: Kind,
  isLean: boolean,
  rankOf: (part: Part) => number,
): readonly number[] {
  const turned = branches.map((_, index) => (index + turn) % branches.length);
  if (kind === 'ordered') return turned;
  const costs = branches.map((branch) => {
    const rank = branch.value === false ? Infinity : rankOf(branch);
    if (isLean || rank === Infinity) return rank;
    return isNull(branch) ? 1000 : 0;
  });
  if (costs.every((cost) => cost === costs[0])) return turned;
  return turned.toSorted((left, right) => {
    const [one, other] = [costs[left] ?? 0, costs[right] ?? 0];
    return one === other ? 0 : one - other;
  });
}

function isNull({ value }: Part): boolean {
  if (!isJsonObject(value)) return false;
  const { type, const: constant, enum: listed } = value;
  const isListed = Array.isArray(listed) && listed.every((one: JsonValue) => one === null);
  return type === 'null' || constant === null || isListed;
}

/** The declared types as they come, or those that the other keywords speak of; null last. */
function orderTypes({ facts, sources }: View, isLean: boolean): readonly Type[] {
  const { types, isTyped } = facts;
  const [only] = types;
  if (only !== undefined && types.length === 1) return types;
  const spoken = new Set<Type>(
    isTyped
      ? sources.flatMap(({ schema }) => declaredTypes(schema['type']))
      : sources.flatMap(({ schema }) =>
          Object.keys(schema).flatMap((name) => speaks.get(name) ?? []),
        ),
  );
  if (!isTyped) spoken.add('string');
  const isDeep = types.includes('object') || types.includes('array');
  if (isLean && isTyped && isDeep && types.includes('null')) return ['null', ...types];
  const ordered = [...spoken, ...types].filter((type) => types.includes(type) && type !== 'null');
  // Whole numbers are numbers: where both may be, one of them does.
  const whole = ordered.includes('number') ? ordered.filter((type) => type !== 'integer') : ordered;
  return [...new Set(whole), ...types.filter((type) => type === 'null')];
}

function declaredTypes(type: JsonValue | undefined): readonly Type[] {
  const names: readonly JsonValue[] = Array.isArray(type) ? type : [type ?? null];
  return names.filter((name): name is Type => typeof name === 'string');
}

const speaks: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['properties', 'object'],
  ['required', 'object'],
  ['patternProperties', 'object'],
  ['additionalProperties', 'object'],
  ['unevaluatedProperties', 'object'],
  ['propertyNames', 'object'],
  ['minProperties', 'object'],
  ['maxProperties', 'object'],
  ['dependentRequired', 'object'],
  ['dependentSchemas', 'object'],
  ['items', 'array'],
  ['prefixItems', 'array'],
  ['contains', 'array'],
  ['minItems', 'array'],
  ['maxItems', 'array'],
  ['uniqueItems', 'array'],
  ['unevaluatedItems', 'array'],
  ['minimum', 'number'],
  ['maximum', 'number'],
  ['exclusiveMinimum', 'number'],
  ['exclusiveMaximum', 'number'],
  ['multipleOf', 'number'],
  ['pattern', 'string'],
  ['format', 'string'],
  ['minLength', 'string'],
  ['maxLength', 'string'],
]);
