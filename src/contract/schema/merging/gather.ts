import type { JsonObject } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { Part } from '../../load/resolver.ts';
import type { Discriminator } from '../discriminators.ts';
import { readDiscriminator } from '../discriminators.ts';
import type { SchemaReader } from '../schema-reader.ts';
import { isReference } from '../schema-walk.ts';
import type { Type } from './facts.ts';
import { allTypes, possibleTypes, shareTypes, typesIn } from './facts.ts';
import { isPlain, negateSchema } from './negate.ts';

/** One of the schemas that a value has to meet. */
export interface SchemaSource {
  readonly part: Part;
  readonly schema: JsonObject;
  /** Its references, branches and chosen alternatives, by their index among the sources. */
  readonly below: readonly number[];
}

/** `equal`: any alternative may come first. `ordered`: the first alternative is preferred. */
export type AlternativeKind = 'equal' | 'ordered';

/** Returns the index of the alternative that a value has to meet. */
export type ChooseAlternative = (alternatives: readonly Part[], kind: AlternativeKind) => number;

export interface GatheredSchemas {
  readonly sources: readonly SchemaSource[];
  readonly denied: readonly JsonObject[];
  /** Why no value can meet all schemas; undefined where no contradiction shows at once. */
  readonly clash: string | undefined;
  /** Whether the `$ref` of one schema leads nowhere. */
  readonly isLost: boolean;
}

export interface Manners {
  readonly reader: SchemaReader;
  readonly choose: ChooseAlternative;
  /** Whether the value has to break the `oneOf` alternatives that are not chosen. */
  readonly isStrict: boolean;
}

interface Gathering extends Manners {
  /** The types that the schemas so far allow. */
  types: readonly Type[];
  /** Schemas with choices, which wait until all certain rules are known. */
  readonly open: { readonly part: Part; readonly stack: readonly number[] }[];
  readonly sources: (SchemaSource & { readonly below: number[] })[];
  readonly indexes: Map<JsonObject, number>;
  stack: readonly number[];
  readonly denied: JsonObject[];
  readonly clashes: string[];
  readonly lost: Part[];
}

/** Collects all schemas that apply to a value of `parts`, and chooses among alternatives. */
export function gather(parts: readonly Part[], manners: Manners): GatheredSchemas {
  const gathering: Gathering = {
    ...manners,
    types: allTypes,
    open: [],
    sources: [],
    indexes: new Map(),
    stack: [],
    denied: [],
    clashes: [],
    lost: [],
  };
  for (const part of parts) visit(gathering, part);
  for (const { part, stack } of gathering.open) {
    if (gathering.clashes.length > 0) break;
    gathering.stack = stack;
    choose(gathering, part);
  }
  const { sources, denied, clashes, lost } = gathering;
  return { sources, denied, clash: clashes[0], isLost: lost.length > 0 };
}

function visit(gathering: Gathering, part: Part): void {
  const { reader, sources, indexes, stack, clashes } = gathering;
  if (part.value === false) clashes.push('is allowed no value at all');
  if (!isJsonObject(part.value)) return;
  const schema = part.value;
  const holder = sources[stack.at(-1) ?? -1];
  const known = indexes.get(part.value);
  holder?.below.push(known ?? sources.length);
  if (known !== undefined) return;
  const index = sources.length;
  sources.push({ part, schema: part.value, below: [] });
  indexes.set(part.value, index);
  gathering.types = shareTypes(gathering.types, typesIn(part.value));
  if (gathering.types.length === 0)
    clashes.push('must have types or values that exclude each other');
  if (typeof schema['$ref'] === 'string' && reader.targetsOf(part).length === 0)
    gathering.lost.push(part);
  gathering.stack = [...stack, index];
  for (const target of reader.targetsOf(part)) visit(gathering, target);
  for (const branch of reader.listBelow(part, 'allOf')) visit(gathering, branch);
  if (choices.some((keyword) => Object.hasOwn(schema, keyword)))
    gathering.open.push({ part, stack: gathering.stack });
  gathering.stack = stack;
}

const choices = ['anyOf', 'oneOf', 'if', 'not', 'discriminator'];

function choose(gathering: Gathering, part: Part): void {
  visitAlternatives(gathering, part);
  visitCondition(gathering, part);
  const not = gathering.reader.own(part, 'not');
  if (not) visitNegation(gathering, not);
}

/** The index of an alternative that does not contradict the types so far. */
function chooseAmong(
  gathering: Gathering,
  branches: readonly Part[],
  kind: AlternativeKind,
): number | undefined {
  const { reader, types, clashes } = gathering;
  const left = branches.filter(
    (branch) => shareTypes(types, possibleTypes(reader, branch)).length > 0,
  );
  const [only] = left;
  if (!only) {
    clashes.push('must meet one of several schemas, which other rules exclude');
    return undefined;
  }
  const chosen = left.length === 1 ? only : left[gathering.choose(left, kind)];
  return chosen && branches.indexOf(chosen);
}

