import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, memberAt, textOf, withMember } from '../../base/json.ts';
import type { Media } from '../../contract/bodies/bodies.ts';
import type { Part } from '../../contract/load/documents.ts';
import type { ListedPage, MemberRule } from '../../contract/plan/lists/conventions/convention.ts';
import { memberRules } from '../../contract/plan/lists/conventions/conventions.ts';
import { absolute } from '../../contract/plan/lists/conventions/pagers.ts';
import type { EnvelopeMember } from '../../contract/plan/lists/envelopes.ts';
import type { ListPlan } from '../../contract/plan/lists/list-plan.ts';
import type { Stateful } from '../../contract/plan/plan.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { Generate } from '../values/generate.ts';
import { Unsatisfiable } from '../values/generate.ts';

/** Builds the body of a list: the records, and correct values in the members around them. */
export type Envelope = (records: readonly JsonValue[], page: ListedPage) => JsonValue;

/** The envelope of the chosen media type; undefined where its bodies cannot hold records. */
export function createEnvelopes(
  { shown }: Stateful,
  plan: ListPlan,
  generate: Generate,
): (request: Validated) => Envelope | undefined {
  const known = new WeakMap<object, { readonly envelope: Envelope | undefined }>();
  return ({ choice: { media }, operation }) => {
    if (!media?.schema || !shown || !media.format.showsRecords) return undefined;
    const before = known.get(media.schema);
    if (before) return before.envelope;
    const make = createMaker(media.schema, generate, `${operation.id} list`, shown.steps);
    const envelope = createEnvelope(media, make, shown.steps, plan);
    known.set(media.schema, { envelope });
    return envelope;
  };
}

/** Generates a body once; undefined where the schema allows none. */
type Make = () => JsonValue | undefined;

/** Leaves out the records: the list supplies them. */
function createMaker(
  schema: Part,
  generate: Generate,
  place: string,
  without: readonly string[],
): Make {
  let made: { readonly body: JsonValue | undefined } | undefined;
  const make: Make = () => {
    try {
      return generate(schema, place, { without });
    } catch (error) {
      if (error instanceof Unsatisfiable) return undefined;
      throw error;
    }
  };
  return () => (made ??= { body: make() }).body;
}

function createEnvelope(
  { check, examples }: Media,
  make: Make,
  steps: readonly string[],
  plan: ListPlan,
): Envelope | undefined {
  const fits: Fits = (body) => (check?.(body) ?? []).length === 0;
  // The contract's own example, if valid, looks more real than a generated body.
  const example = examples.find(({ faults }) => faults().length === 0)?.value;
  if (steps.length === 0) {
    const isList = fits([]) || Array.isArray(example ?? make());
    return isList ? (records) => records : undefined;
  }
  const sample = example ?? make();
  if (!isJsonObject(sample)) return undefined;
  const empty = withMember(sample, steps, []);
  const canBeEmpty = fits(empty);
  if (!canBeEmpty && !Array.isArray(memberAt(sample, steps))) return undefined;
  const whole = completeHolders(canBeEmpty ? empty : sample, plan, make, fits);
  const body = emptyOthers(whole, steps, fits);
  const slots = plan.members.flatMap((member): readonly MemberSlot[] => {
    const slot = fitMember(member, body, fits);
    return slot ? [slot] : [];
  });
  return (records, page) => {
    const filled = slots.reduce((made, slot) => fillMember(made, slot, page), body);
    return withMember(filled, steps, records);
  };
}

/** Adds the objects that hold members of the envelope, where the example leaves them out. */
function completeHolders(sample: JsonObject, plan: ListPlan, make: Make, fits: Fits): JsonObject {
  let body = sample;
  for (const { steps } of plan.members) {
    const depth = steps.findIndex((_, at) => memberAt(body, steps.slice(0, at + 1)) === undefined);
    // `fitMember` tries the member itself.
    if (depth === -1 || depth === steps.length - 1) continue;
    const place = steps.slice(0, depth + 1);
    const made = memberAt(make() ?? null, place);
    const candidate = made === undefined ? body : withMember(body, place, made);
    if (candidate !== body && fits(candidate)) body = candidate;
  }
  return body;
}

/** Removes or empties other arrays of objects: their items would not match the state. */
function emptyOthers(sample: JsonObject, steps: readonly string[], fits: Fits): JsonObject {
  const places = steps.map((_, depth) => steps.slice(0, depth));
  let body = sample;
  for (const place of places) {
    const holder = place.length === 0 ? body : memberAt(body, place);
    if (!isJsonObject(holder)) continue;
    for (const [name, value] of Object.entries(holder)) {
      const isOther = name !== steps[place.length] && Array.isArray(value);
      if (!isOther || !value.every(isJsonObject)) continue;
      const path = [...place, name];
      const candidates = [withoutMember(body, path), withMember(body, path, [])];
      body = candidates.find((candidate) => fits(candidate)) ?? body;
    }
  }
  return body;
}

