import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject, valueAt } from '../base/json.ts';
import type { Part } from '../contract/load/documents.ts';
import { openDocument } from '../contract/load/documents.ts';
import { typeOf } from '../contract/schema/keywords.ts';
import { outlineTypes } from '../contract/schema/outlines.ts';
import type { MockRequestFilter, MockScenario, MockSeed, MockWorldInput } from '../index.ts';
import { writeDocument } from './wire-names.ts';
import { controlFile, readArranged } from '../server/control/grammar.ts';
import type { ScenarioDocument } from '../server/scenarios/scenario-document.ts';
import type { CredentialInput } from '../store/credentials/minting.ts';
import type { ClockInput } from '../store/worlds/clock.ts';
import type {
  ExpectationDocument,
  FaultDocument,
  MatchDocument,
  MockExpectation,
  MockOverride,
  OverrideDocument,
  OverrideReport,
  ReplyDocument,
  WireNames,
} from './documents.ts';

const documents = openDocument(controlFile);

function schemaOf(...steps: readonly string[]): Part {
  const schema = documents.child(documents.root, 'components', 'schemas', ...steps);
  if (!schema) throw new Error(`there is no schema ${steps.join('/')}`);
  return schema;
}

/** Whether a document without the member is one of the type, too. */
type Presence<T> = {
  readonly [Name in keyof T]-?: Omit<T, Name> extends T ? 'optional' : 'required';
};

/** The compiler holds each table to its type, and the test to its schema. */
const override: Presence<OverrideDocument> = {
  id: 'optional',
  operation: 'optional',
  world: 'optional',
  match: 'optional',
  before: 'optional',
  reply: 'optional',
  fault: 'optional',
  sequence: 'optional',
  repeat: 'optional',
  times: 'optional',
  probability: 'optional',
  seed: 'optional',
  priority: 'optional',
};
const reply: Presence<ReplyDocument> = {
  status: 'optional',
  example: 'optional',
  body: 'optional',
  patch: 'optional',
  headers: 'optional',
  breach: 'optional',
};
const fault: Presence<FaultDocument> = {
  latency: 'optional',
  status: 'optional',
  rate_limit: 'optional',
  expired: 'optional',
  reset: 'optional',
  hang: 'optional',
  truncate: 'optional',
  bytes_per_second: 'optional',
  effect: 'optional',
};
const rateLimit: Presence<NonNullable<FaultDocument['rate_limit']>> = {
  limit: 'required',
  window: 'required',
  burst: 'optional',
};
const match: Presence<MatchDocument> = {
  path: 'optional',
  query: 'optional',
  headers: 'optional',
  body: 'optional',
};
const expectation: Presence<ExpectationDocument> = {
  operation: 'required',
  match: 'optional',
  world: 'optional',
  since: 'optional',
  times: 'optional',
  never: 'optional',
};
const times: Presence<Extract<ExpectationDocument['times'], object>> = {
  at_least: 'optional',
  at_most: 'optional',
};
const report: Presence<Pick<OverrideReport, 'id' | 'world' | 'operation' | 'hits' | 'left'>> = {
  id: 'required',
  world: 'required',
  operation: 'optional',
  hits: 'required',
  left: 'required',
};
const world: Presence<MockWorldInput> = {
  from: 'optional',
  scenario: 'optional',
  seed: 'optional',
  now: 'optional',
  frozen: 'optional',
};
const scenario: Presence<ScenarioDocument> = {
  description: 'optional',
  remove: 'optional',
  add: 'optional',
  change: 'optional',
  replace: 'optional',
  credentials: 'optional',
  clock: 'optional',
  seed: 'optional',
  overrides: 'optional',
  faults: 'optional',
};
const seed: Presence<MockSeed> = { add: 'optional', count: 'optional' };
const listed: Presence<MockScenario> = {
  name: 'required',
  description: 'required',
  place: 'required',
};
const clock: Presence<ClockInput> = { now: 'optional', frozen: 'optional' };
const credential: Presence<CredentialInput> = {
  name: 'optional',
  scheme: 'required',
  value: 'optional',
  scopes: 'required',
  expires_at: 'optional',
  only: 'optional',
  label: 'optional',
};
const filter: Presence<MockRequestFilter> = {
  world: 'optional',
  operation: 'optional',
  status: 'optional',
  verdict: 'optional',
  violation: 'optional',
  since: 'optional',
  before: 'optional',
  search: 'optional',
  limit: 'optional',
};

/** The paths of the schemas that hold the documents, with the members of their types. */
const held: readonly [string, Readonly<Record<string, 'required' | 'optional'>>][] = [
  ['OverrideWish', override],
  ['OverrideReply', reply],
  ['Fault', fault],
  ['Fault/properties/rate_limit', rateLimit],
  ['Match', match],
  ['Expectation', expectation],
  ['Expectation/properties/times', times],
  ['Override', report],
  ['WorldWish', world],
  ['ScenarioDocument', scenario],
  ['Scenario', listed],
  ['SeedWish', seed],
  ['ClockWish', clock],
  ['CredentialWish', credential],
];

