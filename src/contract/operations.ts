import { isJsonObject } from '../json.ts';
import type { RequestBody, Response } from './bodies.ts';
import { compileBody, compileResponses, findSuccess } from './bodies.ts';
import type { Part } from './documents.ts';
import type { Parameter } from './parameters.ts';
import { compileParameters } from './parameters.ts';
import { hasMixedSegment, parameterNames } from './routes.ts';
import type { Requirement, Scheme } from './security.ts';
import { compileSecurity } from './security.ts';
import type { Workshop } from './workshop.ts';

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly part: Part;
  readonly security: readonly Requirement[];
  /** The names in the path's braces, in order. */
  readonly pathNames: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly responses: ReadonlyMap<string, Response>;
  /** The response of a request that succeeds. */
  readonly success: Response | undefined;
}

type Schemes = ReadonlyMap<string, Scheme>;

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

export function compileOperations(workshop: Workshop, schemes: Schemes): readonly Operation[] {
  const { documents, root } = workshop;
  const paths = documents.child(root, 'paths');
  if (!paths || !isJsonObject(paths.value)) {
    workshop.complain(root, 'there is no "paths" object: nothing to serve');
    return [];
  }
  const operations = Object.keys(paths.value)
    .filter((path) => !path.startsWith('x-'))
    .flatMap((path) => compilePath(workshop, schemes, paths, path));
  complainOfTwins(workshop, operations);
  return operations;
}

/** The response that an operation declares for a status: exactly, by its range, or by default. */
export function findResponse(operation: Operation, status: number): Response | undefined {
  return (
    operation.responses.get(String(status)) ??
    operation.responses.get(`${Math.floor(status / 100)}XX`) ??
    operation.responses.get('default')
  );
}

function compilePath(
  workshop: Workshop,
  schemes: Schemes,
  paths: Part,
  path: string,
): readonly Operation[] {
  const { documents } = workshop;
  const item = documents.child(paths, path);
  if (!item || !isJsonObject(item.value) || !path.startsWith('/')) {
    const message = `the path "${path}" must begin with "/" and hold an object`;
    workshop.complain(documents.at(paths, path) ?? paths, message);
    return [];
  }
  if (hasMixedSegment(path)) {
    const message = 'a segment that holds more than one parameter can not be served yet';
    workshop.complain(item, message);
    return [];
  }
  return methods.flatMap((method) => {
    const part = documents.child(item, method);
    if (!part || !isJsonObject(part.value)) return [];
    return [compileOperation(workshop, schemes, { item, part, path, method })];
  });
}

interface Declared {
  readonly item: Part;
  readonly part: Part;
  readonly path: string;
  readonly method: string;
}

function compileOperation(
  workshop: Workshop,
  schemes: Schemes,
  { item, part, path, method }: Declared,
): Operation {
  const id = workshop.documents.child(part, 'operationId')?.value;
  const responses = compileResponses(workshop, part);
  return {
    id: typeof id === 'string' ? id : `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    part,
    security: compileSecurity(workshop, part, schemes),
    pathNames: parameterNames(path),
    parameters: compileParameters(workshop, item, part, path),
    body: compileBody(workshop, part),
    responses,
    success: findSuccess(responses),
  };
}

function complainOfTwins(workshop: Workshop, operations: readonly Operation[]): void {
  const seen = new Map<string, Operation>();
  for (const operation of operations) {
    const { id, part } = operation;
    const twin = seen.get(id);
    if (twin) {
      const other = `${twin.method} ${twin.path}`;
      workshop.complain(part, `the operationId "${id}" is also that of ${other}`);
    } else seen.set(id, operation);
  }
}
