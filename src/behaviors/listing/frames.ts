import type { Media } from '../../contract/bodies.ts';
import type { ListPlan } from '../../contract/plan/list-meanings.ts';
import type { Stateful } from '../../contract/plan/plan.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { isJsonObject, memberAt, withMember } from '../../json.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { Generate } from '../generate.ts';
import { Unsatisfiable } from '../generate.ts';
import type { Fits, Slot } from './slots.ts';
import { fillSlot, fitSlot, withoutMember } from './slots.ts';
import type { View } from './turning.ts';

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
    const sample = makeSample(media, generate, `${request.operation.id} list`);
    const frame =
      sample === undefined ? undefined : createFrame(sample, target.shown.steps, plan, media);
    known.set(media.schema, { frame });
    return frame;
  };
}

/** The contract's own example where it is a good one, so that what nobody understands is believable. */
function makeSample(media: Media, generate: Generate, place: string): JsonValue | undefined {
  const example = media.examples.find(({ faults }) => faults().length === 0);
  if (example) return example.value;
  try {
    return media.schema && generate(media.schema, place);
  } catch (error) {
    if (error instanceof Unsatisfiable) return undefined;
    throw error;
  }
}

function createFrame(
  sample: JsonValue,
  steps: readonly string[],
  plan: ListPlan,
  { check }: Media,
): Frame | undefined {
  const fits: Fits = (body) => (check?.(body) ?? []).length === 0;
  if (steps.length === 0) return Array.isArray(sample) ? (records) => records : undefined;
  if (!isJsonObject(sample)) return undefined;
  const canHold = Array.isArray(memberAt(sample, steps)) || fits(withMember(sample, steps, []));
  if (!canHold) return undefined;
  const body = emptyOthers(sample, steps, fits);
  const slots = plan.members.flatMap((member): readonly Slot[] => {
    const slot = fitSlot(member, body, fits);
    return slot ? [slot] : [];
  });
  return (records, view, request) => {
    const filled = slots.reduce((made, slot) => fillSlot(made, slot, view, request), body);
    return withMember(filled, steps, records);
  };
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