const condition = { a: 'text', b: 1, c: true, d: { present: true } } as const;
const overrides: readonly MockOverride[] = [
  {
    id: 'a',
    operation: 'b',
    world: '*',
    match: {
      path: condition,
      query: { a: { equals: 1 }, b: { matches: 'c' } },
      headers: { a: { equals: 'b' }, c: { equals: true } },
      body: [
        { pointer: '/a', equals: null },
        { pointer: '', present: false },
        { pointer: '/b', matches: 'c' },
      ],
    },
    before: 'auth',
    reply: { status: 500, example: 'e', body: [1], headers: { a: 'b' }, breach: false },
    fault: { latency: 1, status: 500, reset: false, hang: false, truncate: 7, effect: 'kept' },
    times: 1,
    probability: 0.5,
    seed: 's',
    priority: -1,
  },
  { fault: { rateLimit: { limit: 1, window: 1.5, burst: 2 } } },
  { fault: { latency: '1s', status: [500, 503], truncate: true, bytesPerSecond: 1.5 } },
  { fault: { latency: { fixed: '1s' }, status: '5XX', effect: 'lost' } },
  { fault: { latency: { uniform: [1, '2s'] }, status: 'any' } },
  { fault: { latency: { logNormal: { median: 1, sigma: 0.5, most: '2s' } } } },
  { sequence: [{ pass: true }, { reply: {} }, { fault: { hang: true } }], repeat: true },
  { fault: { expired: true }, times: 1 },
  { reply: { patch: { a: 1 } } },
  { reply: { patch: [{ op: 'move', from: '/a', path: '/b' }] } },
];
const expectations: readonly (Omit<MockExpectation, 'since'> & { since?: number | string })[] = [
  { operation: 'a', match: {}, world: 'w', since: 1, times: 2 },
  { operation: 'a', since: '2030-01-01T00:00:00Z', times: { atLeast: 1, atMost: 2 } },
  { operation: 'a', never: true },
];
/** As the control API takes them. */
const sent = [...overrides, ...expectations].map((one) =>
  writeDocument(JSON.parse(JSON.stringify(one)) as JsonObject),
);

describe('what the library takes is what the control API takes', () => {
  it.each(held)('%s has the members of its type', (path, members) => {
    const schema = schemaOf(...path.split('/'));
    const required = new Set([documents.own(schema, 'required')?.value ?? []].flat());
    const presence = documents
      .mapBelow(schema, 'properties')
      .map(([name]) => [name, required.has(name) ? 'required' : 'optional']);
    expect(Object.fromEntries(presence)).toEqual(members);
  });

  it('the filter of requests has the parameters of the operation, but brief: it has no bytes to save', () => {
    const shared = documents.child(documents.root, 'paths', '/requests', 'parameters');
    const own = documents.child(documents.root, 'paths', '/requests', 'get', 'parameters');
    const names = [shared, own].flatMap((list) =>
      list && Array.isArray(list.value)
        ? [...list.value.keys()].map((index) => documents.child(list, index, 'name')?.value)
        : [],
    );
    expect(new Set(names)).toEqual(new Set([...Object.keys(filter), 'brief']));
  });

  it.each(sent.map((document) => [document]))('%j', (document) => {
    const name = 'operation' in document && !('id' in document) ? 'Expectation' : 'OverrideWish';
    expect(() => readArranged(name, document)).not.toThrow();
  });

  it.each<[string, string, string]>([
    ['OverrideWish', '', 'OverrideWish'],
    ['OverrideReply', '/reply', 'OverrideWish'],
    ['Fault', '/fault', 'OverrideWish'],
    ['Fault/properties/rate_limit', '/fault/rate_limit', 'OverrideWish'],
    ['Match', '/match', 'OverrideWish'],
    ['Expectation', '', 'Expectation'],
  ])('every type of %s is one of its type in the library', (path, pointer, root) => {
    const roots =
      root === 'Expectation' ? sent.slice(overrides.length) : sent.slice(0, overrides.length);
    const samples = roots.map((one) => valueAt(one, pointer)).filter(isJsonObject);
    const schema = schemaOf(...path.split('/'));
    for (const [name, member] of documents.mapBelow(schema, 'properties')) {
      const types = outlineTypes(documents, member);
      const found = samples.map((one) => one[name]).filter((value) => value !== undefined);
      if (types) expect([name, typesIn(found, types)]).toEqual([name, types]);
    }
  });

  it('each enum has the values of its type', () => {
    const effect: Record<NonNullable<FaultDocument['effect']>, true> = { kept: true, lost: true };
    const status: Record<Extract<FaultDocument['status'], string>, true> = {
      '2XX': true,
      '3XX': true,
      '4XX': true,
      '5XX': true,
      any: true,
    };
    const enumAt = (...steps: readonly string[]): unknown =>
      Object(schemaOf('Fault', 'properties', ...steps).value).enum;
    expect(enumAt('effect')).toEqual(Object.keys(effect));
    expect(enumAt('status', 'oneOf', '2')).toEqual(Object.keys(status));
  });

  it('each name of several words has its own in the library', () => {
    const names: WireNames = {
      rateLimit: 'rate_limit',
      bytesPerSecond: 'bytes_per_second',
      logNormal: 'log_normal',
      atLeast: 'at_least',
      atMost: 'at_most',
    };
    const all = ['OverrideWish', 'OverrideReply', 'Fault', 'Match', 'Conditions', 'Expectation'];
    const found = all.flatMap((name) => namesWithUnderscore(schemaOf(name).value));
    expect(new Set(found)).toEqual(new Set(Object.values(names)));
  });
});

/** Those of the types that some value has. */
function typesIn(values: readonly JsonValue[], types: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...types].filter((type) => values.some((value) => typeOf(value) === type)));
}

function namesWithUnderscore(schema: JsonValue): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(namesWithUnderscore);
  if (!isJsonObject(schema)) return [];
  const { properties = {} } = schema;
  const names = Object.keys(Object(properties)).filter((name) => name.includes('_'));
  return [...names, ...Object.values<JsonValue>(schema).flatMap(namesWithUnderscore)];
}
