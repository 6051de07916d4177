import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { defineMember, isJsonObject, stepDown } from '../../../base/json.ts';
import type { UpgradeDraft, MadeObject, MediaTypes, MovedPlace } from './draft.ts';
import { copy, copyObject, takeSchema, upgradeEach } from './draft.ts';

/** In 2.0 a response has one schema. In 3.0 each of its media types gets this schema. */
export function upgradeResponse(
  draft: UpgradeDraft,
  value: JsonValue,
  produces: MediaTypes,
  places: MovedPlace,
): JsonValue {
  if (!isJsonObject(value) || typeof value['$ref'] === 'string') return copy(draft, value);
  const { schema, examples, headers, ...rest } = value;
  const content: MadeObject = {};
  draft.moves.noteOrigin(`${places.to}/content`, places.from);
  if ((schema ?? null) !== null) addSchemas(draft, content, value, { produces, places });
  if (isJsonObject(examples)) addExamples(draft, content, examples, places);
  return {
    description: '',
    ...copyObject(draft, rest),
    ...((headers ?? null) === null
      ? {}
      : { headers: upgradeHeaders(draft, headers ?? null, places) }),
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
}

function addSchemas(
  draft: UpgradeDraft,
  content: MadeObject,
  { schema = null }: JsonObject,
  {
    produces,
    places: { to, from },
  }: { readonly produces: MediaTypes; readonly places: MovedPlace },
): void {
  for (const name of produces.names.length > 0 ? produces.names : ['*/*']) {
    const at = stepDown(`${to}/content`, name);
    const index = produces.names.indexOf(name);
    draft.moves.noteOrigin(at, index === -1 ? from : stepDown(produces.pointer, index));
    draft.moves.note(`${at}/schema`, `${from}/schema`);
    defineMember<JsonValue>(content, name, { schema: copy(draft, schema) });
  }
}

/** An example may add a media type that "produces" does not list. */
function addExamples(
  draft: UpgradeDraft,
  content: MadeObject,
  examples: JsonObject,
  { to, from }: MovedPlace,
): void {
  for (const name in examples) {
    const at = stepDown(`${to}/content`, name);
    const origin = stepDown(`${from}/examples`, name);
    draft.moves.noteOrigin(`${at}/examples`, origin);
    draft.moves.noteOrigin(`${at}/examples/response/value`, origin);
    const media = Object.hasOwn(content, name) ? content[name] : undefined;
    const example = { response: { value: examples[name] ?? null } };
    defineMember<JsonValue>(content, name, {
      ...(isJsonObject(media) ? media : {}),
      examples: example,
    });
  }
}

function upgradeHeaders(
  draft: UpgradeDraft,
  headers: JsonValue,
  { to, from }: MovedPlace,
): JsonValue {
  return upgradeEach(headers, '', (header, pointer) => {
    if (!isJsonObject(header) || typeof header['$ref'] === 'string') return copy(draft, header);
    const made = copyObject(draft, header);
    if (made['type'] === 'array' && made['collectionFormat'] === 'multi') made['explode'] = true;
    Reflect.deleteProperty(made, 'collectionFormat');
    const schema = takeSchema(made);
    if (!schema) return made;
    draft.moves.noteOrigin(`${to}/headers${pointer}/schema`, `${from}/headers${pointer}`);
    return { ...made, schema };
  });
}
