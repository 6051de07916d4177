import type { Generate } from '../../src/behaviors/generate.ts';
import type { Media } from '../../src/contract/bodies.ts';
import type { Operation } from '../../src/contract/operations.ts';
import type { JsonObject, JsonValue } from '../../src/json.ts';
import { isJsonObject, textOf } from '../../src/json.ts';
import { multipart } from '../contracts/multipart.ts';
import { Miss } from './miss.ts';

/** A body as it goes out. */
export interface Written {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

const patchType = 'application/json-patch+json';
const writable = ['json', 'form', 'multipart'] as const;

/** The media type that the body of an operation is sent in; undefined where it has none. */
export function chooseBodyMedia({ body }: Operation): Media | undefined {
  const media = (body?.media ?? []).filter(({ schema }) => schema !== undefined);
  const plain = media.filter(({ essence }) => essence !== patchType);
  for (const offers of [plain, media]) {
    for (const kind of writable) {
      const found = offers.find((each) => each.kind === kind);
      if (found) return found;
    }
  }
  return undefined;
}

export function isPatchList({ essence }: Media): boolean {
  return essence === patchType;
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
    return media.kind === 'json'
      ? generate(media.schema, `${id} ${label}`, manner)
      : keepPlain(generate(media.schema, `${id} ${label}`, manner), media);
  } catch (error) {
    throw new Miss('unmade', `no body for ${id}: ${String(error)}`);
  }
}

/** Of what goes into a form, only what has one way to be written: texts, numbers and the like. */
function keepPlain(value: JsonValue, { check }: Media): JsonValue {
  if (!isJsonObject(value)) return value;
  const plain: JsonObject = Object.fromEntries(
    Object.entries(value).filter(([, member]) => typeof member !== 'object' && member !== ''),
  );
  return !check || check(plain).length === 0 ? plain : value;
}

export function writeBody(value: JsonValue, media: Media): Written {
  const headers = { 'Content-Type': media.type };
  if (media.kind === 'form') return { headers, body: writePairs(value).join('&') };
  if (media.kind !== 'multipart') return { headers, body: JSON.stringify(value) };
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
