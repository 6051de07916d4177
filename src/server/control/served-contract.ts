import type { Blueprint } from '../blueprint.ts';
import { describePlan } from '../plan-document.ts';
import { listDocuments, writeDocument } from '../../contract/load/served-documents.ts';
import type { ServedPorts } from '../../control/ports.ts';
import type { JsonValue } from '../../base/json.ts';
import { version } from '../../base/version.ts';

/** What the control API tells of what is served. Nobody else needs it, so it is loaded with that alone. */
export function describeServed(blueprint: () => Blueprint): ServedPorts {
  return {
    version() {
      const { title, version: edition, fingerprint, operations } = blueprint().contract;
      const contract = { title, version: edition, fingerprint, operations: operations.length };
      return { name: 'stuntdouble', version, contract };
    },
    documents: () =>
      listDocuments(blueprint().contract).map(({ isContract, name, title, version: edition }) => ({
        name,
        role: isContract ? 'contract' : 'referred',
        title: title ?? null,
        version: edition ?? null,
      })),
    document: (name, format) => writeDocument(blueprint().contract, name, format) ?? '',
    plan() {
      // What was not used yet stays uncompiled: it would take long to say more.
      const plan = describePlan(blueprint(), blueprint().contract.uncompiled);
      // The same as it is printed: members without a value are left out.
      return JSON.parse(JSON.stringify(plan)) as JsonValue;
    },
  };
}
