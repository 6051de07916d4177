import type { Media } from '../contract/bodies.ts';
import type { Spot, Stateful } from '../contract/plan/plan.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject, memberAt } from '../json.ts';
import type { Behavior, Outcome, Validated } from '../pipeline/exchange.ts';
import type { Item } from '../store/record.ts';
import type { StateMeans } from './means.ts';
import { withValueAt } from './pointed-changes.ts';
import { createStudy, factsAt } from './schema-facts.ts';
import type { StudySchema } from './schema-facts.ts';
import { tryGenerate } from './supply.ts';

/** The reply of an operation that succeeds with a record: the record, or what speaks of it. */
export type Show = (request: Validated, item: Item) => Outcome;

export function createShow(target: Stateful, means: StateMeans, improvise: Behavior): Show {
  const study = createStudy(means.contract.documents);
  const spots = new WeakMap<Media, { readonly spot: Spot | undefined }>();
  const frames = new WeakMap<Media, JsonObject>();
  const spotIn = (media: Media): Spot | undefined => {
    const known = spots.get(media) ?? { spot: findSpot(study, target, media) };
    spots.set(media, known);
    return known.spot;
  };
  const frameOf = (request: Validated, media: Media, spot: Spot): JsonObject => {
    const known = frames.get(media) ?? makeFrame(means, study, request, { media, spot });
    frames.set(media, known);
    return known;
  };
  return (request, item) => {
    const { status, media } = request.choice;
    if (!media) return { status, record: item };
    const spot = spotIn(media);
    if (!spot) return { ...acknowledge(target, request, item, improvise), record: item };
    const value = means.represent(item, target.collection, spot);
    if (spot.steps.length > 0) {
      const frame = frameOf(request, media, spot);
      return { status, record: item, body: withValueAt(frame, spot.steps, value) ?? value };
    }
    const shown = isJsonObject(value) ? { item: { ...item, body: value } } : { body: value };
    return { status, record: item, ...shown };
  };
}

/** Where the record stands in a reply of this type; undefined where the reply doesn't hold it. */
function findSpot(study: StudySchema, target: Stateful, media: Media): Spot | undefined {
  const { shown, role } = target;
  const isStructured = media.kind === 'json' || media.kind === 'xml';
  if (!isStructured) return undefined;
  if (!media.schema) {
    const isBare = media.kind === 'json' && role !== 'delete' && media.examples.length === 0;
    return isBare ? { steps: [], schema: undefined } : undefined;
  }
  if (!shown) return undefined;
  if (shown.steps.length === 0 && shown.schema?.value === media.schema.value) return shown;
  const facts = factsAt(study(media.schema), shown.steps);
  if (!facts || facts.types.has('array')) return undefined;
  const isSame = shown.schema && study(shown.schema).schemas.at(-1) === facts.schemas.at(-1);
  return isSame ? shown : { steps: shown.steps, schema: facts.part };
}

interface Holder {
  readonly media: Media;
  readonly spot: Spot;
}

/** What stands around the record: the contract's example of it, else as little as its schema allows. */
function makeFrame(
  { generate }: StateMeans,
  study: StudySchema,
  { operation, choice }: Validated,
  { media, spot }: Holder,
): JsonObject {
  const [example] = media.examples;
  const isGood = example && memberAt(example.value, spot.steps) && example.faults().length === 0;
  if (isGood && isJsonObject(example.value)) return example.value;
  const place = `${operation.id} ${choice.status}`;
  const made = media.schema && tryGenerate(generate, media.schema, place);
  if (!media.schema || !isJsonObject(made)) return emptyFrame(spot.steps);
  const { required } = study(media.schema);
  const isKept = (name: string): boolean => required.has(name) || name === spot.steps[0];
  const lean = Object.fromEntries(Object.entries(made).filter(([name]) => isKept(name)));
  const isEnough = (media.check?.(lean) ?? []).length === 0;
  const frame = isEnough ? lean : made;
  return memberAt(frame, spot.steps.slice(0, -1)) ? frame : { ...frame, ...emptyFrame(spot.steps) };
}

function emptyFrame(steps: readonly string[]): JsonObject {
  return steps.reduceRight<JsonObject>((below, step) => ({ [step]: below }), {});
}

/** A reply that isn't the record: what it says of the record's own members is true. */
function acknowledge(
  target: Stateful,
  request: Validated,
  item: Item,
  improvise: Behavior,
): Outcome {
  const outcome = improvise(request);
  const check = request.choice.media?.check;
  const { body } = outcome;
  if (!isJsonObject(body)) return outcome;
  let named: JsonObject = body;
  for (const [name, value] of knownOf(target, item)) {
    const made = named[name];
    // Whether something was done is for the reply to say, and not for the record.
    const isLike = typeof made === typeof value && typeof made !== 'boolean';
    if (made === undefined || !Object.hasOwn(named, name) || !isLike) continue;
    const next = Object.fromEntries([...Object.entries(named), [name, value]]);
    if ((check?.(next) ?? []).length === 0) named = next;
  }
  return { ...outcome, body: named };
}

function knownOf({ collection }: Stateful, item: Item): readonly (readonly [string, JsonValue])[] {
  const [name, ...deeper] = collection.key ?? [];
  const isBeside = name !== undefined && deeper.length === 0 && !Object.hasOwn(item.body, name);
  const key = isBeside ? [[name, item.key] as const] : [];
  return [...key, ...Object.entries(item.body)];
}
