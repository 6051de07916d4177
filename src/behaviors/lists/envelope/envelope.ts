import type { Media } from '../../../contract/bodies/bodies.ts';
import type { ListPlan } from '../../../contract/plan/lists/list-meanings.ts';
import type { Stateful } from '../../../contract/plan/plan.ts';
import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject, memberAt, withMember } from '../../../base/json.ts';
import type { Validated } from '../../../pipeline/exchange.ts';
import type { Generate } from '../../values/generate.ts';
import { Unsatisfiable } from '../../values/generate.ts';
import type { Fits, Slot } from './envelope-members.ts';
import { fillSlot, fitSlot, withoutMember } from './envelope-members.ts';
import type { View } from './page-links.ts';

/** Puts records into the body of a reply, and what is true of them around them. */
export type Frame = (records: readonly JsonValue[], view: View, request: Validated) => JsonValue;

/** What a media type's bodies look like around the records; undefined where they can't hold any. */
export function createFrames(
  target: Stateful,
  plan: ListPlan,
  generate: Generate,
): (request: Validated) => Frame | undefined {
  const known = new WeakMap<object, { readonly frame: Frame | undefined }>();
  return (request) => {
    const { media } = request.choice;
    if (!media?.schema || !target.shown) return undefined;
    if (media.kind !== 'json' && media.kind !== 'xml') return undefined;
    const before = known.get(media.schema);
    if (before) return before.frame;
    const { steps } = target.shown;
    const make = createMaker(media, generate, `${request.operation.id} list`, steps);
    const frame = createFrame(media, make, steps, plan);
    known.set(media.schema, { frame });
    return frame;
  };
}

/** Makes a body of a media type, once; undefined where there is none. */
type Make = () => JsonValue | undefined;

/** Its records are others' to make. */
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
): Frame | undefined {
  const fits: Fits = (body) => (check?.(body) ?? []).length === 0;
  // The contract's own example is the more believable, where it is a good one.
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
  const slots = plan.members.flatMap((member): readonly Slot[] => {
    const slot = fitSlot(member, body, fits);
    return slot ? [slot] : [];
  });
  return (records, view, request) => {
    const filled = slots.reduce((made, slot) => fillSlot(made, slot, view, request), body);
    return withMember(filled, steps, records);
  };
}

/** An example may leave out what stands around the records. */
function completeHolders(sample: JsonObject, plan: ListPlan, make: Make, fits: Fits): JsonObject {
  let body = sample;
  for (const { steps } of plan.members) {
    const depth = steps.findIndex((_, at) => memberAt(body, steps.slice(0, at + 1)) === undefined);
    // What is missing itself is tried out later on.
    if (depth === -1 || depth === steps.length - 1) continue;
    const place = steps.slice(0, depth + 1);
    const made = memberAt(make() ?? null, place);
    const candidate = made === undefined ? body : withMember(body, place, made);
    if (candidate !== body && fits(candidate)) body = candidate;
  }
  return body;
}

/** Other arrays of objects beside the records would speak of things that there are not. */
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
