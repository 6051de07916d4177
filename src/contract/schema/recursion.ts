import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';

/**
 * Finds schemas that contain themselves further down in a value, in several ways at once: with two
 * ways at each level, there are more than a thousand ways after ten levels.
 */
export interface Recursion {
  /** Answers for the schema to which a reference leads; true also if that is not known. */
  comesBackInWays(ref: string, uri: string): boolean;
}

export function createRecursion(documents: Documents): Recursion {
  const known = new Map<JsonValue, Unit>();
  return {
    comesBackInWays(ref, uri) {
      // Keywords such as `$id` change where references lead; dynamic ones may lead anywhere.
      if (documents.hasNames) return true;
      const target = documents.step({ uri, pointer: '', value: { $ref: ref } });
      if (!target) return true;
      return (known.get(target.value) ?? explore(target, known, documents)).isHard;
    },
  };
}

/** A schema to which references lead, with everything that is written inside it. */
interface Unit {
  readonly order: number;
  /** The lowest `order` that this unit leads to, among the units whose circle is not known yet. */
  lowest: number;
  isOpen: boolean;
  /** Whether it leads back to itself in several ways. */
  isHard: boolean;
  readonly hasWays: boolean;
}

/** Finds the circles of schemas with Tarjan's algorithm, which visits each schema once. */
function explore(target: Part, known: Map<JsonValue, Unit>, documents: Documents): Unit {
  const open: Unit[] = [];
  const visit = (part: Part): Unit => {
    const { targets, hasWays } = readUnit(part, documents);
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

/** Keywords by which several schemas hold for one value, or for what is inside it. */
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

/** Reads every object inside as a schema: what only looks like a keyword costs a little time. */
function readUnit(
  { uri, value }: Part,
  documents: Documents,
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
    targets.push(...documents.kinds(schema, () => false));
    for (const name in next) {
      hasWays ||=
        ways.has(name) || (name === '$ref' && inside.some((keyword) => keyword in schema.value));
      const below = next[name];
      if (below !== undefined && !data.has(name)) rest.push(below);
    }
  }
  return { targets, hasWays };
}
