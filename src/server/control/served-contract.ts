import type { JsonValue } from '../../base/json.ts';
import { version } from '../../base/version.ts';
import { listDocuments, writeDocument } from '../../contract/load/served-documents.ts';
import type { ServedPorts } from '../../control/served-ports.ts';
import type { Blueprint } from '../blueprint.ts';
import type { ContractReports } from '../contract-reports.ts';
import { pointHere } from '../front-page/point-here.ts';
import type { ServerOptions } from '../options/options.ts';
import { describePlan } from '../plan-document.ts';
import { presentPlan } from '../plan-responses.ts';
import { presentOperation } from '../present-operation.ts';
import { presentFindings, presentOverlay } from '../present-contract.ts';
import type { Runtime } from '../runtime.ts';

/** What the control API tells about the served contract. */
export function describeServed(
  runtime: () => Runtime,
  { controlPrefix }: Pick<ServerOptions, 'controlPrefix'>,
  reports: ContractReports,
): ServedPorts {
  const blueprint = (): Blueprint => runtime().blueprint;
  return {
    version() {
      const { title, version: edition, fingerprint, operations } = blueprint().contract;
      const contract = { title, version: edition, fingerprint, operations: operations.length };
      return { name: 'stuntdouble', version, control_prefix: controlPrefix, contract };
    },
    documents: () =>
      listDocuments(blueprint().contract).map(({ isContract, name, title, version: edition }) => ({
        name,
        role: isContract ? 'contract' : 'referred',
        title: title ?? null,
        version: edition ?? null,
      })),
    document: (name, format, base) => {
      const change = base === undefined ? [] : [(root: JsonValue) => pointHere(root, base)];
      return writeDocument(blueprint().contract, name, format, ...change) ?? '';
    },
    findings: async () => presentFindings(await reports.findings()),
    overlays: async () => (await reports.overlays()).map(presentOverlay),
    async draftCorrection(wish) {
      // Loaded on first use: most servers draft nothing.
      const { answerWish } = await import('./correction-drafts.ts');
      return { ...answerWish(blueprint().contract, wish) };
    },
    operationIds: () => blueprint().contract.operations.map(({ id }) => id),
    operation(id) {
      const { contract } = blueprint();
      const operation = contract.operations.find((one) => one.id === id);
      return operation && presentOperation(contract, operation);
    },
    plan() {
      // Checks that were not used yet are not compiled now: that would take long.
      const { contract } = blueprint();
      const auth = runtime().roadIn(runtime().worlds.main).guard.mode;
      const plan = describePlan(blueprint(), contract.uncompiled);
      // As `stuntdouble plan --json` prints it: without undefined members.
      return JSON.parse(JSON.stringify(presentPlan(plan, contract, auth))) as JsonValue;
    },
  };
}
