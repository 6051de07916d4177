import { ContractBreach } from '../base/errors.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { textOf, isJsonObject } from '../base/json.ts';
import type { RecentlyUsed } from '../base/recently-used.ts';
import { createRecentlyUsed, weighBody } from '../base/recently-used.ts';
import type { Media } from '../contract/bodies/bodies.ts';
import type { Check } from '../contract/checks/validators.ts';
import type { Example } from '../contract/bodies/examples.ts';
import type { Part } from '../contract/load/documents.ts';
import type { Operation } from '../contract/operations.ts';
import type {
  Behavior,
  ContentOrigin,
  Outcome,
  Preferences,
  ReplyHeaders,
  Validated,
} from '../pipeline/exchange.ts';
import { makeUpFile, makeUpTable } from './files/made-up-files.ts';
import type { TellFailure } from './replies/asked-failures.ts';
import { isOwnFailure } from './replies/asked-failures.ts';
import type { Generate } from './values/generate.ts';
import { Unsatisfiable } from './values/generate.ts';

export interface ImprovisedBody {
  readonly operation: Operation;
  readonly media: Media;
  readonly body: JsonValue;
}

/** How many bodies are kept for a seed. */
const mostKept = 256;

export function keepImprovised(): RecentlyUsed<ImprovisedBody> {
  return createRecentlyUsed(mostKept, ({ body }) => weighBody(body));
}

export interface ImprovisationTools {
  readonly generate: Generate;
  readonly improvised: RecentlyUsed<ImprovisedBody>;
  readonly tellFailure: TellFailure;
  /** Whether only a request can ask for an example. */
  readonly ignoresExamples: boolean;
}

/** Replies without a state: with the contract's example, else with generated data. */
export function createImprovisation(
  tools: ImprovisationTools,
  keyMember: string | undefined,
): Behavior {
  const { generate, ignoresExamples } = tools;
  const generateUsual: Generate = ignoresExamples
    ? (schema, place, manner) => generate(schema, place, { ...manner, examples: 'last' })
    : generate;
  const make = createBodyMaker({ ...tools, generate: generateUsual }, keyMember);
  return (request) => {
    const { choice, preferences } = request;
    const { status, media } = choice;
    const isDynamic = preferences?.isDynamic ?? ignoresExamples;
    const content = media && makeContent(media, request, { isDynamic, make });
    const origin = content && (content.isExample ? 'example' : 'generated');
    const headers = appliedHeaders(preferences, origin);
    const made: Outcome = { status, headers, ...(origin ? { origin } : {}), ...content };
    return preferences || !media ? made : echo(made, media, request);
  };
}

/** What is sent is kept: a member of the reply that the request has, too, is as it was sent. */
function echo(made: Outcome, { check }: Media, { operation, body: sent }: Validated): Outcome {
  const { body } = made;
  if (operation.method === 'GET' || !isJsonObject(body)) return made;
  const given = operation.method === 'DELETE' ? whatIsGone(body) : sent;
  if (!isJsonObject(given)) return made;
  const same = Object.entries(given).filter(
    ([name, value]) =>
      Object.hasOwn(body, name) && isAlike(body[name], value) && !isSecret.test(name),
  );
  if (same.length === 0) return made;
  const told = { ...body, ...Object.fromEntries(same) };
  return (check?.(told) ?? []).length === 0
    ? { ...made, body: told, isExample: false, isLasting: false }
    : made;
}

/** A reply to a DELETE that tells of the record says that it is gone. */
export function tellGone(outcome: Outcome, { choice: { media } }: Validated): Outcome {
  const { item, ...rest } = outcome;
  const body = rest.body ?? item?.body;
  const gone = isJsonObject(body) ? whatIsGone(body) : {};
  if (!isJsonObject(body) || Object.keys(gone).length === 0) return outcome;
  const told = { ...body, ...gone };
  return (media?.check?.(told) ?? []).length === 0
    ? { ...rest, body: told, isLasting: false }
    : outcome;
}

/** What a DELETE that succeeds says of itself: `deleted: true`. */
function whatIsGone(body: JsonObject): JsonObject {
  const flags = Object.keys(body).filter(
    (name) => body[name] === false && /^(is_?)?(deleted|removed|destroyed)$/i.test(name),
  );
  return Object.fromEntries(flags.map((name) => [name, true]));
}

const isSecret = /password|passwd|secret|token/i;

function isAlike(one: JsonValue | undefined, other: JsonValue): boolean {
  const isBoth = typeof one === typeof other && Array.isArray(one) === Array.isArray(other);
  return isBoth && one !== null && other !== null;
}

