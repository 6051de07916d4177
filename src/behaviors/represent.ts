import type { Collection, Spot } from '../contract/plan/plan.ts';
import type { JsonValue } from '../json.ts';
import type { Item } from '../store/record.ts';

/** What a record looks like where a reply shows it: the members that the schema there knows. */
export type Represent = (item: Item, collection: Collection, spot: Spot) => JsonValue;

export function createRepresentation(): Represent {
  return (item) => item.body;
}
