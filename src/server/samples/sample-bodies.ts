import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { ExistingRecords } from '../../behaviors/records/existing-records.ts';
import type { Generate } from '../../behaviors/values/generate.ts';
import { tryGenerate } from '../../behaviors/writing/supply.ts';
import type { Media } from '../../contract/bodies/bodies.ts';
import type { Contract } from '../../contract/compile.ts';
import type { Operation } from '../../contract/operations.ts';
import type { StudySchema } from '../../contract/schema/schema-facts.ts';

/** Makes what a request sends in a media type; undefined where no value fits. */
export type MakeBody = (operation: Operation, media: Media) => JsonValue | undefined;

export interface BodyTools {
  readonly contract: Pick<Contract, 'targets'>;
  readonly generate: Generate;
  /** Undefined: the server has no state. */
  readonly pointReferences: ExistingRecords['pointReferences'] | undefined;
}

const shortBody = 160;

/** Bodies for one line: what is required, and at least one member. */
export function createShortBodies(tools: BodyTools, study: StudySchema): MakeBody {
  return (operation, media) => {
    const { schema, examples } = media;
    if (!schema) return examples[0]?.value ?? {};
    const facts = study(schema);
    const wanted = facts.required.size > 0 ? [] : namesWanted(facts);
    const make = (use: 'first' | 'never'): JsonValue | undefined => {
      const manner = { direction: 'request', only: wanted, examples: use } as const;
      const made = tryGenerate(tools.generate, schema, operation.id, manner);
      return isJsonObject(made) ? pointOut(tools, operation, media, made) : made;
    };
    const usual = make('first');
    if (usual === undefined || JSON.stringify(usual).length <= shortBody) return usual;
    const made = make('never');
    const isShorter =
      made !== undefined && JSON.stringify(made).length < JSON.stringify(usual).length;
    return isShorter ? made : usual;
  };
}

/** An empty body shows little, so it gets one member: a text that people read, if possible. */
function namesWanted(facts: ReturnType<StudySchema>): readonly string[] {
  const own = [...facts.names].filter((name) => facts.member(name)?.isReadOnly === false);
  const texts = own.filter((name) => facts.member(name)?.types.has('string'));
  const usual = texts.find((name) => /name|title|subject|label|text|description/i.test(name));
  return [usual ?? texts[0] ?? own[0] ?? []].flat();
}

/** Bodies for a test: little more than what is required. */
export function createTellingBodies(tools: BodyTools): MakeBody {
  return (operation, media) => {
    const { schema, examples } = media;
    if (!schema) return examples[0]?.value ?? {};
    const manner = { direction: 'request' } as const;
    const made = tryGenerate(tools.generate, schema, operation.id, manner);
    const role = tools.contract.targets.get(operation)?.role ?? 'improvised';
    if (!isJsonObject(made) || role === 'improvised') return made;
    return trim(pointOut(tools, operation, media, made), media);
  };
}

/** Lets a record name others that exist: a server may refuse it otherwise. */
function pointOut(
  { contract, pointReferences }: BodyTools,
  operation: Operation,
  { check }: Media,
  body: JsonObject,
): JsonObject {
  const target = contract.targets.get(operation);
  if (!pointReferences || !target || target.role === 'improvised') return body;
  // References are known of the record itself, not of a body that wraps it.
  if ((target.given?.steps ?? []).length > 0) return body;
  const collection = { ...target.collection, check };
  return pointReferences({ collection, key: '', parents: [], body });
}

/** How many members that are not required stay. */
const mostOptional = 3;

function trim(body: JsonObject, { check }: Media): JsonObject {
  const isFit = (members: JsonObject): boolean => (check?.(members) ?? []).length === 0;
  let kept = body;
  for (const name of Object.keys(body).toReversed()) {
    const { [name]: value, ...others } = kept;
    const isSimple = typeof value !== 'object' && Object.keys(kept).length <= mostOptional;
    if (!isSimple && isFit(others)) kept = others;
  }
  return kept;
}
