import type { Documents } from '../documents.ts';
import type { Operation } from '../operations.ts';
import type { Validators } from '../validators.ts';
import { describeCollections } from './collections.ts';
import { groupViews } from './groups.ts';
import { traceAncestry } from './parents.ts';
import type { Plan } from './plan.ts';
import { createRecords } from './records.ts';
import { mapSites } from './sites.ts';
import { createTargeting } from './targets.ts';
import { createViews } from './views.ts';

/**
 * What the paths of a contract tell of the state behind it. A parameter after a fixed segment names
 * an item of what the segment names; what the items are is told by the bodies.
 */
export function inferPlan(
  documents: Documents,
  validators: Validators,
  operations: readonly Operation[],
): Plan {
  const lens = { documents, records: createRecords(documents) };
  const sites = mapSites(operations);
  const groups = groupViews(lens.records, sites, createViews(lens, sites.sites));
  const ancestry = traceAncestry(groups);
  const collections = describeCollections(lens, validators, groups, ancestry);
  const findTarget = createTargeting({ lens, sites, groups, ancestry, collections });
  return {
    collections: [...collections.values()],
    targets: new Map(operations.map((operation) => [operation, findTarget(operation)])),
  };
}
