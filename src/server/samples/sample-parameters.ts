import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';
import { encodePart } from '../../base/texts.ts';
import type { Generate } from '../../behaviors/values/generate.ts';
import { tryGenerate } from '../../behaviors/writing/supply.ts';
import type { Parameter } from '../../contract/parameters/parameters.ts';

/** An example that the schema allows, or a generated value; undefined where none is found. */
export function makeParameter(
  generate: Generate,
  place: string,
  { schema, examples }: Parameter,
): JsonValue | undefined {
  const example = examples.find(({ faults }) => faults().length === 0);
  if (example) return example.value;
  return schema ? tryGenerate(generate, schema, place, { direction: 'request' }) : 'any';
}

/** Writes a value as a parameter is sent; undefined where that takes more than one plain text. */
export function writeParameter(parameter: Parameter, value: JsonValue): string | undefined {
  const { in: place, style, explode, mediaType } = parameter;
  if (mediaType !== undefined) return writeAs(parameter, [encodeIn(place, JSON.stringify(value))]);
  if (isJsonObject(value)) return writeObject(parameter, Object.entries(value));
  const items = [value].flat();
  if (items.length === 0 || items.some((item) => typeof item === 'object')) return undefined;
  const isRepeated = explode && style === 'form';
  const texts = items.map((item) => encodeIn(place, textOf(item)));
  const separator = separators[style] ?? ',';
  return writeAs(parameter, isRepeated ? texts : [texts.join(separator)]);
}

/** Members are plain values: each is a pair of a query, or all of them are one text. */
function writeObject(
  parameter: Parameter,
  pairs: readonly (readonly [string, JsonValue])[],
): string | undefined {
  const { in: place, name, style, explode } = parameter;
  const isPlain = pairs.length > 0 && pairs.every(([, one]) => typeof one !== 'object');
  if (place !== 'query' || !isPlain) return undefined;
  const texts = pairs.map(([member, one]): [string, string] => [member, encodePart(textOf(one))]);
  if (style === 'deepObject')
    return texts.map(([member, one]) => `${encodePart(`${name}[${member}]`)}=${one}`).join('&');
  if (style !== 'form') return undefined;
  if (explode) return texts.map(([member, one]) => `${encodePart(member)}=${one}`).join('&');
  return `${encodePart(name)}=${texts.map(([member, one]) => `${encodePart(member)},${one}`).join(',')}`;
}

const separators: Readonly<Partial<Record<Parameter['style'], string>>> = {
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
};

/** Headers are sent as they are. */
function encodeIn(place: Parameter['in'], text: string): string {
  return place === 'header' ? text : encodePart(text);
}

function writeAs({ in: place, name, style }: Parameter, texts: readonly string[]): string {
  const [text = ''] = texts;
  switch (place) {
    case 'path':
      if (style === 'label') return `.${text}`;
      return style === 'matrix' ? `;${encodePart(name)}=${text}` : text;
    case 'header':
      return text;
    case 'cookie':
      return `${name}=${text}`;
    case 'query':
      return texts.map((one) => `${encodePart(name)}=${one}`).join('&');
  }
}
