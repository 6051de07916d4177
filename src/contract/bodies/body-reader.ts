import type { JsonValue } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import type { Field } from './form-fields.ts';
import { assembleForm, compileEncodings, disassembleForm } from './form-fields.ts';
import { isCovered, isJsonType, parseMediaType } from './media.ts';
import type { Shape } from '../schema/text-shape.ts';
import { readXml } from './xml-reading.ts';

/**
 * Reads what comes in as texts, in a form or in XML, as the value that the schema speaks of. What
 * can't be read is a SyntaxError.
 */
export interface Reader {
  readFields(fields: readonly Field[]): JsonValue;
  /** The same for a form that somebody has read before, to whom all values were texts. */
  adoptForm(value: JsonValue): JsonValue;
  readXml(text: string): JsonValue;
  /** How a part of a multipart body is to be taken. */
  describePart(name: string, sent: string | undefined): PartRules;
}

export interface PartRules {
  /** Whether its content is JSON that is to be parsed. */
  readonly isJson: boolean;
  /** The types that it may have, where the type that was sent is none of them. */
  readonly wanted: readonly string[] | undefined;
}

export function compileReader(documents: Documents, media: Part, shape: () => Shape): Reader {
  const encodings = compileEncodings(documents, media);
  const readFields = (fields: readonly Field[]): JsonValue =>
    assembleForm(shape(), encodings, fields);
  return {
    readFields,
    adoptForm: (value) => readFields(disassembleForm(value)),
    readXml: (text) => readXml(shape(), text),
    describePart(name, sent) {
      const { contentTypes } = encodings(name);
      const essence = sent === undefined ? undefined : parseMediaType(sent)?.essence;
      const isWanted =
        contentTypes.length === 0 ||
        sent === undefined ||
        contentTypes.some((type) => isCovered(type.toLowerCase(), essence ?? sent));
      const type = essence ?? contentTypes[0] ?? '';
      const member = shape().member(name);
      const inside = member.types.has('array') ? member.items : member;
      return {
        isJson: isJsonType(type) && !inside.types.has('string'),
        wanted: isWanted ? undefined : contentTypes,
      };
    },
  };
}
