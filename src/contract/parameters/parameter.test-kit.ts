import { expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { contractText, loadText, plainOperation } from '../contract-text.test-kit.ts';
import { UnreadableText } from '../routing/percent.ts';
import type { Parameter } from './parameters.ts';
import { wireFrom } from './serialise.test-kit.ts';

/** A parameter as a contract declares it; `p` unless it says otherwise. */
export async function loadParameter(
  declared: JsonObject,
  schemas: JsonObject = {},
): Promise<Parameter> {
  const isPath = declared['in'] === 'path';
  const parameters = [{ name: 'p', required: isPath, ...declared }];
  const paths = { [isPath ? '/a/{p}' : '/a']: { get: plainOperation({ parameters }) } };
  const contract = await loadText(contractText(paths, { components: { schemas } }));
  const [parameter] = contract.operations[0]?.parameters ?? [];
  if (!parameter) throw new Error('there is no parameter');
  return parameter;
}

/** What is read from a text in the parameter's place; behind a "!", why nothing is. */
export function readText(parameter: Parameter, text: string): JsonValue | undefined {
  const { name, in: place } = parameter;
  const wire = wireFrom({
    path: new Map(place === 'path' ? [[name, text]] : []),
    query: place === 'query' ? text : '',
    header: new Map(place === 'header' ? [[name.toLowerCase(), text]] : []),
    cookie: place === 'cookie' ? text : undefined,
  });
  try {
    return parameter.reader().read(wire);
  } catch (error) {
    if (error instanceof UnreadableText) return `!${error.message}`;
    throw error;
  }
}

type Row = readonly [
  style: string | undefined,
  explode: boolean | undefined,
  schema: JsonObject,
  text: string,
  value: JsonValue | undefined,
];

/** One test for each row. */
export function itReads(place: Parameter['in'], table: readonly Row[]): void {
  it.each(table)(`${place} %s, explode %s, %j: %s`, async (style, explode, schema, sent, value) => {
    const parameter = await loadParameter({
      in: place,
      schema,
      ...(style === undefined ? {} : { style }),
      ...(explode === undefined ? {} : { explode }),
    });
    expect(readText(parameter, sent)).toEqual(value);
  });
}
