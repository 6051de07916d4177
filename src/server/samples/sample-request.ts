import type { JsonValue } from '../../base/json.ts';
import { textOf } from '../../base/json.ts';
import { toUriReference } from '../../base/texts.ts';
import { tryGenerate } from '../../behaviors/writing/supply.ts';
import type { Generate } from '../../behaviors/values/generate.ts';
import type { Media } from '../../contract/bodies/bodies.ts';
import type { Contract } from '../../contract/compile.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Parameter } from '../../contract/parameters/parameters.ts';
import { chooseOperation } from '../../contract/routing/paths.ts';
import type { RequestCredentials, SampleGuard } from './request-credentials.ts';
import { findRequestCredentials } from './request-credentials.ts';
import type { MakeBody } from './sample-bodies.ts';
import { makeParameter, writeParameter } from './sample-parameters.ts';
import type { KnownRecords, PathValues } from './sample-paths.ts';
import { choosePathValues } from './sample-paths.ts';

/** A request that the server answers with a 2xx. */
export interface SampleRequest {
  readonly operation: Pick<Operation, 'method'>;
  /** Path and query, encoded. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

export interface SampleTools {
  readonly contract: Contract;
  readonly generate: Generate;
  readonly guard: SampleGuard;
  /** Undefined: the server has no state, or the caller chooses the values of paths. */
  readonly records: KnownRecords | undefined;
  readonly makeBody: MakeBody;
}

/** What a request has that the usual one has not. */
export interface SampleWish {
  /** Undefined as a value: the parameter is left out. */
  readonly parameters?: ReadonlyMap<Parameter, JsonValue | undefined>;
  readonly credentials?: RequestCredentials;
  /** Undefined: it has no body. */
  readonly body?: SampleBody | undefined;
  /** More headers. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** The request need not be valid: what can't be made of it is left out. */
  readonly isLenient?: boolean;
}

/**
 * Makes a request with all that the operation demands, and little else; undefined: it can't. The
 * first values for its path that do are taken.
 */
export function makeSample(
  tools: SampleTools,
  operation: Operation,
  candidates: Iterable<PathValues> = valuesFor(tools, operation),
  wish: SampleWish = {},
): SampleRequest | undefined {
  const { isLenient = false } = wish;
  if (!isLenient && !isAnswerable(tools, operation)) return undefined;
  const body = chooseBody(tools, operation, wish);
  if (body === 'missing') return undefined;
  const others = writeOthers(tools, operation, wish);
  if (!others) return undefined;
  for (const values of candidates) {
    const known = values.map((value) => value ?? '');
    const credentials = wish.credentials ?? findRequestCredentials(tools.guard, operation, known);
    const path = credentials && fillPath(tools, operation, values);
    const sample = path && addPath(tools, { operation, path, others, credentials, body });
    if (sample) return sample;
  }
  return undefined;
}

/** Undefined: it has none; `missing`: it needs one that can't be made. */
function chooseBody(
  tools: SampleTools,
  operation: Operation,
  wish: SampleWish,
): SampleBody | 'missing' | undefined {
  const usual = operation.body && writeBody(tools, operation);
  const body = Object.hasOwn(wish, 'body') ? wish.body : usual;
  const isMissing = operation.body?.isRequired === true && !body && wish.isLenient !== true;
  return isMissing ? 'missing' : body;
}

/** Where no record is behind the reply, its schema may allow no value at all. */
function isAnswerable({ contract, generate }: SampleTools, operation: Operation): boolean {
  const role = contract.targets.get(operation)?.role ?? 'improvised';
  const { schema, examples = [] } = operation.success?.media.find(({ isJson }) => isJson) ?? {};
  if (role !== 'improvised' || !schema || examples.length > 0) return true;
  return tryGenerate(generate, schema, operation.id) !== undefined;
}

/** Values for the path of an operation, those of records that exist first. */
export function* valuesFor(
  tools: SampleTools,
  operation: Operation,
): Generator<PathValues, void, void> {
  const target = tools.contract.targets.get(operation);
  const makeValue = (index: number): string | undefined => {
    const value = valueAt(tools, operation, index);
    return value === undefined ? undefined : textOf(value);
  };
  if (!tools.records || !target || target.role === 'improvised') yield [];
  else yield* choosePathValues(tools.records, target, makeValue);
}

function valueAt(tools: SampleTools, operation: Operation, index: number): JsonValue | undefined {
  const parameter = pathParameter(operation, index);
  return parameter && valueOf(tools, operation, parameter);
}

function pathParameter({ parameters, pathNames }: Operation, index: number): Parameter | undefined {
  return parameters.find(({ in: place, name }) => place === 'path' && name === pathNames[index]);
}

export function valueOf(
  { generate }: SampleTools,
  { id }: Operation,
  parameter: Parameter,
): JsonValue | undefined {
  return makeParameter(generate, `${id} ${parameter.in} ${parameter.name}`, parameter);
}

