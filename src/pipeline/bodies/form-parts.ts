import type { Field } from '../../contract/bodies/form-fields.ts';
import { parseMediaType } from '../../contract/bodies/media.ts';
import type { Reader } from '../../contract/bodies/body-reader.ts';
import type { Violation } from '../../base/errors.ts';
import { ApiError, describeViolation } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { stepDown } from '../../base/json.ts';
import { parseJson } from './json.ts';
import { malformed, readOrRefuse, refuseIllFormed, syntaxKeyword, tooMuch } from './malformed.ts';
import type { BodyPart } from './multipart.ts';
import { charsetOf, decodeBytes, decodeText } from './text.ts';

/** What is parsed has a structure, and is bounded like other bodies that have one, also where it is a file. */
const maximumJson = 1_048_576;

/** The value that the parts of a form make: files are texts in it, so that a schema can look at them. */
export function assembleParts(
  parts: readonly BodyPart[],
  reader: Reader,
  isForm: boolean,
): JsonValue {
  const violations: Violation[] = [];
  let json = 0;
  const fields = parts.map((part, index): Field => {
    const name = part.name ?? (isForm ? undefined : String(index));
    if (name === undefined) throw malformed(`has no name for its part ${index + 1}`);
    const { isJson, wanted } = reader.describePart(name, part.type);
    if (wanted) {
      violations.push({
        in: 'body',
        pointer: stepDown('', name),
        message: `must be of the type ${wanted.join(', ')}, but is ${part.type}`,
        keyword: 'contentType',
      });
    }
    if (isJson) json += part.bytes.byteLength;
    if (json > maximumJson) throw tooMuch(`${maximumJson} bytes in its parts of JSON`);
    const text = decodePart(part, isJson);
    return isJson ? { name, value: parsePart(name, text) } : { name, text };
  });
  if (violations.length > 0) {
    const detail = `${violations.map(describeViolation).join('; ')}.`;
    throw new ApiError('invalid-request', detail, { violations });
  }
  return readOrRefuse('is not a form that can be read', () => reader.readFields(fields));
}

/** What isn't sent as a file, or calls itself a text, is one (RFC 7578, section 4.4), and UTF-8 by default. */
function decodePart({ name, type, isFile, bytes }: BodyPart, isJson: boolean): string {
  const parsed = type === undefined ? undefined : parseMediaType(type);
  const charset = parsed && charsetOf(parsed);
  const isText = isJson || (type === undefined && !isFile);
  if (charset === undefined && !isText) return decodeBytes(bytes);
  try {
    return decodeText(bytes, charset ?? 'utf-8');
  } catch (error) {
    if (!(error instanceof ApiError) || name === undefined) throw error;
    const [fault] = error.violations;
    throw malformed(`has a part "${name}" that ${fault?.message ?? 'can not be read'}`);
  }
}

function parsePart(name: string, text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    const [fault] = error instanceof ApiError ? error.violations : [];
    if (!fault) throw error;
    if (fault.keyword === syntaxKeyword)
      throw malformed(`has a part "${name}" that ${fault.message}`);
    throw refuseIllFormed({ ...fault, pointer: stepDown('', name) + fault.pointer });
  }
}
