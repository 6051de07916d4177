import type {
  EnvelopeMeaning,
  EnvelopeMember,
} from '../../../contract/plan/lists/list-meanings.ts';
import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject, memberAt, withMember } from '../../../base/json.ts';
import type { Validated } from '../../../pipeline/exchange.ts';
import { absolute, isLinkMeaning, pretence, truthOf } from './envelope-values.ts';
import type { View } from './page-links.ts';

/** A member around the records, and the forms in which it can say the truth. */
export interface Slot {
  readonly steps: readonly string[];
  readonly meaning: EnvelopeMeaning;
  /** Whether numbers are written as texts. */
  readonly isText: boolean;
  /** Whether links have scheme and host. */
  readonly isAbsolute: boolean;
  /** The least number that it can say. */
  readonly least: number;
  readonly absence: Absence;
  /** Where not every address will do; what stands there stays, where the true one doesn't. */
  readonly allows: ((value: JsonValue) => boolean) | undefined;
}

/** How a member says that there is nothing. */
export type Absence =
  | { readonly kind: 'value'; readonly steps: readonly string[]; readonly value: JsonValue }
  | { readonly kind: 'left-out'; readonly steps: readonly string[] }
  /** It can't. */
  | { readonly kind: 'never' };

/** Whether a body fits the schema of the reply. */
export type Fits = (body: JsonValue) => boolean;

/** Where there is less room than a cursor of ours takes, a key has to do: it is understood as well. */
const roomForCursor = 400;
const shortMeanings: ReadonlyMap<EnvelopeMeaning, EnvelopeMeaning> = new Map([
  ['next-cursor', 'last-key'],
  ['previous-cursor', 'first-key'],
]);

/** Tries out what a member may be; undefined where it can't tell the truth. */
export function fitSlot(
  { steps, meaning }: EnvelopeMember,
  sample: JsonObject,
  fits: Fits,
): Slot | undefined {
  // What stands in something that isn't there would come alone, without what has to go with it.
  if (steps.length > 1 && memberAt(sample, steps.slice(0, -1)) === undefined) return undefined;
  const can = (value: JsonValue): boolean => fits(withMember(sample, steps, value));
  const absence = findAbsence(steps, sample, fits);
  const plain = {
    steps,
    meaning,
    absence,
    isText: false,
    isAbsolute: false,
    least: 0,
    allows: undefined,
  };
  if (isLinkMeaning(meaning)) return fitLink(plain, memberAt(sample, steps), can);
  if (meaning.endsWith('cursor') && !can('x'.repeat(roomForCursor))) {
    return { ...plain, allows: can };
  }
  if (/cursor$|key$/.test(meaning)) return plain;
  if (/^(has|is)-/.test(meaning)) return can(true) || can(false) ? plain : undefined;
  const isText = !can(1) && !can(1000) && can('1');
  return { ...plain, isText, least: can(isText ? '0' : 0) ? 0 : 1 };
}

function fitLink(
  plain: Slot,
  shown: JsonValue | undefined,
  can: (value: JsonValue) => boolean,
): Slot | undefined {
  const isPath = typeof shown === 'string' && /^\/(?!\/)/.test(shown);
  if (!isPath && can('http://localhost/a?b=c')) return { ...plain, isAbsolute: true };
  if (can('/a?b=c')) return plain;
  return isPath ? { ...plain, allows: can } : undefined;
}

/** A body in which a member says what is true of a page. */
export function fillSlot(body: JsonObject, slot: Slot, view: View, request: Validated): JsonObject {
  const { steps, absence, meaning } = slot;
  const truth = truthOf(meaning, view, request);
  if (truth !== undefined && slot.allows?.(truth) === false) {
    const short = shortMeanings.get(meaning);
    const key = short && truthOf(short, view, request);
    return key !== undefined && slot.allows(key) ? withMember(body, steps, key) : body;
  }
  if (truth !== undefined) return withMember(body, steps, inForm(slot, truth, request));
  if (absence.kind === 'value') return withMember(body, absence.steps, absence.value);
  if (absence.kind === 'left-out') return withoutMember(body, absence.steps);
  return withMember(body, steps, inForm(slot, pretence(meaning, view, request), request));
}

/** A copy of an object without what stands some members down. */
export function withoutMember(root: JsonObject, [step, ...rest]: readonly string[]): JsonObject {
  if (step === undefined || !Object.hasOwn(root, step)) return root;
  const below = root[step];
  if (rest.length === 0) {
    return Object.fromEntries(Object.entries(root).filter(([name]) => name !== step));
  }
  return isJsonObject(below) ? withMember(root, [step], withoutMember(below, rest)) : root;
}

function inForm(slot: Slot, truth: JsonValue, request: Validated): JsonValue {
  if (typeof truth === 'number') {
    const number = Math.max(slot.least, truth);
    return slot.isText ? String(number) : number;
  }
  return slot.isAbsolute && typeof truth === 'string' ? absolute(truth, request) : truth;
}

/** Null where that is allowed, else nothing at all, else nothing in the member's own form. */
function findAbsence(steps: readonly string[], sample: JsonObject, fits: Fits): Absence {
  // A link that is an object of its own goes as a whole.
  const places = steps.at(-1) === 'href' ? [steps.slice(0, -1), steps] : [steps];
  for (const place of places) {
    if (fits(withMember(sample, place, null))) return { kind: 'value', steps: place, value: null };
    if (fits(withoutMember(sample, place))) return { kind: 'left-out', steps: place };
  }
  const empty = ['', 0].find((value) => fits(withMember(sample, steps, value)));
  return empty === undefined ? { kind: 'never' } : { kind: 'value', steps, value: empty };
}
