import { ApiError, ContractBreach, refuseInvalid } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Contract } from '../../contract/compile.ts';
import { contractText, loadText, plainPath } from '../../contract/contract-text.test-kit.ts';
import type { Operation } from '../../contract/operations.ts';
import { outlineChoices } from '../../contract/schema/choices.ts';
import type { Reached, Reply } from '../../pipeline/exchange.ts';
import type { Watched } from '../answered.ts';
import type { Secrets } from '../redaction/found/secrets.ts';
import { findSecrets } from '../redaction/found/secrets.ts';
import type { Coverage } from './coverage.ts';
import { createCoverage } from './coverage.ts';

const noSecrets: Secrets = findSecrets({ schemes: [] });
export const secrets = (): Secrets => noSecrets;

/** A request that came as far as its operation, or not even there. */
export function passBy(
  operation: Operation | undefined,
  reply: Partial<Reply> = {},
  reached: Partial<Reached> = {},
): Watched {
  const received = {
    method: 'GET',
    prefix: '',
    world: undefined,
    path: '/a',
    query: '',
    headers: {},
    isLocal: true,
    findPeer: () => undefined,
    readBody: () => ({ kind: 'text', text: '' }) as const,
  };
  return {
    path: '/a',
    milliseconds: 1,
    passage: {
      reached: { ...received, ...(operation && { operation, pathValues: [] }), ...reached },
      reply: {
        status: 200,
        headers: [],
        body: undefined,
        verdict: { kind: 'served' },
        operation,
        ...reply,
      },
    },
  };
}

export async function loadOne(
  path: JsonObject = plainPath(),
): Promise<readonly [Contract, Operation]> {
  const contract = await loadText(contractText({ '/a': path }));
  const [operation] = contract.operations;
  if (!operation) throw new Error('there is no operation');
  return [contract, operation];
}

export function passNowhere(path: string, nearestPath?: string): Watched {
  const error = new ApiError('unknown-path', 'There is none', { nearestPath });
  return passBy(undefined, { status: 404, verdict: { kind: 'refused', error } }, { path });
}

/** A request that was checked, with these values in its query. */
export function passWith(
  operation: Operation,
  query: JsonObject,
  unknown: readonly string[] = [],
): Watched {
  const listed = unknown.map((name) => ({ name, nearest: 'kind', message: 'is not declared' }));
  return passBy(operation, undefined, {
    parameters: { path: {}, query, header: {}, cookie: {} },
    ...(listed.length > 0 && { unknownQuery: { listed, more: 0 } }),
  });
}

function passRefused(operation: Operation, pointer: string, message: string): Watched {
  const error = refuseInvalid({ in: 'query', pointer, keyword: 'required', message });
  return passBy(operation, { status: 400, verdict: { kind: 'refused', error } });
}

/** Coverages of a contract with two operations, and passages of all kinds to note in them. */
interface Two {
  readonly contract: Contract;
  readonly list: Operation;
  readonly other: Operation;
  readonly passages: readonly Watched[];
  begin(this: void): Coverage;
}

export async function loadTwo(): Promise<Two> {
  const responses = { 200: { description: 'So.' }, 400: { description: 'So.' } };
  const parameter = { in: 'query', schema: { enum: ['x', 'y', null] } };
  const first = { operationId: 'list', parameters: [{ ...parameter, name: 'kind' }], responses };
  const second = {
    // Signs that pointers escape.
    operationId: 'a/b~c',
    parameters: [{ ...parameter, name: 'size', required: true }],
    responses: { ...responses, 500: { description: 'So.' } },
  };
  const contract = await loadText(contractText({ '/a': { get: first }, '/b': { get: second } }));
  const [list, other] = contract.operations;
  if (!list || !other) throw new Error('an operation is missing');
  return {
    contract,
    list,
    other,
    passages: listPassages(list, other),
    begin: () =>
      createCoverage({
        contract: () => contract,
        choicesOf: ({ documents }, schema) => outlineChoices(documents, schema),
        secrets,
      }),
  };
}

function listPassages(list: Operation, other: Operation): readonly Watched[] {
  const breach = new ContractBreach('a 200', [], 'Mend it.');
  return [
    passWith(list, { kind: 'x' }),
    passWith(list, { kind: 'y' }, ['kin']),
    passWith(list, {}, ['kin', 'kid']),
    passBy(list, { forced: { by: 'override', id: '1', what: '200' } }),
    passRefused(list, '/kind/3', 'is no such value'),
    passWith(other, { size: 'y' }),
    passRefused(other, '/size', 'is missing'),
    passRefused(other, '/size', 'is missing again'),
    passBy(other, { status: 500, verdict: { kind: 'breach', breach } }),
    passNowhere('/aa', '/a'),
    passNowhere(`/${'x'.repeat(297)}😀${'x'.repeat(9)}`),
  ];
}
