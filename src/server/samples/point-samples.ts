import { ApiError } from '../../base/errors.ts';
import { pointerSteps, textOf } from '../../base/json.ts';
import type { JsonValue } from '../../base/json.ts';
import type { Media } from '../../contract/bodies/bodies.ts';
import type { Parameter } from '../../contract/parameters/parameters.ts';
import type { CoveragePoint } from '../../traffic/coverage/value-points.ts';
import { explainLack } from './explain-lack.ts';
import { findFor, listInsufficient, listWrong, nothing } from './request-credentials.ts';
import type { SampleBody, SampleWish } from './sample-request.ts';
import { makeSample, valueOf, valuesFor, writeBodyAs } from './sample-request.ts';
import type { Candidate, PointSample, PointTools } from './point-tools.ts';
import { listMissing, listRefused } from './status-samples.ts';
import { bodiesWith, parametersWith } from './value-samples.ts';

/** A large contract has many candidates for some points. */
const mostTried = 40;

/** Finds a request that covers a point, without any effect: each candidate only gets its checks. */
export async function samplePoint(tools: PointTools, point: CoveragePoint): Promise<PointSample> {
  const { map, rehearsal } = tools;
  const index = map.points.indexOf(point);
  let tried = 0;
  for (const candidate of listCandidates(tools, point)) {
    tried += 1;
    if (tried > mostTried) break;
    if (await rehearsal(candidate, index)) return { request: candidate.request };
  }
  return { whyNot: explainLack(tools, point) };
}

function* listCandidates(
  tools: PointTools,
  point: CoveragePoint,
): Generator<Candidate, void, void> {
  for (const wish of listWishes(tools, point)) {
    const request = makeSample(tools, tools.operation, valuesFor(tools, tools.operation), wish);
    if (request) yield { request, isMeant: true };
  }
  const { kind } = point;
  // What a request tries is counted, even if the server can make no reply to it.
  if (kind === 'operations') yield* listUnanswered(tools);
  if (kind === 'enum_values' || kind === 'parameters') yield* listPathCandidates(tools, point);
  if (kind !== 'statuses' && kind !== 'parameters') return;
  for (const request of listRefused(tools, tools.operation)) yield { request, isMeant: false };
  if (kind !== 'statuses' || !tools.existing) return;
  const refusal = new ApiError('record-not-found', 'There is no such record.');
  for (const request of listMissing(tools, tools.operation, tools.existing))
    yield { request, isMeant: false, refusal };
}

function* listUnanswered(tools: PointTools): Generator<Candidate, void, void> {
  const { operation } = tools;
  const request = makeSample(tools, operation, valuesFor(tools, operation), { isLenient: true });
  if (request) yield { request, isMeant: false };
}

/** What the usual request must have besides. */
function* listWishes(tools: PointTools, point: CoveragePoint): Generator<SampleWish, void, void> {
  switch (point.kind) {
    case 'operations':
      return yield* listValid(tools);
    case 'statuses':
      return yield* listValid(tools);
    case 'parameters':
      return yield* listPresent(tools, point);
    case 'enum_values':
      return yield* listValues(tools, point);
    case 'media_types':
      return yield* listBodies(tools, point);
    case 'security':
      return yield* listAccesses(tools, point);
  }
}

/** The usual request, then those with the bodies that one line can't show. */
function* listValid(tools: PointTools): Generator<SampleWish, void, void> {
  yield {};
  for (const media of tools.operation.body?.media ?? [])
    for (const body of bodiesOf(tools, media)) yield { body };
}

function* listPresent(tools: PointTools, { id }: CoveragePoint): Generator<SampleWish, void, void> {
  const [, , place, name, what] = pointerSteps(`/${id}`);
  const parameter = findParameter(tools, place, name);
  if (!parameter) return;
  if (what === 'absent') {
    yield { parameters: new Map([[parameter, undefined]]) };
    return;
  }
  const value = valueOf(tools, tools.operation, parameter);
  for (const wish of listValid(tools)) yield { ...wish, parameters: new Map([[parameter, value]]) };
}

function* listValues(tools: PointTools, { id }: CoveragePoint): Generator<SampleWish, void, void> {
  const { operation } = tools;
  const steps = pointerSteps(`/${id}`).slice(2);
  const [place, name] = steps;
  const pointer = steps.at(-2) ?? '';
  // A trust edge: the id was made of JSON.
  const wanted = { pointer, value: JSON.parse(steps.at(-1) ?? 'null') as JsonValue };
  if (steps.length === 3 && place === 'body') {
    for (const media of operation.body?.media ?? [])
      for (const body of bodiesWith(tools, operation, media, wanted)) yield { body };
    return;
  }
  const parameter = findParameter(tools, place, name);
  if (!parameter || parameter.in === 'path') return;
  for (const value of parametersWith(tools, operation, parameter, wanted))
    yield { parameters: new Map([[parameter, value]]) };
}

/** A value in the path is sent whatever record it leads to. */
function* listPathCandidates(
  tools: PointTools,
  { id, kind }: CoveragePoint,
): Generator<Candidate, void, void> {
  const { operation } = tools;
  const [, , place, name = '', , text = 'null'] = pointerSteps(`/${id}`);
  if (place !== 'path' || kind !== 'enum_values') return;
  const at = operation.pathNames.indexOf(name);
  const [known = []] = valuesFor(tools, operation);
  // A trust edge: the id was made of JSON.
  const wanted = textOf(JSON.parse(text) as JsonValue);
  const values = operation.pathNames.map((_, index) => (index === at ? wanted : known[index]));
  const request = makeSample(tools, operation, [values]);
  if (request) yield { request, isMeant: true };
}

function* listBodies(tools: PointTools, { id }: CoveragePoint): Generator<SampleWish, void, void> {
  const type = pointerSteps(`/${id}`).at(-1);
  const media = tools.operation.body?.media.find((one) => one.type === type);
  for (const body of media ? bodiesOf(tools, media) : []) yield { body };
}

function* bodiesOf(tools: PointTools, media: Media): Generator<SampleBody, void, void> {
  const value = tools.makeBody(tools.operation, media);
  const body = value === undefined ? undefined : writeBodyAs(media, value);
  if (body) yield body;
}

function* listAccesses(tools: PointTools, point: CoveragePoint): Generator<SampleWish, void, void> {
  const { map, operation, guard } = tools;
  const index = map.points.indexOf(point);
  const bare = {
    isLenient: true,
    body: undefined,
    parameters: new Map(operation.parameters.map((one) => [one, undefined])),
  };
  if (index === map.unknown) yield { ...bare, credentials: nothing };
  for (const [requirement, at] of map.admitted) {
    if (at !== index) continue;
    for (const values of valuesFor(tools, operation)) {
      const known = values.map((value) => value ?? '');
      const credentials = findFor(guard, requirement, operation.pathNames, known);
      if (!credentials) continue;
      yield { credentials };
      // Who is let in by these credentials is told whatever else the request lacks.
      yield { ...bare, credentials };
      return;
    }
  }
  for (const [requirement, at] of map.refused) {
    if (at !== index) continue;
    for (const credentials of listWrong(requirement)) yield { ...bare, credentials };
    for (const credentials of listInsufficient(guard, requirement)) yield { ...bare, credentials };
  }
}

function findParameter(
  { operation }: PointTools,
  place: string | undefined,
  name: string | undefined,
): Parameter | undefined {
  return operation.parameters.find((one) => one.in === place && one.name === name);
}
