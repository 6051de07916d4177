import type { JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { Part } from './documents.ts';
import type { Example } from './examples.ts';
import { compileExamples } from './examples.ts';
import type { ResponseHeader } from './headers.ts';
import { compileHeaders } from './headers.ts';
import type { MediaKind } from './media.ts';
import { isJsonType, kindOf, parseMediaType } from './media.ts';
import type { Renderer } from './rendering.ts';
import { compileRenderer } from './rendering.ts';
import type { Check, Direction } from './validators.ts';
import type { Workshop } from './workshop.ts';
import { compileWriter } from './writing.ts';

/** One media type of a body: how it is told apart, checked, and rendered. */
export interface Media {
  /** As the contract writes it. */
  readonly type: string;
  readonly essence: string;
  readonly isJson: boolean;
  readonly kind: MediaKind;
  readonly schema: Part | undefined;
  readonly check: Check | undefined;
  readonly renderer: Renderer;
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

export function compileBody(workshop: Workshop, operation: Part): RequestBody | undefined {
  const body = workshop.documents.child(operation, 'requestBody');
  if (!body || !isJsonObject(body.value)) return undefined;
  return {
    isRequired: body.value['required'] === true,
    media: compileMedia(workshop, body, 'request'),
  };
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
    responses.set(status, { status, headers, media: compileMedia(workshop, response, 'response') });
  }
  if (names.length === 0) workshop.complain(operation, 'the operation declares no response');
  return responses;
}

/** The lowest 2xx, then the range, then the default, then what is declared first and ends a request. */
export function findSuccess(responses: ReadonlyMap<string, Response>): Response | undefined {
  const statuses = [...responses.keys()].filter((status) => /^2\d\d$/.test(status));
  const [lowest = '2XX'] = statuses.toSorted();
  const first = [...responses.values()].find(({ status }) => !status.startsWith('1'));
  return responses.get(lowest) ?? responses.get('default') ?? first;
}

function compileMedia(workshop: Workshop, holder: Part, direction: Direction): readonly Media[] {
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
    const check = schema && validators.check(schema, direction);
    const kind = kindOf(essence);
    const renderer = compileRenderer(documents, schema, { check, write: compileWriter(kind) });
    const isJson = isJsonType(essence);
    // What a response hides of an example is no fault of it.
    const judge = direction === 'response' ? (it: JsonValue) => renderer.render(it).faults : check;
    return [
      {
        type,
        essence,
        isJson,
        kind,
        schema,
        check,
        renderer,
        examples: compileExamples(workshop, part, { judge, isJson }),
      },
    ];
  });
}

function membersOf(part: Part | undefined): readonly string[] {
  return part && isJsonObject(part.value) ? Object.keys(part.value) : [];
}
