import type { JsonObject } from '../base/json.ts';
import type { RequestPorts } from '../control/ports.ts';
import { readArranged } from '../server/control/grammar.ts';
import type { Verification } from '../traffic/expectations/verify.ts';
import { mainName } from '../store/worlds/worlds.ts';
import type { GivenMembers } from '../base/given.ts';
import { assertGiven, assertObject } from '../base/given.ts';
import type { AnyContract, ContractTypes, OperationName } from './contract-types.ts';
import { inOwnNames } from './own-names.ts';
import { assertMet } from '../traffic/expectations/unmet.ts';
import { writeDocument } from '../traffic/wire-names.ts';
import type {
  ExpectationBut,
  MockExpectation,
  MockRequest,
  MockRequestFilter,
} from './typed-documents.ts';

/** Reads the requests that came in, and compares them with expectations. `Own`: what the handle decides itself. */
export interface MockRequests<Known extends ContractTypes, Own extends string> {
  /** The kept requests that match the filter, oldest first, with their secrets hidden. */
  requests<Name extends OperationName<Known>>(
    filter?: Omit<MockRequestFilter, 'operation' | Own> & { readonly operation?: Name | undefined },
  ): readonly MockRequest<Known, Name>[];
  /** Throws an `UnmetExpectation`, which names the nearest calls, unless the expectation is met. */
  verify<Name extends OperationName<Known>>(
    expectation: ExpectationBut<Own, Known, Name>,
  ): MockVerification;
  /**
   * Sends a kept request again, in its world, with the headers and credentials that its client sent;
   * resolves with the new one. Throws if its body is not kept.
   */
  repeatRequest(id: number): Promise<MockRequest<Known>>;
  /** Why a kept request got its reply, in sentences. Throws if it is not kept. */
  explain(id: number): readonly string[];
  /** Removes the kept requests. */
  clearRequests(): void;
}

/** Whether an expectation is met, and the nearest calls. */
export type MockVerification = Verification;

const filterMembers: GivenMembers<MockRequestFilter> = {
  operation: 'string',
  status: 'any',
  world: 'string',
  verdict: 'string',
  violation: 'string',
  since: 'any',
  before: 'number',
  search: 'string',
  limit: 'number',
};

export function createMockRequests(
  ports: RequestPorts,
  world?: string,
): MockRequests<AnyContract, never> {
  const isOwn = (id: number): boolean =>
    world === undefined || (ports.journal().look(id)?.worldName ?? mainName) === world;
  return {
    requests(given = {}) {
      assertGiven('requests', given, filterMembers);
      const { limit, ...filter } = given;
      const { operation } = filter;
      if (operation !== undefined)
        inOwnNames('requests', () => ports.assertOperation(operation, 'query'));
      if (filter.since !== undefined) assertSince(filter.since);
      const own = world === undefined ? filter : { ...filter, world };
      return ports.journal().list(own, limit).entries;
    },
    verify(expectation) {
      assertObject('verify', expectation);
      if (expectation.since !== undefined) assertSince(expectation.since);
      const own = world === undefined ? expectation : { ...expectation, world };
      const verification = inOwnNames('verify', () =>
        ports.verify(readArranged('Expectation', toJson(own))),
      );
      assertMet(verification);
      return verification;
    },
    async repeatRequest(id) {
      const entry = isOwn(id) ? await ports.repeat(id) : undefined;
      if (entry) return entry;
      throw refuseId(id, world);
    },
    explain(id) {
      const explanation = isOwn(id) ? ports.explain(id) : undefined;
      if (explanation) return explanation.sentences;
      throw refuseId(id, world);
    },
    clearRequests: () => ports.journal().clear(world),
  };
}

function refuseId(id: number, world: string | undefined): Error {
  const where = world === undefined ? '' : ` of the world "${world}"`;
  return new Error(
    `there is no request ${id}${where} in the journal: requests() has all that are kept`,
  );
}

/** The schema refuses all that is not JSON. */
function toJson({ since, ...rest }: MockExpectation): JsonObject {
  const moment = since instanceof Date ? since.toISOString() : since;
  const document: object = since === undefined ? rest : { ...rest, since: moment };
  return writeDocument(document as JsonObject);
}

function assertSince(since: number | Date): void {
  const number = since instanceof Date ? since.getTime() : since;
  if (typeof number === 'number' && !Number.isNaN(number)) return;
  throw new TypeError(`since must be the id of a request or a Date, not ${String(since)}`);
}
