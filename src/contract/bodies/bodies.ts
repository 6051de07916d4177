import type { JsonValue } from '../../base/json.ts';
import type { JsonObject } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Check, BodyDirection, SchemaFault } from '../checks/validators.ts';
import type { CompileContext } from '../compile-context.ts';
import type { Part } from '../load/documents.ts';
import { namesIn } from '../schema/keywords.ts';
import { compileShape } from '../schema/text-shape.ts';
import type { Example } from './examples.ts';
import { compileExamples } from './examples.ts';
import { compileEncodings } from './formats/form.ts';
import type { BodyView, Format, Payload } from './formats/format.ts';
import { formatOf } from './formats/formats.ts';
import { jsonFormat } from './formats/json.ts';
import type { ResponseHeader } from './headers.ts';
import { compileHeaders } from './headers.ts';
import { narrowOffer, negotiate, parseMediaType, plainestType } from './media.ts';
import { reviewMembers } from './patched-members.ts';
import type { Renderer } from './rendering.ts';
import { compileRenderer } from './rendering.ts';

/** One media type of a body: how the server recognises, checks, reads and writes it. */
export interface Media {
  /** The media type as the contract writes it. */
  readonly type: string;
  readonly essence: string;
  /** The Content-Type of a reply. */
  readonly contentType: string;
  readonly isJson: boolean;
  /** How the server writes it; a client may send another type of a declared range. */
  readonly format: Format;
  readonly schema: Part | undefined;
  readonly check: Check | undefined;
  readonly view: BodyView;
  readonly renderer: Renderer;
  /** What is wrong with members that such a value gets, whatever else is in it. */
  readonly reviewMembers: (members: JsonObject) => readonly SchemaFault[];
  readonly examples: readonly Example[];
}

export interface RequestBody {
  readonly isRequired: boolean;
  readonly media: readonly Media[];
}

export interface Response {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly headers: readonly ResponseHeader[];
  readonly media: readonly Media[];
}

export function compileBody(context: CompileContext, operation: Part): RequestBody | undefined {
  const body = context.documents.child(operation, 'requestBody');
  if (!body || !isJsonObject(body.value)) return undefined;
  const media = compileMedia(context, body, 'request');
  // A request body without declared media types is ignored, like a body that is not declared.
  if (media.length === 0) return undefined;
  return { isRequired: body.value['required'] === true, media };
}

export function compileResponses(
  context: CompileContext,
  operation: Part,
): ReadonlyMap<string, Response> {
  const { documents } = context;
  const declared = documents.child(operation, 'responses');
  const responses = new Map<string, Response>();
  const names = namesIn(declared?.value).filter((name) => !name.startsWith('x-'));
  for (const name of names) {
    const response = declared && documents.child(declared, name);
    const status = name.toUpperCase() === 'DEFAULT' ? 'default' : name.toUpperCase();
    if (!response || !/^([1-5]\d\d|[1-5]XX|default)$/.test(status)) {
      const message = `the response "${name}" must be a status such as 200, 4XX or default`;
      context.tolerate((declared && documents.at(declared, name)) ?? operation, message);
      continue;
    }
    responses.set(status, compileOnce(context, response, status));
  }
  if (names.length === 0) context.tolerate(operation, 'the operation declares no response');
  // Where the contract declares no response, a reply of any status without a body is valid.
  if (responses.size === 0) responses.set('default', { status: 'default', headers: [], media: [] });
  return responses;
}

/** Many operations can refer to one response: it is compiled once for each status. */
function compileOnce(context: CompileContext, part: Part, status: string): Response {
  const responses = shared.get(context) ?? new Map<string, Response>();
  shared.set(context, responses);
  const place = `${status} ${part.uri}#${part.pointer}`;
  const known = responses.get(place);
  if (known) return known;
  const response = compileResponse(context, part, status);
  responses.set(place, response);
  return response;
}

const shared = new WeakMap<CompileContext, Map<string, Response>>();

function compileResponse(context: CompileContext, part: Part, status: string): Response {
  const headers = compileHeaders(context, part);
  const media = compileMedia(context, part, 'response');
  if (!isBodyless(status)) return { status, headers, media };
  if (media.length > 0) {
    context.tolerate(part, `a ${status} never has a body, but this one declares content`);
  }
  return { status, headers, media: [] };
}

