import type { JsonValue } from '../../base/json.ts';
import { textOf } from '../../base/json.ts';
import type { ExistingRecords } from '../../behaviors/records/existing-records.ts';
import { wholeAddress } from '../../behaviors/records/addressing.ts';
import { tryGenerate } from '../../behaviors/writing/supply.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Parameter } from '../../contract/parameters/parameters.ts';
import type { TargetAddress } from '../../contract/plan/plan.ts';
import { listInsufficient, listWrong, nothing } from './request-credentials.ts';
import type { SampleRequest, SampleTools, SampleWish } from './sample-request.ts';
import { makeSample, valuesFor, writeBody } from './sample-request.ts';

/** No contract declares it, and each server refuses it. */
const undeclaredType = 'application/x-undeclared';

/** Requests that a server refuses before it looks at its state, the plainest first. */
export function* listRefused(
  tools: SampleTools,
  operation: Operation,
): Generator<SampleRequest, void, void> {
  for (const wish of listFaults(tools, operation)) {
    const sample = makeSample(tools, operation, valuesFor(tools, operation), {
      isLenient: true,
      ...wish,
    });
    if (sample) yield sample;
  }
  yield* listFaultyPaths(tools, operation);
}

function* listFaultyPaths(
  tools: SampleTools,
  operation: Operation,
): Generator<SampleRequest, void, void> {
  const [known = []] = valuesFor(tools, operation);
  for (const { in: place, name, check } of operation.parameters) {
    const faulty = faultyTexts.find((text) => (check?.(text) ?? []).length > 0);
    if (place !== 'path' || faulty === undefined) continue;
    const at = operation.pathNames.indexOf(name);
    const values = operation.pathNames.map((_, index) => (index === at ? faulty : known[index]));
    const sample = makeSample(tools, operation, [values], { isLenient: true });
    if (sample) yield sample;
  }
}

/** Texts of which a schema refuses one, if it refuses any. */
const faultyTexts = ['not-valid', '-1', 'Not valid!', 'x'.repeat(300)];

function* listFaults(tools: SampleTools, operation: Operation): Generator<SampleWish, void, void> {
  const { body, parameters, security } = operation;
  yield* listFaultyParameters(operation);
  if (body) {
    yield* listFaultyBodies(tools, operation);
    yield { body: { type: undeclaredType, text: 'text' } };
  }
  if (!body) yield { body: { type: undeclaredType, text: 'text' } };
  yield { headers: [['Accept', undeclaredType]] };
  const bare = { body: undefined, parameters: new Map(parameters.map((one) => [one, undefined])) };
  yield { ...bare, credentials: nothing };
  for (const requirement of security) {
    for (const credentials of listWrong(requirement)) yield { ...bare, credentials };
    for (const credentials of listInsufficient(tools.guard, requirement))
      yield { ...bare, credentials };
  }
}

function* listFaultyParameters({ parameters }: Operation): Generator<SampleWish, void, void> {
  const others = parameters.filter(({ in: place }) => place !== 'path');
  for (const parameter of others) {
    if (parameter.isRequired) yield { parameters: new Map([[parameter, undefined]]) };
    const faulty = faultyValues.find((value) => (parameter.check?.(value) ?? []).length > 0);
    if (faulty !== undefined) yield { parameters: new Map([[parameter, faulty]]) };
  }
}

/** Values of which a schema refuses one, if it refuses any text. */
const faultyValues: readonly JsonValue[] = [...faultyTexts, ''];

function* listFaultyBodies(
  tools: SampleTools,
  operation: Operation,
): Generator<SampleWish, void, void> {
  const { body } = operation;
  const media = body?.media.find(({ isJson }) => isJson) ?? body?.media[0];
  if (!media) return;
  const type = writeBody(tools, operation)?.type ?? media.contentType;
  for (const value of [{}, [], 'text', null]) {
    const isFaulty = (media.check?.(value) ?? []).length > 0;
    if (media.isJson && isFaulty) yield { body: { type, text: JSON.stringify(value) } };
  }
  if (body?.isRequired === true) yield { body: undefined };
  if (media.isJson) yield { body: { type, text: '{' } };
}

/** Requests for a record that is not there. */
export function* listMissing(
  tools: SampleTools,
  operation: Operation,
  existing: ExistingRecords,
): Generator<SampleRequest, void, void> {
  const target = tools.contract.targets.get(operation);
  if (!target || target.role === 'improvised') return;
  const [known = []] = valuesFor(tools, operation);
  // To link a record, or to store one under a key, makes what is missing.
  const isMaker = target.role === 'link' || target.role === 'create' || target.role === 'replace';
  const own = isMaker ? [] : [target];
  for (const address of [...own, ...target.ancestors.toReversed()]) {
    const { key } = address;
    if (key === undefined) continue;
    for (const unknown of listUnknown(tools, operation, key)) {
      const values = operation.pathNames.map((_, at) => (at === key ? unknown : known[at]));
      if (!isThere(existing, address, values)) {
        const sample = makeSample(tools, operation, [values]);
        if (sample) yield sample;
        break;
      }
    }
  }
}

function isThere(
  existing: ExistingRecords,
  { collection, alias, key: index, parents: at }: TargetAddress,
  values: readonly (string | undefined)[],
): boolean {
  const valueAt = (one: number | undefined): string | undefined =>
    one === undefined ? undefined : values[one];
  const { key, parents } = wholeAddress(collection, valueAt(index) ?? '', at.map(valueAt));
  // No list is read for a name that stands for the key: made-up names are hardly those of records.
  return alias === undefined && existing.find(collection, key, parents) !== undefined;
}

const unlikely: readonly JsonValue[] = [999_999_999, 987_654, 98_765, 'no-such-key', 'none'];
const mostUnknown = 12;

/** Keys that the contract allows, and that hardly a record has. */
function* listUnknown(
  { generate }: SampleTools,
  { parameters, pathNames, id }: Operation,
  index: number,
): Generator<string, void, void> {
  const parameter = parameters.find(
    ({ in: place, name }: Parameter) => place === 'path' && name === pathNames[index],
  );
  const isFine = (value: JsonValue): boolean => (parameter?.check?.(value) ?? []).length === 0;
  yield* unlikely.filter(isFine).map(textOf);
  const schema = parameter?.schema;
  const manner = { direction: 'request', examples: 'never' } as const;
  for (let attempt = 0; attempt < (schema ? mostUnknown : 0); attempt += 1) {
    const made = schema && tryGenerate(generate, schema, `${id} unknown ${attempt}`, manner);
    if (made !== undefined) yield textOf(made);
  }
}
