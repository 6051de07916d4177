import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import type { Discriminators } from './discriminators.ts';

/**
 * Tells of schemas that come back to themselves further down in a value, and on several ways at
 * once: with two ways at each level, there are more than a thousand after ten.
 */
export interface Recursion {
  /** Of what a reference leads to. */
  comesBackInWays(ref: string, uri: string): boolean;
}

export function createRecursion(documents: Documents, discriminators: Discriminators): Recursion {
  const known = new Map<JsonValue, Unit>();
  return {
    comesBackInWays(ref, uri) {
      // Names may lead elsewhere than these texts say, and dynamic references anywhere.
      if (documents.hasNames) return true;
      const target = documents.step({ uri, pointer: '', value: { $ref: ref } });
      if (!target) return true;
      return (known.get(target.value) ?? explore(target, known, documents, discriminators)).isHard;
    },
  };
}

/** A schema that references lead to, with all that stands in it. */
interface Unit {
  readonly order: number;
  /** The first that it leads to, of those whose circles aren't known yet. */
  lowest: number;
  isOpen: boolean;
  /** Whether it comes back to itself on several ways. */
  isHard: boolean;
  readonly hasWays: boolean;
}

/** Finds the circles in what a schema leads to, each schema once: Tarjan's way to do it. */
function explore(
  target: Part,
  known: Map<JsonValue, Unit>,
  documents: Documents,
  discriminators: Discriminators,
): Unit {
  const open: Unit[] = [];
  const visit = (part: Part): Unit => {
    const { targets, hasWays } = readUnit(part, documents, discriminators);
    const order = known.size;
    const unit: Unit = { order, lowest: order, isOpen: true, isHard: false, hasWays };
    known.set(part.value, unit);
    open.push(unit);
    let isCircle = false;
    for (const next of targets) {
      const other = known.get(next.value) ?? visit(next);
      if (other.isOpen) unit.lowest = Math.min(unit.lowest, other.lowest);
      isCircle ||= other === unit;
    }
    if (unit.lowest === order) {
      const circle = open.splice(open.indexOf(unit));
      const isHard = (isCircle || circle.length > 1) && circle.some((one) => one.hasWays);
      for (const one of circle) Object.assign(one, { isOpen: false, isHard });
    }
    return unit;
  };
  return visit(target);
}

/** Keywords by which several schemas hold for one value, or for what is in it. */
const ways = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'dependentSchemas',
  'dependencies',
  'discriminator',
  'patternProperties',
  'contains',
]);
const inside = ['properties', 'additionalProperties', 'items', 'prefixItems'];
const data = new Set(['const', 'enum', 'default', 'example', 'examples']);

/** What else looks like a reference or a keyword makes no difference but for some work. */
function readUnit(
  { uri, value }: Part,
  documents: Documents,
  discriminators: Discriminators,
): { readonly targets: readonly Part[]; readonly hasWays: boolean } {
  const targets: Part[] = [];
  let hasWays = false;
  const rest: JsonValue[] = [value];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (Array.isArray(next)) for (const item of next) rest.push(item);
    if (!isJsonObject(next)) continue;
    const schema: Part<JsonObject> = { uri, pointer: '', value: next };
    const target = documents.step(schema);
    if (target) targets.push(target);
    if ('discriminator' in next) {
      targets.push(...(discriminators.subtypes(schema)?.byValue.values() ?? []));
    }
    for (const name in next) {
      hasWays ||=
        ways.has(name) || (name === '$ref' && inside.some((keyword) => keyword in schema.value));
      const below = next[name];
      if (below !== undefined && !data.has(name)) rest.push(below);
    }
  }
  return { targets, hasWays };
}
