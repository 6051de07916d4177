import { STATUS_CODES } from 'node:http';

import { catalogue } from '../../base/catalogue.ts';
import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { capitalizeFirst, toUriReference } from '../../base/texts.ts';
import type { Media } from '../../contract/bodies/bodies.ts';
import type { RefusalFiller } from '../../pipeline/checks/refusal-shape.ts';
import type { Validated } from '../../pipeline/exchange.ts';

/**
 * The body of an error that a test or a request asked for, where the contract shows none: it says
 * who asked, since made-up words would read like a crash. Undefined: the schema allows no such body.
 */
export type TellFailure = (media: Media, request: Validated) => JsonValue | undefined;

export function createFailureTeller(filler: RefusalFiller): TellFailure {
  return (media, request) =>
    listBodies(media, describeAsked(request), filler).find(
      (body) => body !== undefined && media.renderer.render(body).faults.length === 0,
    );
}

/** What may be said in a media type, best first. */
function listBodies(
  { format, essence, isJson, schema }: Media,
  problem: StatusProblem,
  filler: RefusalFiller,
): readonly (JsonValue | undefined)[] {
  if (format.content === 'bytes') return [];
  if (format.content === 'text') return [problem.detail];
  if (!schema) return isJson ? [problem] : [];
  const code = problem.title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  const filled = filler.body(schema, problem, code);
  return essence === 'application/problem+json' ? [problem, filled] : [filled];
}

/** A problem document, as a value. */
type StatusProblem = Readonly<
  Record<'type' | 'title' | 'detail' | 'instance', string> & Record<'status', number>
>;

/** Whether an example is a failure of this server: where it was asked for, it would mislead. */
export function isOwnFailure(value: JsonValue): boolean {
  return isJsonObject(value) && typeof value['type'] === 'string' && ownFailures.has(value['type']);
}

const ownFailures: ReadonlySet<string> = new Set(
  Object.entries(catalogue).flatMap(([code, { status }]) =>
    status >= 500 ? [`urn:problem-type:${code}`] : [],
  ),
);

/** A problem whose type says nothing beyond the status (RFC 9457, section 4.2.1). */
function describeAsked({ choice, preferences, path, prefix }: Validated): StatusProblem {
  const { status } = choice;
  const asker = capitalizeFirst(preferences?.asker ?? 'the request');
  const comfort = status >= 500 ? ', and nothing has failed' : '';
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? `Status ${status}`,
    status,
    detail: `${asker} asked for this ${status}${comfort}.`,
    instance: toUriReference(prefix + path),
  };
}
