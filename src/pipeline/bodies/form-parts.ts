import type { Field } from '../../contract/form-fields.ts';
import { parseMediaType } from '../../contract/media.ts';
import type { Reader } from '../../contract/reading.ts';
import type { Violation } from '../../errors.ts';
import { ApiError, describeViolation } from '../../errors.ts';
import type { JsonValue } from '../../json.ts';
import { stepDown } from '../../json.ts';
import { parseJson } from './json.ts';
import { malformed, readOrRefuse, tooMuch } from './malformed.ts';
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
    const text = decodePart(part);
    return isJson ? { name, value: parsePart(name, text) } : { name, text };
  });
  if (violations.length > 0) {
    const detail = `${violations.map(describeViolation).join('; ')}.`;
    throw new ApiError('invalid-request', detail, { violations });
  }
  return readOrRefuse('is not a form that can be read', () => reader.readFields(fields));
}

function decodePart({ type, bytes }: BodyPart): string {
  const parsed = type === undefined ? undefined : parseMediaType(type);
  const charset = parsed && charsetOf(parsed);
  return charset === undefined ? decodeBytes(bytes) : decodeText(bytes, charset);
}

function parsePart(name: string, text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    const [fault] = error instanceof ApiError ? error.violations : [];
    if (!fault) throw error;
    throw malformed(`has a part "${name}" that ${fault.message}`);
  }
}
