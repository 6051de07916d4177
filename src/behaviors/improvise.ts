import type { Media } from '../contract/bodies/bodies.ts';
import type { Part } from '../contract/load/documents.ts';
import type { Operation } from '../contract/operations.ts';
import { ContractBreach } from '../base/errors.ts';
import type { JsonValue } from '../base/json.ts';
import { textOf } from '../base/json.ts';
import type { Behavior, Outcome, Validated } from '../pipeline/exchange.ts';
import { appliedHeaders } from './replies/applied-preferences.ts';
import type { Generate } from './values/generate.ts';
import { Unsatisfiable } from './values/generate.ts';
import { placeholderFor } from './replies/placeholder-files.ts';
import type { Recent } from '../base/recently-used.ts';
import { createRecent, weighBody } from '../base/recently-used.ts';
import { nameKeys } from './records/requested-keys.ts';

/** A body that was made, and for what. */
export interface Improvised {
  readonly operation: Operation;
  readonly media: Media;
  readonly body: JsonValue;
}

/** So many bodies are kept for a seed: those that are asked for again and again are made once. */
const mostKept = 256;

export function keepImprovised(): Recent<Improvised> {
  return createRecent(mostKept, ({ body }) => weighBody(body));
}

/** Answers without a state: with the contract's example, else with generated data. */
export function createImprovisation(
  generate: Generate,
  keyMember: string | undefined,
  kept: Recent<Improvised> = keepImprovised(),
): Behavior {
  const make = createBodyMaker(generate, keyMember, kept);
  return (request) => {
    const { choice, preferences } = request;
    const { status, media } = choice;
    const content = media && makeContent(media, request, make);
    const origin = content && (content.isExample ? 'example' : 'generated');
    return { status, headers: appliedHeaders(preferences, origin), origin, ...content };
  };
}

type Content = Omit<Outcome, 'status' | 'headers'>;

/** An example that is asked for by name, then the first, then what can be made for the media type. */
function makeContent(media: Media, request: Validated, makeBody: MakeBody): Content {
  const { choice, preferences } = request;
  const isGenerated = preferences.isDynamic === true && media.schema !== undefined;
  const example = choice.example ?? (isGenerated ? undefined : media.examples[0]);
  if (example) return { body: example.value, isExample: true, isLasting: true };
  const file =
    media.kind === 'binary' || media.kind === 'xml' ? placeholderFor(media.essence) : undefined;
  if (file) return { bytes: file };
  if (!media.schema) return { body: blankOf(media) };
  return { body: makeBody(media, media.schema, request), isLasting: true };
}

type MakeBody = (media: Media, schema: Part, request: Validated) => JsonValue;

/** The same request gets the same body, so that the last ones are kept, and what they look like with them. */
function createBodyMaker(
  generate: Generate,
  keyMember: string | undefined,
  kept: Recent<Improvised>,
): MakeBody {
  return (media, schema, request) => {
    const { operation } = request;
    const name = nameOf(request);
    const before = kept.get(name);
    if (before?.operation === operation && before.media === media) return before.body;
    const made = generateBody(schema, request, generate);
    const body = nameKeys(made, media.check, request, keyMember);
    kept.set(name, { operation, media, body });
    return body;
  };
}

/** All that a generated body depends on, but the schema. */
function nameOf({ operation, choice, parameters, preferences }: Validated): string {
  const { seed = null } = preferences;
  const values = operation.pathNames.map((name) => parameters.path[name] ?? null);
  return JSON.stringify([operation.id, choice.status, seed, ...values]);
}

function generateBody(schema: Part, request: Validated, generate: Generate): JsonValue {
  const manner = { direction: 'response', seed: request.preferences.seed } as const;
  try {
    return generate(schema, placeOf(request), manner);
  } catch (error) {
    if (!(error instanceof Unsatisfiable)) throw error;
    throw describeUnsatisfiable(request, error.pointer, error.message);
  }
}

/** What a media type says that has neither schema nor example: anything, so as little as it can. */
function blankOf({ kind }: Media): JsonValue {
  return kind === 'json' || kind === 'xml' ? {} : '';
}

/** The same request gets the same answer; what another path names is another thing. */
function placeOf({ operation, choice, parameters }: Validated): string {
  const values = operation.pathNames.map((name) => textOf(parameters.path[name]));
  const place = `${operation.id} ${choice.status}`;
  // A slash would be a step down.
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