function fillPath(
  tools: SampleTools,
  operation: Operation,
  values: PathValues,
): string | undefined {
  const texts = operation.pathNames.map((_, index) => {
    const parameter = pathParameter(operation, index);
    const value = values[index] ?? valueAt(tools, operation, index);
    const text = parameter && value !== undefined && writeParameter(parameter, value);
    // An empty segment, or one with dots alone, leads to another path.
    return text === '' || /^\.{1,2}$/.test(text || '') ? undefined : text;
  });
  if (texts.some((text) => typeof text !== 'string')) return undefined;
  const queue = [...texts];
  return operation.path.replaceAll(/\{[^}]*\}/g, () => queue.shift() || '');
}

/** The required parameters outside the path. */
interface Others {
  readonly query: readonly string[];
  readonly cookies: readonly string[];
  readonly headers: readonly (readonly [string, string])[];
}

function writeOthers(
  tools: SampleTools,
  operation: Operation,
  { parameters: wanted, headers = [], isLenient = false }: SampleWish,
): Others | undefined {
  const others = {
    query: new Array<string>(),
    cookies: new Array<string>(),
    headers: [...headers],
  };
  for (const parameter of operation.parameters) {
    const { in: place, name, isRequired } = parameter;
    const isWanted = wanted?.has(parameter) === true;
    if ((!isRequired && !isWanted) || place === 'path') continue;
    const value = isWanted ? wanted.get(parameter) : valueOf(tools, operation, parameter);
    const text = writeOther(parameter, value);
    const isLeftOut = isWanted ? value === undefined : isLenient;
    if (text === undefined && isLeftOut) continue;
    if (text === undefined) return undefined;
    if (place === 'query') others.query.push(text);
    else if (place === 'cookie') others.cookies.push(text);
    else others.headers.push([name, text]);
  }
  return others;
}

function writeOther(parameter: Parameter, value: JsonValue | undefined): string | undefined {
  const text = value === undefined ? undefined : writeParameter(parameter, value);
  const isFine = text !== undefined && (parameter.in !== 'header' || isSendable(text));
  return isFine ? text : undefined;
}

function isSendable(text: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
}

export interface SampleBody {
  /** The Content-Type. */
  readonly type: string;
  readonly text: string;
}

/** JSON if possible: people can read and change it. */
export function writeBody(tools: SampleTools, operation: Operation): SampleBody | undefined {
  const { body, method } = operation;
  const media = body?.media.find(({ isJson }) => isJson) ?? body?.media.find(isOneLine);
  // Many clients send no body with a GET.
  const isSpared = body?.isRequired === false && (method === 'GET' || !media?.isJson);
  if (!media || isSpared) return undefined;
  const value = tools.makeBody(operation, media);
  const text = value === undefined ? undefined : media.format.write(value, media.view);
  return typeof text === 'string' && !/[\r\n]/.test(text)
    ? { type: plainTypeOf(media), text }
    : undefined;
}

/** A body of any format; undefined where it is no text. */
export function writeBodyAs(media: Media, value: JsonValue): SampleBody | undefined {
  const { format, view } = media;
  const text = format.write(value, view);
  const parameter = format.parameter === undefined ? '' : `; ${format.parameter}`;
  return typeof text === 'string' ? { type: plainTypeOf(media) + parameter, text } : undefined;
}

/** The declared type, or the plainest one of a range. */
function plainTypeOf({ essence, contentType }: Media): string {
  return essence.includes('*') ? contentType : essence;
}

function isOneLine({ essence }: Media): boolean {
  return !essence.startsWith('multipart/') && !essence.includes('*');
}

interface Pieces {
  readonly operation: Operation;
  readonly path: string;
  readonly others: Others;
  readonly credentials: RequestCredentials;
  readonly body: SampleBody | undefined;
}

/** Undefined where the path leads to another operation, such as `/things/mine` for `/things/{id}`. */
function addPath(
  { contract }: SampleTools,
  { operation, path: filled, others, credentials, body }: Pieces,
): SampleRequest | undefined {
  const [plain = '', ...conditions] = filled.split(/[?#&]/);
  const sent = [...others.query, ...credentials.query];
  const names = new Set(sent.map((pair) => pair.split('=', 1)[0]));
  // What tells apart operations of one path stands behind it, as in `/queue#Action=Send`.
  const more = conditions.filter((text) => text !== '' && !names.has(text.split('=', 1)[0]));
  const query = [...more, ...sent].join('&');
  const cookies = [...others.cookies, ...credentials.cookies];
  const headers = [
    ...others.headers,
    ...credentials.headers,
    ...(cookies.length > 0 ? [['Cookie', cookies.join('; ')] as const] : []),
    ...(body ? [['Content-Type', body.type] as const] : []),
  ];
  for (const base of ['', ...operation.bases]) {
    const path = toUriReference(base + plain);
    const asked = { query, headers: Object.fromEntries(headers) };
    const [found] = contract.routes
      .readings(path)
      .flatMap(({ target }) => chooseOperation(target, operation.method, asked) ?? []);
    if (found !== operation) continue;
    const target = query === '' ? path : `${path}?${query}`;
    return { operation, target, headers, body: body?.text };
  }
  return undefined;
}
