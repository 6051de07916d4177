import { isJsonObject } from '../base/json.ts';
import type { RequestBody, Response } from './bodies/bodies.ts';
import { compileBody, compileResponses, findSuccess } from './bodies/bodies.ts';
import type { CompileContext } from './compile-context.ts';
import type { Part } from './load/documents.ts';
import type { Parameter } from './parameters/parameters.ts';
import { compileParameters } from './parameters/parameters.ts';
import { findTwins } from './routing/paths.ts';
import { compileBases } from './routing/servers.ts';
import { parseTemplate } from './routing/templates.ts';
import type { Scheme, Security } from './security.ts';
import { compileSecurity } from './security.ts';

export interface Operation extends Security {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /**
   * The base paths of its servers, without a trailing slash. The server serves the operation below
   * each of them, and without a base path.
   */
  readonly bases: readonly string[];
  readonly part: Part;
  /** The list of parameters that its path declares for all of its operations. */
  readonly pathParameters: Part | undefined;
  /** The names of the path's parameters, in order. */
  readonly pathNames: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly responses: ReadonlyMap<string, Response>;
  /** The response for a successful request. */
  readonly success: Response | undefined;
}

type Schemes = ReadonlyMap<string, Scheme>;

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

export function compileOperations(context: CompileContext, schemes: Schemes): readonly Operation[] {
  const { documents, root } = context;
  const paths = documents.child(root, 'paths');
  if (!paths || !isJsonObject(paths.value)) {
    context.complain(root, 'there is no "paths" object: nothing to serve');
    return [];
  }
  const operations = Object.keys(paths.value)
    .filter((path) => !path.startsWith('x-'))
    .flatMap((path) => compilePath(context, schemes, paths, path));
  tolerateTwins(context, operations);
  return giveOwnIds(context, operations);
}

/** The declared response for a status: the status itself, its range (`4XX`) or the default. */
export function findResponse(operation: Operation, status: number): Response | undefined {
  return (
    operation.responses.get(String(status)) ??
    operation.responses.get(`${Math.floor(status / 100)}XX`) ??
    operation.responses.get('default')
  );
}

function compilePath(
  context: CompileContext,
  schemes: Schemes,
  paths: Part,
  declared: string,
): readonly Operation[] {
  const { documents } = context;
  const place = documents.at(paths, declared) ?? paths;
  const item = documents.follow(place);
  if (!item || !isJsonObject(item.value)) {
    context.tolerate(place, `the path "${declared}" must hold an object`);
    return [];
  }
  if (!declared.startsWith('/')) {
    context.tolerate(place, `the path "${declared}" must begin with "/"`);
  }
  const path = declared.startsWith('/') ? declared : `/${declared}`;
  for (const fault of parseTemplate(path).faults) {
    context.tolerate(place, `the path "${path}" ${fault}`);
  }
  const holders = [...besideReference(place), item];
  return methods.flatMap((method) => {
    const part = findMember(context, holders, method);
    // The walk in load/structure.ts has already reported an operation that is not an object.
    if (!part || !isJsonObject(part.value)) return [];
    return [compileOperation(context, schemes, { holders, part, path, method })];
  });
}

/** Members beside a path's `$ref` count, and win over those of its target. */
function besideReference(place: Part): readonly Part[] {
  if (!isJsonObject(place.value) || place.value['$ref'] === undefined) return [];
  const { $ref: _, ...value } = place.value;
  return [{ ...place, value }];
}

function findMember(
  { documents }: CompileContext,
  holders: readonly Part[],
  member: string,
): Part | undefined {
  for (const holder of holders) {
    const part = documents.child(holder, member);
    if (part) return part;
  }
  return undefined;
}

interface DeclaredOperation {
  /** The path item; if it has a `$ref`, the members beside the reference come first. */
  readonly holders: readonly Part[];
  readonly part: Part;
  readonly path: string;
  readonly method: string;
}

function compileOperation(
  context: CompileContext,
  schemes: Schemes,
  { holders, part, path, method }: DeclaredOperation,
): Operation {
  const { documents, root } = context;
  const id = documents.child(part, 'operationId')?.value;
  const responses = compileResponses(context, part);
  const shared = holders.find((holder) => documents.child(holder, 'parameters'));
  return {
    id: typeof id === 'string' ? id : `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    bases: compileBases(context, [part, ...holders, root]),
    part,
    pathParameters: shared && documents.child(shared, 'parameters'),
    ...compileSecurity(context, part, schemes),
    pathNames: parseTemplate(path).captures.map(({ name }) => name),
    parameters: compileParameters(context, shared ?? part, part, path),
    body: compileBody(context, part),
    responses,
    success: findSuccess(responses, method.toUpperCase()),
  };
}

/** Reports operations with the same address and method: only the first one is served. */
function tolerateTwins(context: CompileContext, operations: readonly Operation[]): void {
  for (const { first, second } of findTwins(operations)) {
    const message = `takes the same requests as ${first.method} ${first.path}, which is served`;
    context.tolerate(second.part, message);
  }
}

/** If two operations have the same id, the later one gets its method and path as its id. */
function giveOwnIds(
  context: CompileContext,
  operations: readonly Operation[],
): readonly Operation[] {
  const seen = new Map<string, Operation>();
  return operations.map((operation) => {
    const { id, method, path, part } = operation;
    const twin = seen.get(id);
    if (!twin) {
      seen.set(id, operation);
      return operation;
    }
    const other = `${twin.method} ${twin.path}`;
    context.tolerate(part, `the operationId "${id}" is also that of ${other}`);
    return { ...operation, id: `${method.toLowerCase()} ${path}` };
  });
}
