import { ApiError, refuseInvalid, endSentence } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { textOf } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { Coverage } from '../../traffic/coverage/coverage.ts';
import type { Behaviors, ControlPorts, SlowBehaviors } from '../ports.ts';
import { doAtOnce } from '../ports.ts';
import type { DescribedDocument } from '../served-ports.ts';

/** Behaviours for the version, the contract documents and the plan. */
export function createContractBehaviors({ served, prefix }: ControlPorts): Behaviors {
  return {
    getVersion: () => ({ status: 200, body: served.version() }),
    listContracts: () => ({ status: 200, body: served.documents().map((one) => ({ ...one })) }),
    getContract: (request) => {
      const { query } = request.parameters;
      const input =
        query['format'] ?? (request.media?.essence === 'application/yaml' ? 'yaml' : '');
      const format = input === 'yaml' ? 'yaml' : 'json';
      // The path of the control API ends with its prefix, wherever the server is mounted.
      const base = request.prefix.slice(0, -prefix.length);
      const text = served.document(
        nameIn(request, served.documents()),
        format,
        query['servers'] === 'here' ? base : undefined,
      );
      return { status: 200, type: `application/${format}`, bytes: Buffer.from(text) };
    },
    getPlan: () => ({ status: 200, body: served.plan() }),
    getOperation: ({ parameters: { path } }) => {
      const { id = '' } = path;
      const found = served.operation(id);
      if (!found) throw refuseOperation(id, served.operationIds());
      return { status: 200, body: found };
    },
  };
}

/** Behaviours of several turns: large contracts have thousands of places to look at. */
export function createSlowContractBehaviors({ served }: ControlPorts): SlowBehaviors {
  return {
    listFindings: async () => ({ status: 200, body: await served.findings() }),
    listOverlays: async () => ({ status: 200, body: await served.overlays() }),
    draftCorrection: async ({ body }) => ({
      status: 200,
      body: await served.draftCorrection(body),
    }),
  };
}

function nameIn(
  { parameters: { query } }: Validated,
  documents: readonly DescribedDocument[],
): string {
  const { name } = query;
  if (typeof name === 'string') {
    if (documents.some((one) => one.name === name)) return name;
    throw refuseName(`is none of these: ${namesOf(documents)}`);
  }
  const contracts = documents.filter(({ role }) => role === 'contract');
  const [only, ...others] = contracts;
  if (only && others.length === 0) return only.name;
  throw refuseName(`is needed, since there are several contracts: ${namesOf(contracts)}`);
}

const mostNames = 50;

function namesOf(documents: readonly DescribedDocument[]): string {
  const names = documents.slice(0, mostNames).map(({ name }) => name);
  const rest = documents.length - names.length;
  return `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function refuseName(message: string): ApiError {
  return refuseInvalid({ in: 'query', pointer: '/name', message, keyword: 'enum' });
}

/** Behaviours for coverage, which counts all worlds together. */
export function createCoverageBehaviors(ports: Pick<ControlPorts, 'coverage'>): Behaviors {
  const coverage = (): Coverage => {
    if (ports.coverage) return ports.coverage;
    const detail = 'What is tried of the contract is not counted: start without --no-coverage.';
    throw new ApiError('not-counted', detail);
  };
  return {
    getCoverage: ({ parameters: { query } }) => {
      const { operation } = query;
      const { report, reportOf } = coverage();
      const found = typeof operation === 'string' ? reportOf(operation) : report();
      if (!found) {
        throw refuseOperation(
          operation,
          report().operations.map(({ id }) => id),
        );
      }
      return { status: 200, body: found };
    },
    clearCoverage: () => {
      const { clear } = coverage();
      return { status: 204, commit: doAtOnce(clear) };
    },
  };
}

function refuseOperation(id: JsonValue | undefined, ids: readonly string[]): ApiError {
  const name = textOf(id);
  const detail = `The contract has no operation "${name.slice(0, 100)}": ${suggestNames(name, ids)}`;
  return new ApiError('record-not-found', endSentence(detail));
}
