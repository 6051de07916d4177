import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import { once } from '../../../base/once.ts';
import type { Documents, Part } from '../../../contract/load/documents.ts';
import type { Facts, MatchPattern, Type } from '../../../contract/schema/merging/facts.ts';
import { fitsFacts, mergeFacts } from '../../../contract/schema/merging/facts.ts';
import type {
  ChooseAlternative,
  GatheredSchemas,
  AlternativeKind,
  SchemaSource,
} from '../../../contract/schema/merging/gather.ts';
import { gather } from '../../../contract/schema/merging/gather.ts';
import type { RankOf } from '../ranks.ts';

/** The schemas of one value, merged into one after the choice of alternatives. */
export interface MergedSchemas {
  readonly sources: readonly SchemaSource[];
  readonly facts: Facts;
  /** Why no value can meet them; undefined where no contradiction shows at once. */
  readonly clash: string | undefined;
  readonly isLost: boolean;
  /** The types in the order of preference; `leanTypes` is the order for lean places. */
  readonly types: readonly Type[];
  readonly leanTypes: readonly Type[];
}

/** Schemas that one value has to meet together, and cached facts about them. */
export interface SchemaSite {
  /** Equal for the same schemas. */
  readonly key: string;
  /** Schemas with only a `$ref` are replaced by its target. */
  readonly parts: readonly Part[];
  /** Whether all values of one of the schemas are endless. */
  readonly isEndless: () => boolean;
  /** The merged schemas if they offer no choice; undefined also before the first `view`. */
  readonly sole: () => MergedSchemas | undefined;
}

export interface SchemaSites {
  /** Cached for each list. Lists of the same schemas share a key and views. */
  siteOf(parts: readonly Part[]): SchemaSite;
  view(parts: readonly Part[], choose: ChooseAlternative, isStrict: boolean): MergedSchemas;
}

/** The cached result of some choices: the view, or the next choice. */
interface Fork {
  view?: MergedSchemas;
  question?: { readonly branches: readonly Part[]; readonly kind: AlternativeKind };
  readonly ways: Map<number, Fork>;
}

/** The limit of the cache. Contracts need less, but schemas made on the way add to it. */
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
        toView(gather(parts, { reader: documents, choose: retrace, isStrict }), match),
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

/** Replaces a schema with only a `$ref` by its target. */
function withoutDetour(documents: Documents, schema: Part): Part {
  if (!isJsonObject(schema.value) || typeof schema.value['$ref'] !== 'string') return schema;
  if (Object.keys(schema.value).length > 1) return schema;
  const [target] = documents.targetsOf(schema);
  return target && target.value !== schema.value ? target : schema;
}

/** Follows cached choices, and adds new ones. */
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

interface Said {
  readonly sources: readonly SchemaSource[];
  readonly facts: Facts;
}

/** The declared types in order, or the types that other keywords imply; null last if not lean. */
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
  // `number` includes `integer`, so one of both is enough.
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
