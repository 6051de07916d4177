import { ApiError, refuseInvalid } from '../../base/errors.ts';
import { isJsonObject, memberAt, withMember } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';
import type { Operation } from '../../contract/operations.ts';
import { outlineChoices } from '../../contract/schema/choices.ts';
import type {
  SampledRequest,
  SampleQuestion,
  SampleReport,
  SentSample,
} from '../../control/sample-ports.ts';
import type { Answered } from '../../http/entry-route.ts';
import { respond } from '../../pipeline/respond.ts';
import { quoteName } from '../../store/worlds/snapshots.ts';
import type { World } from '../../store/worlds/world.ts';
import { mainName } from '../../store/worlds/worlds.ts';
import type { PointMap } from '../../traffic/coverage/points.ts';
import { mapPoints } from '../../traffic/coverage/points.ts';
import { countPassage, createTally } from '../../traffic/coverage/tally.ts';
import type { CoveragePoint } from '../../traffic/coverage/value-points.ts';
import { genuine, readCount } from '../../traffic/coverage/value-points.ts';
import type { Runtime } from '../runtime.ts';
import { samplePoint } from './point-samples.ts';
import type { PointSample, PointTools } from './point-tools.ts';
import { createRehearsal, receiveSample } from './rehearse.ts';
import type { MakeBody } from './sample-bodies.ts';
import type { SampleRequest, SampleTools } from './sample-request.ts';
import { valuesFor } from './sample-request.ts';
import type { SampleOptions } from './samples.ts';
import { createSampleTools } from './samples.ts';

/** Finds a request that covers a point of the contract in a world, without any effect. */
export async function findSample(
  runtime: Runtime,
  world: World,
  options: SampleOptions,
  question: SampleQuestion,
): Promise<SampleReport> {
  const { operation, point, sample } = await sampleFor(runtime, world, options, question);
  const { request, whyNot } = sample;
  return {
    operation: operation.id,
    point: point.id,
    label: point.label,
    request: request && describeRequest(request, nameIn(world)),
    whyNot,
  };
}

interface SendingTools {
  readonly runtime: Runtime;
  /** Tells journal, coverage and log. */
  observe(this: void, answered: Answered): void;
}

/** Takes such a request down its road, in its world; it counts like any other. */
export async function sendSample(
  { runtime, observe }: SendingTools,
  world: World,
  options: SampleOptions,
  question: SampleQuestion,
): Promise<Omit<SentSample, 'requestId'>> {
  const { map, point, sample } = await sampleFor(runtime, world, options, question);
  if (sample.whyNot !== undefined) throw new ApiError('no-sample', sample.whyNot);
  const received = receiveSample(sample.request, nameIn(world));
  const started = performance.now();
  const passage = await respond(received, runtime.roadIn(world));
  const milliseconds = performance.now() - started;
  observe({ entryRoute: { name: 'contract' }, path: received.path, milliseconds, passage });
  const tally = createTally(map);
  countPassage(tally, passage);
  const isCovered = readCount(tally.counts, map.points.indexOf(point), genuine) > 0;
  return { status: passage.reply.status, isCovered };
}

interface FoundSample {
  readonly operation: Operation;
  readonly map: PointMap;
  readonly point: CoveragePoint;
  readonly sample: PointSample;
}

async function sampleFor(
  runtime: Runtime,
  world: World,
  options: SampleOptions,
  question: SampleQuestion,
): Promise<FoundSample> {
  const { contract } = runtime.blueprint;
  const operation = findOperation(contract.operations, question.operation);
  const map = mapPoints(operation, {
    documents: contract.documents,
    choicesOf: (schema) => outlineChoices(contract.documents, schema),
  });
  const point = findPoint(map, question.point);
  const usual = createSampleTools(runtime, world, options);
  const tools: PointTools = {
    ...usual,
    makeBody: nameOwnRecord(usual),
    operation,
    map,
    existing: options.stateless ? undefined : runtime.existingIn(world),
    rehearsal: createRehearsal(runtime.roadIn(world), map, nameIn(world)),
  };
  return { operation, map, point, sample: await samplePoint(tools, point) };
}

/** A body that replaces a record has the same key as the path: a server may refuse another. */
function nameOwnRecord(tools: SampleTools): MakeBody {
  return (operation, media) => {
    const body = tools.makeBody(operation, media);
    const target = tools.contract.targets.get(operation);
    if (!isJsonObject(body) || !target || target.role === 'improvised') return body;
    const { key, collection, role, given } = target;
    const isSame = role === 'replace' || role === 'merge';
    if (!isSame || key === undefined || !collection.key || !given) return body;
    const [values = []] = valuesFor(tools, operation);
    const steps = [...given.steps, ...collection.key];
    const own = memberAt(body, steps);
    const name = values[key];
    if (own === undefined || name === undefined) return body;
    return withMember(body, steps, typeof own === 'number' ? Number(name) : name);
  };
}

function findOperation(operations: readonly Operation[], id: string): Operation {
  const found = operations.find((one) => one.id === id);
  if (found) return found;
  const ids = operations.map((one) => one.id);
  throw refuse(
    '/operation',
    `the contract has no operation ${quoteName(id)}: ${suggestNames(id, ids)}`,
  );
}

function findPoint({ points, called }: PointMap, id: string | undefined): CoveragePoint {
  const found = id === undefined ? points[called] : points.find((one) => one.id === id);
  if (found) return found;
  const ids = points.map((one) => one.id);
  const name = quoteName(id ?? '');
  throw refuse('/point', `the operation has no point ${name}: ${suggestNames(id ?? '', ids)}`);
}

function refuse(pointer: string, message: string): ApiError {
  return refuseInvalid({ in: 'query', pointer, message, keyword: 'enum' });
}

function nameIn({ name }: World): string | undefined {
  return name === mainName ? undefined : name;
}

function describeRequest(
  { operation, target, headers, body }: SampleRequest,
  world: string | undefined,
): SampledRequest {
  const [path = '', query = ''] = target.split(/\?(.*)/s, 2);
  const own = world === undefined ? [] : [['X-Stuntdouble-World', world] as const];
  return {
    method: operation.method,
    path,
    query,
    headers: Object.fromEntries([...headers, ...own]),
    body,
  };
}