function visitAlternatives(gathering: Gathering, part: Part): void {
  const { reader, indexes, isStrict } = gathering;
  const discriminator = readDiscriminator(reader, part);
  let isTold = false;
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = reader.listBelow(part, keyword);
    if (branches.length === 0) {
      if (reader.own(part, keyword)) gathering.clashes.push(`must meet one of no alternatives`);
      continue;
    }
    // A value already meets an alternative that leads to a schema gathered before.
    const taken = branches.findIndex((branch) => {
      const target = reader.follow(branch)?.value;
      return isJsonObject(target) && target !== branch.value && indexes.has(target);
    });
    const index = taken >= 0 ? taken : chooseAmong(gathering, branches, 'equal');
    const branch = index === undefined ? undefined : branches[index];
    if (!branch) continue;
    visit(gathering, branch);
    if (discriminator) visitDemand(gathering, discriminator, branch);
    isTold = true;
    if (keyword === 'anyOf' || !isStrict) continue;
    for (const other of branches) if (other !== branch) visitNegation(gathering, other);
  }
  if (discriminator && !isTold) visitHeir(gathering, part, discriminator);
}

/** For a discriminator without alternatives beside it: the member names the subtype. */
function visitHeir(gathering: Gathering, part: Part, discriminator: Discriminator): void {
  const { reader, sources, indexes, stack } = gathering;
  const { targets: mapped } = discriminator;
  const kinds = reader.kinds(part, () => false);
  const above = stack.slice(0, -1).flatMap((index) => sources[index]?.part ?? []);
  const heir =
    above.find((one) => isAmong(mapped, one)) ??
    above.find((one) => isAmong(kinds, one)) ??
    kinds.find(({ value }) => isJsonObject(value) && indexes.has(value));
  // Without a mapping, the schemas that extend this one are its subtypes.
  const targets = mapped.length > 0 ? mapped : kinds;
  if (heir || targets.length === 0) {
    visitDemand(gathering, discriminator, heir ?? part);
    return;
  }
  const chosen = targets[chooseAmong(gathering, targets, 'equal') ?? -1];
  if (!chosen) return;
  visitDemand(gathering, discriminator, chosen);
  visit(gathering, chosen);
}

function isAmong(parts: readonly Part[], { value }: Part): boolean {
  return parts.some((one) => one.value === value);
}

/** Requires the name of the alternative in the member. Later attempts also go without. */
function visitDemand(gathering: Gathering, discriminator: Discriminator, branch: Part): void {
  const demand = discriminator.demand(branch);
  if (!demand) return;
  if (gathering.choose([demand, { ...demand, value: true }], 'ordered') === 0) {
    visit(gathering, demand);
  }
}

function visitCondition(gathering: Gathering, part: Part): void {
  const { reader } = gathering;
  const condition = reader.own(part, 'if');
  const [whenMet, whenNot] = [reader.own(part, 'then'), reader.own(part, 'else')];
  if (!condition || (!whenMet && !whenNot)) return;
  const together = [condition, ...(whenMet ? [whenMet] : [])];
  const isPossible = together.every(
    (one) => shareTypes(gathering.types, possibleTypes(reader, one)).length > 0,
  );
  const met = isPossible ? (whenMet ?? condition) : { ...condition, value: false };
  const way = chooseAmong(gathering, [met, whenNot ?? { ...condition, value: true }], 'equal');
  if (way === undefined) return;
  if (way === 0) {
    visit(gathering, condition);
    if (whenMet) visit(gathering, whenMet);
  } else {
    visitNegation(gathering, condition);
    if (whenNot) visit(gathering, whenNot);
  }
}

function visitNegation(gathering: Gathering, part: Part): void {
  const { reader, sources, stack, denied, clashes } = gathering;
  const [target] = isReference(part.value) ? reader.targetsOf(part) : [part];
  if (!target) return;
  if (isReference(target.value)) {
    // `follow` finds no end in a circle of references, so the negation stops there.
    if (reader.follow(target)) visitNegation(gathering, target);
    return;
  }
  if (isPlain(target.value)) {
    denied.push(target.value);
    return;
  }
  const ways = negationsOf(target);
  if (ways.length === 0) clashes.push('must not meet what everything meets');
  const way = ways[chooseAmong(gathering, ways, 'ordered') ?? -1];
  if (!way) return;
  // For `unevaluatedProperties`, a negation does not describe members.
  visit(gathering, way);
  if (isJsonObject(way.value)) sources[stack.at(-1) ?? -1]?.below.pop();
}

/** Cached, because other caches find a negation by the identity of its schema. */
const negations = new WeakMap<JsonObject, readonly Part[]>();

function negationsOf(part: Part): readonly Part[] {
  if (!isJsonObject(part.value)) return negateSchema(part);
  const known = negations.get(part.value);
  if (known) return known;
  const made = negateSchema(part);
  negations.set(part.value, made);
  return made;
}