/** Chooses the media that `Accept` prefers; a range such as `image/*` becomes a type in it. */
export function chooseMedia(
  accept: string | undefined,
  offers: readonly Media[],
): Media | undefined {
  const type = negotiate(
    accept,
    offers.map((offer) => offer.type),
  );
  const media = offers.find((offer) => offer.type === type);
  if (!media || !media.essence.includes('*')) return media;
  const narrow = narrowOffer(accept, media.type, (one, other) => formatOf(one) === formatOf(other));
  const contentType = contentTypeOf(narrow, media.format);
  return { ...media, type: narrow, essence: narrow, contentType };
}

/**
 * JSON is always UTF-8 and has no charset parameter (RFC 8259, section 11); XML declares its charset
 * itself.
 */
function contentTypeOf(type: string, { parameter }: Format): string {
  if (parameter !== undefined) return `${type}; ${parameter}`;
  if (!type.startsWith('text/') || /;\s*charset\s*=/i.test(type)) return type;
  return `${type}; charset=utf-8`;
}

/** Replies with these statuses end after their headers (RFC 9110, section 6.4.1). */
function isBodyless(status: string): boolean {
  return /^(1..|204|205|304)$/.test(status);
}

/** What a POST makes (201), else the lowest 2xx, then `2XX`, then `default`, then the first declared response above 1xx. */
export function findSuccess(
  responses: ReadonlyMap<string, Response>,
  method: string,
): Response | undefined {
  const made = method === 'POST' ? responses.get('201') : undefined;
  if (made) return made;
  const statuses = [...responses.keys()].filter((status) => /^2\d\d$/.test(status));
  const [lowest = '2XX'] = statuses.toSorted();
  const first = [...responses.values()].find(({ status }) => !status.startsWith('1'));
  return responses.get(lowest) ?? responses.get('default') ?? first;
}

function compileMedia(
  context: CompileContext,
  holder: Part,
  direction: BodyDirection,
): readonly Media[] {
  const { documents, validators } = context;
  const content = documents.child(holder, 'content');
  return namesIn(content?.value).flatMap((type) => {
    const part = content && documents.child(content, type);
    const essence = parseMediaType(type)?.essence;
    if (essence === undefined) {
      context.tolerate(content ?? holder, `"${type}" is not a media type`);
    }
    if (!part || essence === undefined) return [];
    const schema = documents.at(part, 'schema');
    const isTold = schema !== undefined && documents.toldSchemas.has(schema.value);
    const check = schema && !isTold ? validators.check(schema, direction) : undefined;
    // The server writes a range, such as `text/*`, as the plainest type in it.
    const plain = plainestType(essence);
    const format = formatOf(plain);
    const shape = compileShape(documents, schema);
    const view = { essence, shape, encodings: compileEncodings(documents, part) };
    const write = (it: JsonValue): Payload => format.write(it, view);
    const read = (it: JsonValue): JsonValue => readDocument(it, format, view);
    const renderer = compileRenderer(documents, schema, { check, write, read });
    const isJson = format === jsonFormat;
    // An example may hold members that the response hides: they are not faults.
    const judge = (it: JsonValue): readonly SchemaFault[] =>
      direction === 'response' ? renderer.render(it).faults : (check?.(read(it)) ?? []);
    const rules = { judge: check && judge, isJson };
    let examples: readonly Example[] | undefined;
    return [
      {
        type,
        essence,
        contentType: contentTypeOf(essence === plain ? type : plain, format),
        isJson,
        format,
        schema,
        check,
        view,
        renderer,
        reviewMembers: (members) =>
          schema ? reviewMembers(documents, validators, schema, members) : [],
        get examples() {
          return (examples ??= compileExamples(context, part, rules));
        },
      },
    ];
  });
}

/** A value may be given as a finished text of its format: reads the value that it stands for. */
function readDocument(value: JsonValue, format: Format, view: BodyView): JsonValue {
  if (typeof value !== 'string' || !format.readDocument) return value;
  const { types } = view.shape();
  if (types.size === 0 || types.has('string')) return value;
  try {
    return format.readDocument(value, view);
  } catch (error) {
    // A text that cannot be read stays as it is: its schema then says what is wrong with it.
    if (error instanceof SyntaxError) return value;
    throw error;
  }
}
