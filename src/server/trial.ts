import type { Complaint, Violation } from '../base/errors.ts';
import { ContractBreach, messageOf } from '../base/errors.ts';
import { pointerSteps } from '../base/json.ts';
import { createDispatcher } from '../behaviors/dispatch.ts';
import type { Generate } from '../behaviors/values/generate.ts';
import { createGenerators, Unsatisfiable } from '../behaviors/values/generate.ts';
import type { Media, Response } from '../contract/bodies/bodies.ts';
import type { Contract } from '../contract/compile.ts';
import type { Part } from '../contract/load/documents.ts';
import type { Operation } from '../contract/operations.ts';
import { findResponse } from '../contract/operations.ts';
import type { StudySchema } from '../contract/schema/schema-facts.ts';
import { createStudy, factsAt } from '../contract/schema/schema-facts.ts';
import { validateResponse } from '../pipeline/checks/validate-response.ts';
import type { Behavior, Validated } from '../pipeline/exchange.ts';

/** Each step answers one declared reply, or makes one request body, and yields what failed. */
export type Trial = Generator<readonly Complaint[], void, void>;

export interface TrialSetting {
  readonly seed: string;
  readonly locale?: string;
}

/** How many replies and request bodies a contract declares. */
export function countTrials({ operations }: Pick<Contract, 'operations'>): number {
  return operations.reduce(
    (sum, { responses, body }) =>
      sum + [...responses.values()].flatMap(mediaOf).length + (body?.media.length ?? 0),
    0,
  );
}

/**
 * Answers each operation with each declared status and media type, from the contract alone, as the
 * server improvises it. A place that many operations share is one finding.
 */
export function* tryContract(contract: Contract, setting: TrialSetting): Trial {
  const { seed, locale = 'en' } = setting;
  const dispatcher = createDispatcher(contract, { locale, unknownKeys: 'improvise' });
  const study = createStudy(contract.documents);
  const trying: Trying = {
    contract,
    study,
    behave: dispatcher.play({ world: undefined, seed, now: Date.now }),
    generate: createGenerators({ ...contract, study }, locale)(seed),
    found: new Set(),
  };
  for (const operation of contract.operations) {
    for (const response of operation.responses.values()) {
      for (const media of mediaOf(response)) yield tryReply(trying, operation, response, media);
    }
    for (const media of operation.body?.media ?? []) yield tryRequest(trying, operation, media);
  }
}

interface Trying {
  readonly contract: Contract;
  readonly study: StudySchema;
  readonly behave: Behavior;
  readonly generate: Generate;
  /** The places that were reported, so that each is one finding. */
  readonly found: Set<string>;
}

function mediaOf({ media }: Response): readonly (Media | undefined)[] {
  return media.length === 0 ? [undefined] : media;
}

function tryReply(
  trying: Trying,
  operation: Operation,
  response: Response,
  media: Media | undefined,
): readonly Complaint[] {
  const what = `the ${response.status} reply of ${operation.method} ${operation.path} can not be made`;
  try {
    const request = requestFor(operation, response, media);
    const outcome = trying.behave(request);
    // An example that breaks its schema is found by the review of examples.
    if (outcome.isExample !== true) validateResponse(request, outcome, 'error');
    return [];
  } catch (error) {
    const violations = error instanceof ContractBreach ? error.violations : [];
    if (violations.length === 0) return report(trying, operation.part, what, messageOf(error));
    return violations.flatMap((violation) =>
      report(trying, placeOf(trying, operation, media, violation), what, tell(violation)),
    );
  }
}

function tryRequest(trying: Trying, operation: Operation, media: Media): readonly Complaint[] {
  const { schema } = media;
  if (!schema || media.examples.length > 0) return [];
  try {
    trying.generate(schema, operation.id, { direction: 'request' });
    return [];
  } catch (error) {
    const pointer = error instanceof Unsatisfiable ? error.pointer : '';
    const place = schemaAt(trying, schema, pointer);
    const what = `no request body of ${operation.method} ${operation.path} can be valid`;
    return report(trying, place, what, messageOf(error));
  }
}

function report(trying: Trying, place: Part, what: string, why: string): readonly Complaint[] {
  const identity = `${place.uri}#${place.pointer}`;
  if (trying.found.has(identity)) return [];
  trying.found.add(identity);
  return [trying.contract.documents.complain(place, `${what}: ${why}`)];
}

function tell({ in: place, pointer, message }: Violation): string {
  // The message of a value that was not found names its place itself.
  return message.startsWith('no value was found') ? message : `${place} ${pointer}: ${message}`;
}

function placeOf(
  trying: Trying,
  { part }: Operation,
  media: Media | undefined,
  violation: Violation,
): Part {
  if (violation.in !== 'body' || !media?.schema) return part;
  return schemaAt(trying, media.schema, violation.pointer);
}

/** The schema of a place in a value, or the nearest one above it. */
function schemaAt({ contract, study }: Trying, schema: Part, pointer: string): Part {
  const facts = study(schema);
  const steps = pointerSteps(pointer);
  let part = schema;
  for (const count of steps.keys()) part = factsAt(facts, steps.slice(0, count + 1))?.part ?? part;
  return contract.documents.follow(part) ?? part;
}

/** What the server knows of a valid request that has asked for this reply. */
function requestFor(operation: Operation, response: Response, media: Media | undefined): Validated {
  const values = operation.pathNames.map((name): [string, string] => [name, '1']);
  return {
    method: operation.method,
    prefix: '',
    world: undefined,
    path: operation.path,
    query: '',
    headers: {},
    isLocal: true,
    findPeer: () => undefined,
    readBody: () => ({ kind: 'text', text: '' }),
    operation,
    pathValues: values.map(([, value]) => value),
    admissions: [],
    admission: { requirement: [], credentials: [] },
    content: undefined,
    parameters: { path: Object.fromEntries(values), query: {}, header: {}, cookie: {} },
    body: undefined,
    media,
    preferences: undefined,
    choice: { status: statusOf(operation, response), response, media, example: undefined },
  };
}

/** A status of a range or of `default` for which the operation declares no other response. */
function statusOf(operation: Operation, { status }: Response): number {
  if (/^\d+$/.test(status)) return Number(status);
  const first = status === 'default' ? [5, 4, 2] : [Number(status.charAt(0))];
  const all = first.flatMap((digit) => Array.from({ length: 100 }, (_, at) => digit * 100 + at));
  // A bodiless status, such as 204, stands for no response with content.
  const isFree = (one: number): boolean =>
    one !== 204 && one !== 205 && findResponse(operation, one)?.status === status;
  return all.find(isFree) ?? all[0] ?? 500;
}
