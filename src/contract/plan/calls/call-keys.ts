import { plainName, singulars } from '../../../base/names.ts';
import type { Part } from '../../load/documents.ts';
import type { Operation } from '../../operations.ts';
import type { Parameter } from '../../parameters/parameters.ts';
import { wholeOf } from '../../schema/schema-walk.ts';
import { createKeyName } from '../key-names.ts';
import { findKey } from '../keys.ts';
import { asParameter } from '../lists/body-parameters.ts';
import type { Lens } from '../views/evidence.ts';
import { shownBy } from '../views/evidence.ts';
import { bodyOf } from '../views/record-spots.ts';
import type { Records } from '../views/records.ts';
import type { OperationEntry } from '../views/sites.ts';

/** Where a request has the key of the record. */
export interface CallKey {
  readonly place: 'body' | 'query';
  readonly name: string;
  readonly isRequired: boolean;
  /** The same as if the path had it. */
  readonly parameter: Parameter;
}

/** What most calls of a noun call the key of its record: `id`, `documentId`, or as replies call the record. */
export function usualKeyName(
  lens: Lens,
  entries: readonly OperationEntry[],
  segment: string,
): string {
  const keys = keyNamesOf(lens, entries, segment).flatMap((plain) => {
    const found = entries.flatMap((one) => findCallKey(lens, one.operation, plain) ?? []);
    return found[0] ? [{ name: found[0].name, count: found.length }] : [];
  });
  return keys.toSorted((one, other) => other.count - one.count)[0]?.name ?? 'id';
}

/** As plain names, the likeliest first. */
function keyNamesOf(
  { records }: Lens,
  entries: readonly OperationEntry[],
  segment: string,
): readonly string[] {
  const name = createKeyName({ segment, parameter: 'id', types: new Set() });
  const shown = entries.flatMap((entry) => shownBy(records, entry, name) ?? []);
  const own = shown.flatMap(({ schema }) => findKey(records, schema, name)?.at(-1) ?? []);
  const called = shown.flatMap(({ steps }) => steps.at(-1) ?? []).filter(isTelling);
  const ends = ['id', ...own.map(plainName)];
  const ones = [...singulars(segment), ...called].map(plainName);
  return [...new Set([...ends, ...ones.flatMap((one) => [...ends.map((end) => one + end), one])])];
}

/** `data` and its like hold a record of any kind. */
function isTelling(member: string): boolean {
  return !/^(?:data|result|item|record|entity|resource|payload|response)$/i.test(member);
}

export function findCallKey(
  { documents, records }: Lens,
  operation: Operation,
  wanted: string,
): CallKey | undefined {
  const plain = plainName(wanted);
  const body = bodyOf(operation);
  const sent = body && records.plainMembers(body).get(plain);
  const schema = body && sent !== undefined ? records.members(body).get(sent) : undefined;
  if (body && sent !== undefined && schema && canBeKey(records, sent, schema)) {
    const required = wholeOf(documents, body).flatMap(({ value }) => value['required'] ?? []);
    const isRequired = required.includes(sent);
    return { place: 'body', name: sent, isRequired, parameter: asParameter('path', sent, schema) };
  }
  const parameter = operation.parameters.find(
    (one) => one.in === 'query' && plainName(one.name) === plain,
  );
  if (!parameter || (parameter.schema && !canBeKey(records, parameter.name, parameter.schema)))
    return undefined;
  const { name, isRequired } = parameter;
  return { place: 'query', name, isRequired, parameter: { ...parameter, in: 'path' } };
}

function canBeKey(records: Records, name: string, schema: Part): boolean {
  const types = records.types(schema);
  const isScalar = !['object', 'array', 'boolean'].some((type) => types.has(type));
  return isScalar && /^[\w-]+$/.test(name);
}
