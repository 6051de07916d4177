import type { Media } from '../../bodies/bodies.ts';
import { isBinaryType } from '../../bodies/formats/sent-files.ts';
import type { Operation } from '../../operations.ts';
import type { SchemaFacts, StudySchema } from '../../schema/schema-facts.ts';

/** Whether the body of an operation is a file, or has one in a member of a form. */
export function takesFile({ body }: Operation, study: StudySchema): boolean {
  const media = body?.media ?? [];
  const isJsonToo = media.some(({ isJson }) => isJson);
  // Without a file, a form would be sent as fields or JSON, too.
  const isFormAlone = media.every(({ essence }) => essence === 'multipart/form-data');
  return media.some((one) => {
    const { essence, schema } = one;
    const facts = schema && study(schema);
    if (essence.startsWith('multipart/'))
      return facts !== undefined && hasFile(one, facts, isFormAlone);
    const isPlain = facts ? isText(facts) : !isJsonToo;
    return isPlain && isFileType(one);
  });
}

/** Whether each reply for success is a file. */
export function givesFile({ success }: Operation, study: StudySchema): boolean {
  const isMade = success !== undefined && /^(2..|default)$/.test(success.status);
  if (!isMade || success.media.length === 0) return false;
  return success.media.every(
    (one) => isFileType(one) || one.format.content === 'text' || isAnyFile(one, study),
  );
}

function isFileType({ essence, format }: Media): boolean {
  return format.content === 'bytes' || (isBinaryType(essence) && essence.startsWith('image/'));
}

/** A range says nothing of the content; its schema may. */
function isAnyFile({ essence, schema }: Media, study: StudySchema): boolean {
  return essence === '*/*' && schema !== undefined && isBinary(study(schema));
}

function isText({ types, names }: SchemaFacts): boolean {
  return names.size === 0 && !types.has('object') && !types.has('array');
}

function hasFile({ view }: Media, facts: SchemaFacts, isLoose: boolean): boolean {
  return [...facts.names].some((name) => {
    const member = facts.member(name);
    if (!member) return false;
    const one = member.types.has('array') ? (member.items() ?? member) : member;
    const isPlain = one.types.has('string') && one.formats.size === 0 && one.listed.length === 0;
    if (isBinary(one) || (isLoose && isPlain)) return true;
    return view.encodings(name).contentTypes.some(isBinaryType);
  });
}

/** A text of format `binary` (3.0), or content of a type (3.1) that is not encoded as text. */
function isBinary({ formats, schemas }: SchemaFacts): boolean {
  if (formats.has('binary')) return true;
  return schemas.some(({ contentMediaType: type, contentEncoding: coding }) => {
    return typeof type === 'string' && coding === undefined && isBinaryType(type);
  });
}
