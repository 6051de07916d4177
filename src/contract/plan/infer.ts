import type { Operation } from '../operations.ts';
import type { Workshop } from '../compile-context.ts';
import { describeCollections } from './collections.ts';
import { readCorrections } from './corrections.ts';
import { groupViews } from './views/groups.ts';
import { traceAncestry } from './parents.ts';
import { placeGroups } from './views/placement.ts';
import type { Plan } from './plan.ts';
import { createRecords } from './views/records.ts';
import { mapSites } from './views/sites.ts';
import { createTargeting } from './targets/targets.ts';
import { createViews } from './views/views.ts';

/**
 * What the paths of a contract tell of the state behind it. A parameter after a fixed segment names
 * an item of what the segment names; what the items are is told by the bodies. What the contract
 * itself says of it goes before.
 */
export function inferPlan(workshop: Workshop, operations: readonly Operation[]): Plan {
  const { documents, validators } = workshop;
  const lens = { documents, records: createRecords(documents) };
  const corrections = readCorrections(workshop, operations);
  const sites = mapSites(operations);
  const found = groupViews(lens.records, sites, createViews(lens, sites.sites));
  const placing = placeGroups(workshop, lens, sites, found, corrections);
  const ancestry = traceAncestry(placing);
  const collections = describeCollections(lens, validators, placing, ancestry);
  const ground = { lens, sites, groups: placing.groups, ancestry, collections };
  const findTarget = createTargeting(workshop, ground, corrections);
  return {
    collections: [...collections.values()],
    targets: new Map(operations.map((operation) => [operation, findTarget(operation)])),
  };
}
