import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { fitsFacts } from '../../contract/schema/merging/facts.ts';
import type { MergedSchemas } from '../../contract/schema/merging/merged-schemas.ts';
import type { Hints } from './kinds/texts.ts';
import type { ValueSpot, SchemaWalk, GeneratorTools } from './walk.ts';
import { attemptsAt, isHidden } from './walk.ts';

/** An example that the contract gives for this value; undefined where none may be used here. */
export function exampleOf(
  view: MergedSchemas,
  spot: ValueSpot,
  walk: SchemaWalk,
): JsonValue | undefined {
  if (spot.examples !== 'first') return undefined;
  const { examples } = notesOf(view, walk.bench);
  if (examples.length === 0 || attemptsAt(walk.plan, spot) > 0) return undefined;
  const example = examples[spot.hash % examples.length];
  walk.tally.examples += 1;
  if (typeof example !== 'object' || example === null) return example;
  // An example of the root would make all values alike; in a lean place it may be too large.
  if (!spot.within || spot.isLean) return undefined;
  return isJsonObject(example) ? withoutHidden(example, view, walk) : example;
}

/** Which values of a schema a maker may fall back on: examples and defaults, or defaults. */
export type Fallbacks = 'all' | 'defaults' | 'none';

/** After a failed attempt, examples are not tried again. */
export function fallbacksAt({ examples: use }: ValueSpot, isTried: boolean): Fallbacks {
  if (use === 'never') return 'none';
  return isTried ? 'defaults' : 'all';
}

export function hintsOf(
  view: MergedSchemas,
  { name, kind }: Pick<Hints, 'name' | 'kind'>,
  fallbacks: Fallbacks,
  bench: GeneratorTools,
): Hints {
  const notes = notesOf(view, bench);
  const { description, contentEncoding, contentMediaType, examples, defaults } = notes;
  return {
    name,
    kind,
    description,
    fallbacks: [
      ...(fallbacks === 'all' ? examples : []),
      ...(fallbacks === 'none' ? [] : defaults),
    ],
    contentEncoding,
    contentMediaType,
  };
}

interface Notes {
  readonly examples: readonly JsonValue[];
  readonly defaults: readonly JsonValue[];
  readonly description: string;
  readonly contentEncoding: string;
  readonly contentMediaType: string;
}

const known = new WeakMap<MergedSchemas, Notes>();

function notesOf(view: MergedSchemas, bench: GeneratorTools): Notes {
  const cached = known.get(view);
  if (cached) return cached;
  const notes: Notes = {
    examples: givenIn(view).filter((value) => fits(view, value, bench)),
    defaults: view.sources
      .flatMap(({ schema }) => schema['default'] ?? [])
      .filter((value) => value !== '' && fits(view, value, bench)),
    description: `${firstText(view, 'title')} ${firstText(view, 'description')}`,
    contentEncoding: firstText(view, 'contentEncoding'),
    contentMediaType: firstText(view, 'contentMediaType'),
  };
  known.set(view, notes);
  return notes;
}

/** Object and list examples count only at the outermost schema: a branch describes a part. */
function givenIn({ sources }: MergedSchemas): readonly JsonValue[] {
  const [first] = sources;
  const isDetour = first !== undefined && Object.keys(first.schema).join() === '$ref';
  const whole = isDetour ? 1 : 0;
  return sources.flatMap(({ schema }, index) => {
    const { examples, example } = schema;
    const listed: readonly JsonValue[] = Array.isArray(examples) ? examples : [];
    const given = example === undefined ? listed : [...listed, example];
    return given.filter((value) => typeof value !== 'object' || index === whole);
  });
}

function fits(view: MergedSchemas, value: JsonValue, bench: GeneratorTools): boolean {
  const { facts } = view;
  // Null is rarely a useful example, and a reference in its place is none.
  if (value === null || isReference(value) || !fitsFacts(facts, value, bench.match)) return false;
  if (typeof value === 'string')
    return facts.formats.every((format) => bench.texts.isFormat(format, value));
  return view.isSoundInside(value);
}

function isReference(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).join() === '$ref';
}

function withoutHidden(
  example: Readonly<Record<string, JsonValue>>,
  view: MergedSchemas,
  { direction }: SchemaWalk,
): JsonValue {
  const members = view.members();
  const shown = Object.entries(example).filter(([name]) => !isHidden(members, name, direction));
  return Object.fromEntries(shown);
}

function firstText({ sources }: MergedSchemas, keyword: string): string {
  for (const { schema } of sources) {
    const text = schema[keyword];
    if (typeof text === 'string') return text;
  }
  return '';
}
