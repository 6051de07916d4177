import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, isSameJson, textOf } from '../../src/base/json.ts';
import type { Generate } from '../../src/behaviors/values/generate.ts';
import type { Media } from '../../src/contract/bodies/bodies.ts';
import { assembleForm, formFormat, parseFields } from '../../src/contract/bodies/formats/form.ts';
import { jsonFormat } from '../../src/contract/bodies/formats/json.ts';
import { multipartFormat } from '../../src/contract/bodies/formats/multipart.ts';
import type { Operation } from '../../src/contract/operations.ts';
import { multipart } from '../contracts/multipart.ts';
import { Miss } from './miss.ts';

/** A body as it goes out. */
export interface Written {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

const patchType = 'application/json-patch+json';
const writable = [jsonFormat, formFormat, multipartFormat];

/** The media type that the body of an operation is sent in; undefined where it has none. */
export function chooseBodyMedia({ body }: Operation): Media | undefined {
  const media = (body?.media ?? []).filter(({ schema }) => schema !== undefined);
  const plain = media.filter(({ essence }) => essence !== patchType);
  for (const offers of [plain, media]) {
    for (const format of writable) {
      const found = offers.find((each) => each.format === format);
      if (found) return found;
    }
  }
  return undefined;
}

/** Whether a body is a list of changes (RFC 6902), whatever its type is called. */
export function isPatchList({ essence }: Media, body: JsonValue): boolean {
  if (essence === patchType) return true;
  const changes: readonly JsonValue[] = Array.isArray(body) ? body : [];
  return changes.some((each) => isJsonObject(each) && 'op' in each && 'path' in each);
}

/** A valid body for an operation; other labels make others. */
export function makeBody(
  generate: Generate,
  { id }: Operation,
  media: Media,
  label: string,
): JsonValue {
  if (!media.schema) return {};
  try {
    const manner = { direction: 'request', examples: label === 'a' ? 'first' : 'never' } as const;
    return media.isJson
      ? generate(media.schema, `${id} ${label}`, manner)
      : keepPlain(generate(media.schema, `${id} ${label}`, manner), media);
  } catch (error) {
    throw new Miss('unmade', `no body for ${id}: ${String(error)}`);
  }
}

/** Of what goes into a form, only what is demanded or has one way to be written and to be read. */
function keepPlain(value: JsonValue, media: Media): JsonValue {
  if (!isJsonObject(value)) return value;
  const isFit = (members: JsonObject): boolean => (media.check?.(members) ?? []).length === 0;
  let kept: JsonObject = value;
  for (const [name, member] of Object.entries(value)) {
    const isPlain = typeof member !== 'object' && member !== '' && isReadAgain(name, member, media);
    const { [name]: _, ...others } = kept;
    if (!isPlain && isFit(others)) kept = others;
  }
  return kept;
}

/** Texts have no types: where a schema has several, one may be taken for another. */
function isReadAgain(name: string, member: JsonValue, { format, view }: Media): boolean {
  if (format !== formFormat) return true;
  try {
    const read = assembleForm(parseFields(writePairs({ [name]: member }).join('&')), view);
    return isSameJson(read, { [name]: member });
  } catch {
    return false;
  }
}

export function writeBody(value: JsonValue, media: Media): Written {
  // A range is no type that anything could be sent in.
  const type = media.essence.includes('*') ? 'application/json' : media.type;
  const headers = { 'Content-Type': type };
  if (media.format === formFormat) return { headers, body: writePairs(value).join('&') };
  if (media.format !== multipartFormat) return { headers, body: JSON.stringify(value) };
  const fields = isJsonObject(value) ? Object.entries(value) : [];
  return multipart(fields.map(([name, member]) => ({ name, content: textOf(member) })));
}

function writePairs(value: JsonValue, name = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) {
    return [`${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`];
  }
  return Object.entries(value).flatMap(([member, each]: [string, JsonValue]) =>
    writePairs(each, name === '' ? member : `${name}[${member}]`),
  );
}
