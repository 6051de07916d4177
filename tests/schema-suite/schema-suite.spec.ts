import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { createGenerators } from '../../src/behaviors/values/generate.ts';
import type { Contract } from '../../src/contract/compile.ts';
import { loadBlueprint, resolvePlaces } from '../../src/server/blueprint.ts';
import { exceptions } from './exceptions.ts';
import type { SuiteCase } from './suite.ts';
import { readSuite, suiteFolder } from './suite.ts';

const cases = suiteFolder === undefined ? [] : readSuite(suiteFolder);

/** Loads a contract whose one reply has the schema, in a file of its own. */
async function load({ schema }: SuiteCase): Promise<Contract> {
  const folder = await mkdtemp(join(tmpdir(), 'stuntdouble-suite-'));
  const content = { 'application/json': { schema: { $ref: 'schema.json' } } };
  const responses = { 200: { description: 'It', content } };
  const contract = { openapi: '3.1.0', info: { title: 'It', version: '1' } };
  const paths = { '/it': { get: { responses } } };
  try {
    await writeFile(join(folder, 'schema.json'), JSON.stringify(schema));
    await writeFile(join(folder, 'openapi.json'), JSON.stringify({ ...contract, paths }));
    const places = resolvePlaces([join(folder, 'openapi.json')], undefined);
    const options = { isLenient: true, isComplete: false, allowRemoteRefs: false };
    return (await loadBlueprint(places, { ...options, allowRefs: [], overlays: [] })).contract;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The part in which a case differs from the suite, and how. */
async function play(one: SuiteCase): Promise<readonly (readonly [string, string])[]> {
  let contract: Contract;
  try {
    contract = await load(one);
  } catch (error) {
    return [['loads', String(error)]];
  }
  const [operation] = contract.operations;
  const { schema, check } = operation?.responses.get('200')?.media[0] ?? {};
  if (!schema || !check) return [['judges', 'it has no check']];
  const wrong = one.tests
    .filter(({ data, valid }) => (check(data).length === 0) !== valid)
    .map(({ description }) => ['judges', description] as const);
  const defect = check.defect?.();
  const generated = generate(one, contract, schema);
  return [
    ...(defect === undefined ? [] : [['judges', defect] as const]),
    ...wrong,
    ...(generated === undefined ? [] : [['generates', generated] as const]),
  ];
}

/** What is wrong with generated values; undefined: nothing, or no value is known to be valid. */
function generate(
  { tests }: SuiteCase,
  contract: Contract,
  schema: Parameters<ReturnType<ReturnType<typeof createGenerators>>>[0],
): string | undefined {
  if (!tests.some(({ valid }) => valid)) return undefined;
  const check = contract.validators.check(schema, 'response');
  try {
    const value = createGenerators(contract)('suite')(schema, 'it');
    const [fault] = check(value);
    return fault && `${JSON.stringify(value)}: ${fault.pointer} ${fault.message}`;
  } catch (error) {
    return String(error);
  }
}

const title = 'the official suite of JSON Schema';
const missing = `${title}: skipped, it is not where JSON_SCHEMA_SUITE says`;

if (suiteFolder === undefined) process.stdout.write(`${missing}\n`);

describe.skipIf(suiteFolder === undefined)(title, () => {
  it('has many cases', () => {
    expect(cases.length).toBeGreaterThan(350);
  });

  it.each(cases)('$name', async (one) => {
    const found = await play(one);
    const parts = [...new Set(found.map(([part]) => part))];
    const expected = exceptions.filter(({ name }) => name === one.name).map(({ part }) => part);
    expect(parts, found.map((difference) => difference.join(': ')).join('\n')).toEqual(expected);
  });

  it('has all cases that exceptions speak of', () => {
    const names = new Set(cases.map(({ name }) => name));
    expect(exceptions.filter(({ name }) => !names.has(name))).toEqual([]);
  });
});
