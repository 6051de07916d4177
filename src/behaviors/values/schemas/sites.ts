import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import { once } from '../../../base/once.ts';
import type { Documents, Part } from '../../../contract/load/documents.ts';
import type { RankOf } from '../ranks.ts';
import type { Facts, MatchPattern, Type } from './facts.ts';
import { fitsFacts, mergeFacts } from './facts.ts';
import type {
  ChooseAlternative,
  GatheredSchemas,
  AlternativeKind,
  SchemaSource,
} from './gather.ts';
import { gather } from './gather.ts';
import { referredBy } from './pointing.ts';

/** Schemas that one value has to meet, seen as one, their alternatives chosen. */
export interface MergedSchemas {
  readonly sources: readonly SchemaSource[];
  readonly facts: Facts;
  /** Why nothing meets them, as far as that shows at once. */
  readonly clash: string | undefined;
  readonly isLost: boolean;
  /** Which types come first, and which where there is little room. */
  readonly types: readonly Type[];
  readonly leanTypes: readonly Type[];
}

/** Schemas that are to be met together, with what is known of them wherever they are. */
export interface SchemaSite {
  /** A name for them. */
  readonly key: string;
  /** Without what only refers to others. */
  readonly parts: readonly Part[];
  /** Whether no value of them comes to an end. */
  readonly isEndless: () => boolean;
  /** What they say, where nothing is to be chosen; undefined also where nobody has asked yet. */
  readonly sole: () => MergedSchemas | undefined;
}

export interface SchemaSites {
  /** The same schemas have the same site; it is found at once for the same list of them. */
  siteOf(parts: readonly Part[]): SchemaSite;
  view(parts: readonly Part[], choose: ChooseAlternative, isStrict: boolean): MergedSchemas;
}

/** What is known of schemas after some choices: the view, or what is to be chosen next. */
interface Fork {
  view?: MergedSchemas;
  question?: { readonly branches: readonly Part[]; readonly kind: AlternativeKind };
  readonly ways: Map<number, Fork>;
}

/** How many views are kept: more than any contract has, but those that are made up on the way. */
const mostViews = 50_000;

export function createViews({ documents, match, rankOf }: ViewTools): SchemaSites {
  const keyOf = createKeys();
  const forks = new Map<string, Fork>();
  const sites = new WeakMap<readonly Part[], SchemaSite>();
  const forkOf = (key: string): Fork => {
    if (forks.size > mostViews) forks.clear();
    const known = forks.get(key) ?? { ways: new Map() };
    forks.set(key, known);
    return known;
  };
  const toSite = (all: readonly Part[]): SchemaSite => {
    const parts = all.map((part) => withoutDetour(documents, part));
    const key = keyOf(parts);
    const fork = forkOf(key);
    return {
      key,
      parts,
      isEndless: once(() => parts.some((part) => rankOf(part) === Infinity)),
      sole: () => fork.view,
    };
  };
  return {
    siteOf(parts) {
      const known = sites.get(parts);
      if (known) return known;
      const site = toSite(parts);
      sites.set(parts, site);
      return site;
    },
    view: (parts, choose, isStrict) =>
      walkForks(forkOf(`${keyOf(parts)}${isStrict ? '!' : ''}`), choose, (retrace) =>
        toView(gather(parts, { documents, choose: retrace, isStrict }), match),
      ),
  };
}

export interface ViewTools {
  readonly documents: Documents;
  readonly match: MatchPattern;
  readonly rankOf: RankOf;
}

function createKeys(): (parts: readonly Part[]) => string {
  const ids = new WeakMap<JsonObject, number>();
  let lastId = 0;
  const idOf = ({ value }: Part): string => {
    if (!isJsonObject(value)) return String(value !== false);
    const id = ids.get(value) ?? (lastId += 1);
    ids.set(value, id);
    return String(id);
  };
  return (parts) => parts.map(idOf).join(',');
}

/** A reference and nothing else is what it leads to. */
function withoutDetour(documents: Documents, schema: Part): Part {
  if (!isJsonObject(schema.value) || typeof schema.value['$ref'] !== 'string') return schema;
  if (Object.keys(schema.value).length > 1) return schema;
  const [target] = referredBy(documents, schema);
  return target && target.value !== schema.value ? target : schema;
}

/** Follows the choices that are known, and takes up the ones that aren't. */
function walkForks(
  root: Fork,
  choose: ChooseAlternative,
  make: (choose: ChooseAlternative) => MergedSchemas,
): MergedSchemas {
  let fork = root;
  const taken: number[] = [];
  while (fork.question) {
    const way = choose(fork.question.branches, fork.question.kind);
    taken.push(way);
    fork = wayOf(fork, way);
  }
  if (fork.view) return fork.view;
  let step = 0;
  const view = make((branches, kind) => {
    const known = taken[step];
    step += 1;
    if (known !== undefined) return known;
    const way = choose(branches, kind);
    fork.question = { branches, kind };
    fork = wayOf(fork, way);
    return way;
  });
  fork.view = view;
  return view;
}

function wayOf(fork: Fork, way: number): Fork {
  const known = fork.ways.get(way);
  if (known) return known;
  const made: Fork = { ways: new Map() };
  fork.ways.set(way, made);
  return made;
}

function toView(
  { sources, denied, clash, isLost }: GatheredSchemas,
  match: MatchPattern,
): MergedSchemas {
  const merged = mergeFacts(
    sources.map(({ schema }) => schema),
    denied,
  );
  const allowed = merged.allowed?.filter((value) => fitsFacts(merged, value, match));
  const facts = { ...merged, allowed };
  return {
    sources,
    facts,
    clash: clash ?? clashOf(facts),
    isLost,
    types: orderTypes({ sources, facts }, false),
    leanTypes: orderTypes({ sources, facts }, true),
  };
}

function clashOf({ types, allowed }: Facts): string | undefined {
  if (types.length === 0) return 'must have a type or bounds that exclude each other';
  return allowed?.length === 0 ? 'must be one of values that another rule excludes' : undefined;
}

/** What schemas say of one value. */
interface Said {
  readonly sources: readonly SchemaSource[];
  readonly facts: Facts;
}

/** The declared types as they come, or those that the other keywords speak of; null last. */
function orderTypes({ facts, sources }: Said, isLean: boolean): readonly Type[] {
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