/** Says which preferences the reply follows (RFC 7240, section 3). */
function appliedHeaders(
  preferences: Preferences | undefined,
  origin: ContentOrigin | undefined,
): ReplyHeaders {
  if (!preferences) return {};
  const { code, example, isDynamic, seed } = preferences;
  const isGenerated = origin === 'generated';
  const isDynamicApplied = isDynamic === true ? isGenerated : origin !== undefined;
  const applied: readonly (readonly [string, string | number | boolean | undefined])[] = [
    ['code', code],
    ['example', origin === 'example' ? example : undefined],
    ['dynamic', isDynamicApplied ? isDynamic : undefined],
    ['seed', isGenerated ? seed : undefined],
  ];
  const words = applied.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${wordOf(String(value))}`],
  );
  return words.length === 0 ? {} : { 'Preference-Applied': words.join(', ') };
}

function wordOf(text: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(text)) return text;
  return `"${text.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

type MadeContent = Omit<Outcome, 'status' | 'headers'>;

/** The example that the request names, then the first one, then what the media type allows. */
function makeContent(
  media: Media,
  request: Validated,
  { isDynamic, make }: { readonly isDynamic: boolean; readonly make: MakeBody },
): MadeContent {
  const { choice, preferences } = request;
  const isGenerated = isDynamic && media.check !== undefined;
  const example = choice.example ?? (isGenerated ? undefined : findFirst(media, preferences));
  if (example) return { body: example.value, isExample: true, isLasting: true };
  const file = makeUpFile(media.essence, generationPlaceOf(request));
  if (file) return { bytes: file };
  const table = media.essence === 'text/csv' ? makeUpTable(generationPlaceOf(request)) : undefined;
  const isTable = table !== undefined && (media.check?.(table) ?? []).length === 0;
  if (isTable) return { body: table };
  if (!media.schema) return { body: blankOf(media) };
  return { body: make(media, media.schema, request), isLasting: true };
}

/** A failure that a test asked for must not look like one of this server. */
function findFirst({ examples }: Media, preferences: Preferences | undefined): Example | undefined {
  const isForced = preferences?.asker !== undefined;
  return isForced ? examples.find(({ value }) => !isOwnFailure(value)) : examples[0];
}

type MakeBody = (media: Media, schema: Part, request: Validated) => JsonValue;

/** Keeps the last bodies: a repeated request gets the same object, and its cached rendering. */
function createBodyMaker(
  { generate, tellFailure, improvised: kept }: ImprovisationTools,
  keyMember: string | undefined,
): MakeBody {
  return (media, schema, request) => {
    const { operation } = request;
    const name = exampleKeyOf(request);
    const before = kept.get(name);
    if (before?.operation === operation && before.media === media) return before.body;
    const body =
      (isAskedFailure(request) ? tellFailure(media, request) : undefined) ??
      nameKeys(generateBody(schema, request, generate), media.check, request, keyMember);
    kept.set(name, { operation, media, body });
    return body;
  };
}

/** Who asks for generated data gets that, also in a failure. */
function isAskedFailure({ choice, preferences }: Validated): boolean {
  return choice.status >= 400 && preferences !== undefined && preferences.isDynamic !== true;
}

/** Everything that a generated body depends on, except the schema. */
function exampleKeyOf({ operation, choice, parameters, preferences }: Validated): string {
  const { seed = null, asker = null, isDynamic = null } = preferences ?? {};
  const values = operation.pathNames.map((name) => parameters.path[name] ?? null);
  return JSON.stringify([operation.id, choice.status, seed, asker, isDynamic, ...values]);
}

function generateBody(schema: Part, request: Validated, generate: Generate): JsonValue {
  const manner = { direction: 'response', seed: request.preferences?.seed } as const;
  try {
    return generate(schema, generationPlaceOf(request), manner);
  } catch (error) {
    if (!(error instanceof Unsatisfiable)) throw error;
    throw describeUnsatisfiable(request, error.pointer, error.message);
  }
}

/** The smallest value for a media type with neither schema nor example. */
function blankOf({ format }: Media): JsonValue {
  return format.showsRecords ? {} : '';
}

/** Generated values depend on this: the same path gets the same reply, another path another one. */
function generationPlaceOf({ operation, choice, parameters }: Validated): string {
  const values = operation.pathNames.map((name) => textOf(parameters.path[name]));
  const place = `${operation.id} ${choice.status}`;
  // A slash would mean a step down.
  return values.length === 0 ? place : `${place} ${values.join(',').replaceAll('/', '~1')}`;
}

function describeUnsatisfiable(
  { operation, choice }: Validated,
  pointer: string,
  message: string,
): ContractBreach {
  return new ContractBreach(
    `${operation.id} ${choice.status}`,
    [{ in: 'body', pointer, message, keyword: 'unsatisfiable' }],
    `No value could be made that the schema allows: mend it, or give an example, in the ${choice.status} response of ${operation.method} ${operation.path} in the contract.`,
  );
}

/**
 * Puts the values of path parameters into a generated object: the reply to `/pets/7` shows pet 7. A
 * value goes to the member with the parameter's name; the last one may also go to the key member. A
 * value that the schema does not allow there is left out.
 */
function nameKeys(
  value: JsonValue,
  check: Check | undefined,
  { operation, parameters }: Validated,
  keyMember: string | undefined,
): JsonValue {
  let named = value;
  for (const [index, name] of operation.pathNames.entries()) {
    const isLast = index === operation.pathNames.length - 1;
    const members = [name, ...(isLast && keyMember !== undefined ? [keyMember] : [])];
    const member = members.find((one) => isJsonObject(named) && Object.hasOwn(named, one));
    if (member === undefined || !isJsonObject(named)) continue;
    const key = readAs(named[member], textOf(parameters.path[name]));
    if (key === undefined) continue;
    const candidate = { ...named, [member]: key };
    if ((check?.(candidate) ?? []).length === 0) named = candidate;
  }
  return named;
}

/** The text as the type of the generated value; undefined where it cannot have that type. */
function readAs(generated: JsonValue | undefined, text: string): JsonValue | undefined {
  if (typeof generated === 'string') return text;
  if (typeof generated !== 'number' || text.trim() === '') return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
