import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, memberAt, withMember } from '../../base/json.ts';
import type { Media } from '../../contract/bodies/bodies.ts';
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
  target: Stateful,
  plan: ListPlan,
  generate: Generate,
): (request: Validated) => Envelope | undefined {
  const known = new WeakMap<object, { readonly envelope: Envelope | undefined }>();
  return (request) => {
    const { media } = request.choice;
    if (!media?.schema || !target.shown || !media.format.showsRecords) return undefined;
    const before = known.get(media.schema);
    if (before) return before.envelope;
    const { steps } = target.shown;
    const make = createMaker(media, generate, `${request.operation.id} list`, steps);
    const envelope = createFrame(media, make, steps, plan);
    known.set(media.schema, { envelope });
    return envelope;
  };
}

/** Generates a body once; undefined where the schema allows none. */
type Make = () => JsonValue | undefined;

/** Leaves out the records: the list supplies them. */
function createMaker(
  { schema }: Media,
  generate: Generate,
  place: string,
  without: readonly string[],
): Make {
  let made: { readonly body: JsonValue | undefined } | undefined;
  const make: Make = () => {
    try {
      return schema && generate(schema, place, { without });
    } catch (error) {
      if (error instanceof Unsatisfiable) return undefined;
      throw error;
    }
  };
  return () => (made ??= { body: make() }).body;
}

function createFrame(
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

/** A member of the envelope, and the forms of its value that the schema allows. */
interface MemberSlot {
  readonly steps: readonly string[];
  readonly rule: MemberRule;
  /** Whether numbers are written as texts. */
  readonly isText: boolean;
  /** Whether links have scheme and host. */
  readonly isAbsolute: boolean;
  /** The least number that the schema allows. */
  readonly least: number;
  readonly absence: Absence;
  /** Where the schema allows only some values; if it forbids the real one, the sample's stays. */
  readonly allows: ((value: JsonValue) => boolean) | undefined;
}

/** How a member says that it has no value. */
type Absence =
  | { readonly kind: 'value'; readonly steps: readonly string[]; readonly value: JsonValue }
  | { readonly kind: 'left-out'; readonly steps: readonly string[] }
  /** The schema allows neither null, nor absence, nor an empty value. */
  | { readonly kind: 'never' };

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
  if (steps.length > 1 && memberAt(sample, steps.slice(0, -1)) === undefined) return undefined;
  const rule = memberRules.find((each) => each.meaning === meaning);
  if (!rule) return undefined;
  const can = (value: JsonValue): boolean => fits(withMember(sample, steps, value));
  const absence = findAbsence(steps, sample, fits);
  const plain = {
    steps,
    rule,
    absence,
    isText: false,
    isAbsolute: false,
    least: 0,
    allows: undefined,
  };
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
      return { ...plain, isText, least: can(isText ? '0' : 0) ? 0 : 1 };
    }
  }
}

function fitLink(
  plain: MemberSlot,
  shown: JsonValue | undefined,
  can: (value: JsonValue) => boolean,
): MemberSlot | undefined {
  const isPath = typeof shown === 'string' && /^\/(?!\/)/.test(shown);
  if (!isPath && can('http://localhost/a?b=c')) return { ...plain, isAbsolute: true };
  if (can('/a?b=c')) return plain;
  return isPath ? { ...plain, allows: can } : undefined;
}

function fillMember(body: JsonObject, slot: MemberSlot, page: ListedPage): JsonObject {
  const { steps, absence, rule } = slot;
  const value = rule.value(page);
  if (value !== undefined && slot.allows?.(value) === false) {
    const key = rule.short?.(page);
    return key !== undefined && slot.allows(key) ? withMember(body, steps, key) : body;
  }
  if (value !== undefined) return withMember(body, steps, inForm(slot, value, page));
  if (absence.kind === 'value') return withMember(body, absence.steps, absence.value);
  if (absence.kind === 'left-out') return withoutMember(body, absence.steps);
  const pretended = rule.pretence?.(page);
  return pretended === undefined ? body : withMember(body, steps, inForm(slot, pretended, page));
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

function inForm(slot: MemberSlot, value: JsonValue, { request }: ListedPage): JsonValue {
  if (typeof value === 'number') {
    const number = Math.max(slot.least, value);
    return slot.isText ? String(number) : number;
  }
  return slot.isAbsolute && typeof value === 'string' ? absolute(value, request) : value;
}

/** Tries null first, then to leave the member out, then an empty text or zero. */
function findAbsence(steps: readonly string[], sample: JsonObject, fits: Fits): Absence {
  // A link that is an object with `href` is removed as a whole.
  const places = steps.at(-1) === 'href' ? [steps.slice(0, -1), steps] : [steps];
  for (const place of places) {
    if (fits(withMember(sample, place, null))) return { kind: 'value', steps: place, value: null };
    if (fits(withoutMember(sample, place))) return { kind: 'left-out', steps: place };
  }
  const empty = ['', 0].find((value) => fits(withMember(sample, steps, value)));
  return empty === undefined ? { kind: 'never' } : { kind: 'value', steps, value: empty };
}