/** A member of the envelope, and how its schema allows to fill it. */
interface MemberSlot {
  readonly steps: readonly string[];
  readonly rule: MemberRule;
  /** Writes a value in the form that the schema allows. */
  readonly write: (value: JsonValue, page: ListedPage) => JsonValue;
  /** Says that there is no value; undefined where the schema allows no way. */
  readonly clear: Change | undefined;
  /** Where the schema allows only some values; if it forbids the real one, the sample's stays. */
  readonly allows?: (value: JsonValue) => boolean;
}

type Change = (body: JsonObject) => JsonObject;
type Fits = (body: JsonValue) => boolean;

/** The characters that a cursor may need. */
const roomForCursor = 400;

/** Tries which values a member allows; undefined where it cannot hold a correct one. */
function fitMember(
  { steps, meaning }: EnvelopeMember,
  sample: JsonObject,
  fits: Fits,
): MemberSlot | undefined {
  // Without its holder, the member would stand there without the members that must accompany it.
  if (memberAt(sample, steps.slice(0, -1)) === undefined) return undefined;
  const rule = memberRules.get(meaning);
  if (!rule) return undefined;
  const can = (value: JsonValue): boolean => fits(withMember(sample, steps, value));
  const clear = findClearing(steps, sample, fits);
  const plain: MemberSlot = { steps, rule, clear, write: (value) => value };
  switch (rule.form) {
    case 'link':
      return fitLink(plain, memberAt(sample, steps), can);
    case 'cursor':
      return can('x'.repeat(roomForCursor)) ? plain : { ...plain, allows: can };
    case 'key':
      return plain;
    case 'flag':
      return can(true) || can(false) ? plain : undefined;
    case 'number': {
      const isText = !can(1) && !can(1000) && can('1');
      const least = can(isText ? '0' : 0) ? 0 : 1;
      const numberOf = (value: JsonValue): number => Math.max(least, Number(value));
      return { ...plain, write: isText ? (value) => String(numberOf(value)) : numberOf };
    }
  }
}

function fitLink(
  plain: MemberSlot,
  shown: JsonValue | undefined,
  can: (value: JsonValue) => boolean,
): MemberSlot | undefined {
  const isPath = typeof shown === 'string' && /^\/(?!\/)/.test(shown);
  if (!isPath && can('http://localhost/a?b=c')) {
    return { ...plain, write: (value, { request }) => absolute(textOf(value), request) };
  }
  if (can('/a?b=c')) return plain;
  return isPath ? { ...plain, allows: can } : undefined;
}

/** Tries null first, then to leave the member out, then an empty text or zero. */
function findClearing(
  steps: readonly string[],
  sample: JsonObject,
  fits: Fits,
): Change | undefined {
  // A link that is an object with `href` is removed as a whole.
  const places = steps.at(-1) === 'href' ? [steps.slice(0, -1), steps] : [steps];
  const changes = [
    ...places.flatMap((place): readonly Change[] => [
      (body) => withMember(body, place, null),
      (body) => withoutMember(body, place),
    ]),
    ...['', 0].map(
      (empty): Change =>
        (body) =>
          withMember(body, steps, empty),
    ),
  ];
  return changes.find((change) => fits(change(sample)));
}

function fillMember(body: JsonObject, slot: MemberSlot, page: ListedPage): JsonObject {
  const { steps, rule, write, clear } = slot;
  const value = rule.value(page);
  if (value !== undefined && slot.allows?.(value) === false) {
    const key = rule.short?.(page);
    return key !== undefined && slot.allows(key) ? withMember(body, steps, key) : body;
  }
  if (value === undefined && clear) return clear(body);
  const written = value ?? rule.pretence?.(page);
  return written === undefined ? body : withMember(body, steps, write(written, page));
}

/** A copy of an object without the member at these steps. */
function withoutMember(root: JsonObject, [step, ...rest]: readonly string[]): JsonObject {
  if (step === undefined || !Object.hasOwn(root, step)) return root;
  const below = root[step];
  if (rest.length === 0) {
    return Object.fromEntries(Object.entries(root).filter(([name]) => name !== step));
  }
  return isJsonObject(below) ? withMember(root, [step], withoutMember(below, rest)) : root;
}
