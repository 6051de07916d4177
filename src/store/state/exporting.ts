import type { JsonObject } from '../../base/json.ts';
import type { Views } from '../worlds/world.ts';

/** Records in the form of fixtures: what each file would hold, by the names of the collections. */
export type FixtureExport = Readonly<Record<string, readonly JsonObject[]>>;

/**
 * Only what is served. An empty file says that there is nothing, so a collection of which nobody has
 * said anything gets none.
 */
export function exportFixtures(views: Views): FixtureExport {
  const files = views.collectionNames.flatMap((name): [string, readonly JsonObject[]][] => {
    const records = views.show(name) ?? [];
    return records.length > 0 || views.isAuthoritative(name) ? [[name, records]] : [];
  });
  return Object.fromEntries(files);
}
