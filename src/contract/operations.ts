import type { JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { Documents, Part } from './documents.ts';
import { isJsonType, parseMediaType } from './media.ts';
import type { Parameter, Primitive } from './parameters.ts';
import { compileParameters, primitiveOf } from './parameters.ts';
import type { Renderer } from './rendering.ts';
import { compileRenderer } from './rendering.ts';
import { parameterNames } from './routes.ts';
import type { Requirement } from './security.ts';
import { compileSecurity } from './security.ts';
import type { Check } from './validators.ts';
import type { Workshop } from './workshop.ts';

/** One media type of a body: how it is told apart, checked, and rendered. */
export interface Media {
  /** As the contract writes it. */
  readonly type: string;
  readonly essence: string;
  readonly isJson: boolean;
  readonly schema: Part | undefined;
  readonly check: Check | undefined;
  readonly renderer: Renderer;
  readonly example: JsonValue | undefined;
}

export interface RequestBody {
  readonly isRequired: boolean;
  readonly media: readonly Media[];
}

export interface ResponseHeader {
  readonly name: string;
  readonly isRequired: boolean;
  readonly primitive: Primitive;
  readonly schema: Part | undefined;
  readonly check: Check | undefined;
}

export interface Response {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly headers: readonly ResponseHeader[];
  readonly media: readonly Media[];
}

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

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

export function compileOperations(workshop: Workshop): readonly Operation[] {
  const { documents, complaints } = workshop;
  const paths = documents.child(documents.root, 'paths');
  if (!paths || !isJsonObject(paths.value)) {
    complaints.push(
      documents.complain(documents.root, 'there is no "paths" object: nothing to serve'),
    );
    return [];
  }
  const operations = Object.keys(paths.value)
    .filter((path) => !path.startsWith('x-'))
    .flatMap((path) => compilePath(workshop, paths, path));
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

function compilePath(workshop: Workshop, paths: Part, path: string): readonly Operation[] {
  const { documents, complaints } = workshop;
  const item = documents.child(paths, path);
  if (!item || !isJsonObject(item.value) || !path.startsWith('/')) {
    const at = item ?? paths;
    complaints.push(
      documents.complain(at, `the path "${path}" must begin with "/" and hold an object`),
    );
    return [];
  }
  return methods.flatMap((method) => {
    const part = documents.child(item, method);
    return part && isJsonObject(part.value)
      ? [compileOperation(workshop, item, part, path, method)]
      : [];
  });
}

function compileOperation(
  workshop: Workshop,
  item: Part,
  part: Part,
  path: string,
  method: string,
): Operation {
  const { documents, complaints, schemes } = workshop;
  const id = documents.child(part, 'operationId')?.value;
  const responses = compileResponses(workshop, part);
  return {
    id: typeof id === 'string' ? id : `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    part,
    security: compileSecurity(documents, part, schemes, complaints),
    pathNames: parameterNames(path),
    parameters: compileParameters(workshop, item, part, path),
    body: compileBody(workshop, part),
    responses,
    success: findSuccess(responses),
  };
}

function compileBody(workshop: Workshop, operation: Part): RequestBody | undefined {
  const body = workshop.documents.child(operation, 'requestBody');
  if (!body || !isJsonObject(body.value)) return undefined;
  return { isRequired: body.value['required'] === true, media: compileMedia(workshop, body) };
}

function compileResponses(workshop: Workshop, operation: Part): ReadonlyMap<string, Response> {
  const { documents, complaints } = workshop;
  const declared = documents.child(operation, 'responses');
  const responses = new Map<string, Response>();
  for (const status of membersOf(declared)) {
    const response = declared && documents.child(declared, status);
    const code = status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase();
    if (!response || !/^([1-5]\d\d|[1-5]XX|default)$/.test(code)) {
      complaints.push(
        documents.complain(
          declared ?? operation,
          `the response "${status}" must be a status such as 200, 4XX or default, and its reference must lead somewhere`,
        ),
      );
      continue;
    }
    responses.set(code, {
      status: code,
      headers: compileHeaders(workshop, response),
      media: compileMedia(workshop, response),
    });
  }
  if (responses.size === 0) {
    complaints.push(documents.complain(operation, 'the operation declares no response'));
  }
  return responses;
}

function compileHeaders(workshop: Workshop, response: Part): readonly ResponseHeader[] {
  const { documents, validators } = workshop;
  const headers = documents.child(response, 'headers');
  return membersOf(headers).flatMap((name) => {
    const header = headers && documents.child(headers, name);
    if (!header || !isJsonObject(header.value)) return [];
    const schema = documents.child(header, 'schema');
    return [
      {
        name,
        isRequired: header.value['required'] === true,
        primitive: primitiveOf(documents, schema),
        schema,
        check: schema && validators.check(schema),
      },
    ];
  });
}

function compileMedia(workshop: Workshop, holder: Part): readonly Media[] {
  const { documents, validators, complaints } = workshop;
  const content = documents.child(holder, 'content');
  return membersOf(content).flatMap((type) => {
    const part = content && documents.child(content, type);
    const essence = parseMediaType(type)?.essence;
    if (!part || essence === undefined) {
      complaints.push(documents.complain(content ?? holder, `"${type}" is not a media type`));
      return [];
    }
    const schema = documents.child(part, 'schema');
    const check = schema && validators.check(schema);
    return [
      {
        type,
        essence,
        isJson: isJsonType(essence),
        schema,
        check,
        renderer: compileRenderer(documents, schema, check),
        example: findExample(documents, part),
      },
    ];
  });
}

function findExample(documents: Documents, media: Part): JsonValue | undefined {
  const single = documents.child(media, 'example');
  if (single) return single.value;
  const examples = documents.child(media, 'examples');
  const [first] = membersOf(examples);
  if (examples && first !== undefined) return documents.child(examples, first, 'value')?.value;
  const schema = documents.child(media, 'schema');
  return schema && documents.child(schema, 'example')?.value;
}

/** The lowest 2xx, then the range, then the default, then whatever is declared first. */
function findSuccess(responses: ReadonlyMap<string, Response>): Response | undefined {
  const lowest = [...responses.keys()].filter((status) => /^2\d\d$/.test(status)).toSorted()[0];
  const [first] = responses.values();
  return responses.get(lowest ?? '2XX') ?? responses.get('default') ?? first;
}

function complainOfTwins(
  { documents, complaints }: Workshop,
  operations: readonly Operation[],
): void {
  const seen = new Map<string, Operation>();
  for (const operation of operations) {
    const twin = seen.get(operation.id);
    if (twin)
      complaints.push(
        documents.complain(
          operation.part,
          `the operationId "${operation.id}" is also that of ${twin.method} ${twin.path}`,
        ),
      );
    seen.set(operation.id, operation);
  }
}

function membersOf(part: Part | undefined): readonly string[] {
  return part && isJsonObject(part.value) ? Object.keys(part.value) : [];
}
