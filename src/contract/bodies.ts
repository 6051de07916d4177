import type { JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { Documents, Part } from './documents.ts';
import { isJsonType, parseMediaType } from './media.ts';
import type { Primitive } from './parameters.ts';
import { primitiveOf } from './parameters.ts';
import type { Renderer } from './rendering.ts';
import { compileRenderer } from './rendering.ts';
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

export function compileBody(workshop: Workshop, operation: Part): RequestBody | undefined {
  const body = workshop.documents.child(operation, 'requestBody');
  if (!body || !isJsonObject(body.value)) return undefined;
  return { isRequired: body.value['required'] === true, media: compileMedia(workshop, body) };
}

export function compileResponses(
  workshop: Workshop,
  operation: Part,
): ReadonlyMap<string, Response> {
  const { documents } = workshop;
  const declared = documents.child(operation, 'responses');
  const responses = new Map<string, Response>();
  const names = membersOf(declared).filter((name) => !name.startsWith('x-'));
  for (const name of names) {
    const response = declared && documents.child(declared, name);
    const status = name.toUpperCase() === 'DEFAULT' ? 'default' : name.toUpperCase();
    if (!response || !/^([1-5]\d\d|[1-5]XX|default)$/.test(status)) {
      const message = `the response "${name}" must be a status such as 200, 4XX or default`;
      workshop.complain((declared && documents.at(declared, name)) ?? operation, message);
      continue;
    }
    const headers = compileHeaders(workshop, response);
    responses.set(status, { status, headers, media: compileMedia(workshop, response) });
  }
  if (names.length === 0) workshop.complain(operation, 'the operation declares no response');
  return responses;
}

/** The lowest 2xx, then the range, then the default, then whatever is declared first. */
export function findSuccess(responses: ReadonlyMap<string, Response>): Response | undefined {
  const statuses = [...responses.keys()].filter((status) => /^2\d\d$/.test(status));
  const [lowest = '2XX'] = statuses.toSorted();
  const [first] = responses.values();
  return responses.get(lowest) ?? responses.get('default') ?? first;
}

function compileHeaders(workshop: Workshop, response: Part): readonly ResponseHeader[] {
  const { documents, validators } = workshop;
  const headers = documents.child(response, 'headers');
  return membersOf(headers).flatMap((name) => {
    const header = headers && documents.child(headers, name);
    if (!header || !isJsonObject(header.value)) return [];
    const schema = documents.at(header, 'schema');
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
  const { documents, validators } = workshop;
  const content = documents.child(holder, 'content');
  return membersOf(content).flatMap((type) => {
    const part = content && documents.child(content, type);
    const essence = parseMediaType(type)?.essence;
    if (essence === undefined) {
      workshop.complain(content ?? holder, `"${type}" is not a media type`);
    }
    if (!part || essence === undefined) return [];
    const schema = documents.at(part, 'schema');
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
  const own = documents.at(media, 'example');
  if (own) return own.value;
  const examples = documents.child(media, 'examples');
  const [first] = membersOf(examples);
  if (examples && first !== undefined) return documents.at(examples, first, 'value')?.value;
  return documents.at(media, 'schema', 'example')?.value;
}

function membersOf(part: Part | undefined): readonly string[] {
  return part && isJsonObject(part.value) ? Object.keys(part.value) : [];
}
