import type { JsonValue } from '../../../base/json.ts';
import type { Facts, Type } from './facts.ts';
import type { Source } from './gather.ts';

/** What schemas say of one value. */
interface Said {
  readonly sources: readonly Source[];
  readonly facts: Facts;
}

/** The declared types as they come, or those that the other keywords speak of; null last. */
export function orderTypes({ facts, sources }: Said, isLean: boolean): readonly Type[] {
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
