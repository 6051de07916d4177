import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, memberAt, withMember } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import type { Stateful } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import type { Validated } from '../../pipeline/exchange.ts';

interface Masking {
  readonly mask: Stateful['mask'];
  /** The record as it is. */
  readonly before: JsonObject;
  readonly facts: SchemaFacts | undefined;
  /** The member that has the record's key: no change clears it. */
  readonly key: string | undefined;
}

/** The members of a body that its mask names (AIP-134); all of them where it has no mask. */
export function withinMask(
  sent: JsonObject,
  request: Validated,
  { mask, before, facts, key }: Masking,
): JsonObject {
  const paths = mask ? pathsIn(request, mask) : [];
  if (paths.length === 0 || paths.includes('*')) return sent;
  let meant: JsonObject = {};
  const spell = createSpelling();
  for (const path of paths) {
    const words = path.split('.');
    const steps = stepsIn(sent, words, spell);
    const value = steps && memberAt(sent, steps);
    if (steps && value !== undefined) meant = withMember(meant, steps, value);
    // Named and not sent: the change clears it.
    const [name, ...deeper] = value === undefined ? (stepsIn(before, words, spell) ?? []) : [];
    const isFixed = name === undefined || name === key || deeper.length > 0;
    if (!isFixed && !facts?.required.has(name)) meant = withMember(meant, [name], null);
  }
  return meant;
}

function pathsIn(
  { parameters, body }: Validated,
  { in: place, name }: NonNullable<Stateful['mask']>,
): readonly string[] {
  const value = place === 'query' ? parameters.query[name] : body && memberAt(body, [name]);
  const listed = isJsonObject(value) ? value['paths'] : value;
  const texts = Array.isArray(listed) ? listed : [listed];
  const paths = texts
    .flatMap((one: JsonValue | undefined) => (typeof one === 'string' ? one.split(',') : []))
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return [...new Set(paths)].slice(0, mostPaths);
}

/** How many paths of a mask count. */
const mostPaths = 1000;

/** Finds the member of an object that a word means, in whatever spelling. */
type Spell = (holder: JsonObject, word: string) => string | undefined;

function createSpelling(): Spell {
  const known = new WeakMap<JsonObject, ReadonlyMap<string, string>>();
  return (holder, word) => {
    const names =
      known.get(holder) ??
      new Map(
        Object.keys(holder)
          .toReversed()
          .map((name) => [plainName(name), name]),
      );
    known.set(holder, names);
    return names.get(plainName(word));
  };
}

/** The members that a path means, in whatever spelling; undefined where the value lacks one. */
function stepsIn(
  value: JsonValue,
  words: readonly string[],
  spell: Spell,
): readonly string[] | undefined {
  const steps: string[] = [];
  let current: JsonValue | undefined = value;
  for (const word of words) {
    const holder: JsonObject = isJsonObject(current) ? current : {};
    const name = spell(holder, word);
    if (name === undefined) return undefined;
    steps.push(name);
    current = holder[name];
  }
  return steps;
}
