import { textOfParents } from './parents.ts';
import type { Item, Parents } from './record.ts';

/** Takes a step back; steps are taken back in the reverse of their order. */
export type Undo = () => void;

export interface Entry {
  item: Item;
  /** Tells its place in the order. */
  readonly rank: number;
}

/** The records under one chain of parents: keys are unique among siblings only. */
export interface Family {
  readonly parents: Parents;
  readonly byKey: ReadonlyMap<string, Entry>;
}

/** Where the records of a table stand, by their parents and by their keys. */
export interface Shelves {
  readonly size: number;
  /** The record of that key and exactly these parents, unknown ones included. */
  at(key: string, parents: Parents): Entry | undefined;
  family(parents: Parents): Family | undefined;
  families(): Iterable<Family>;
  namesakes(key: string): readonly Entry[];
  attach(entry: Entry): Undo;
  detach(entry: Entry): Undo;
}

export function createShelves(): Shelves {
  const families = new Map<string, Family & { readonly byKey: Map<string, Entry> }>();
  const namesakes = new Map<string, Entry[]>();
  let size = 0;
  const attach = (entry: Entry): Undo => {
    const { key, parents } = entry.item;
    const place = textOfParents(parents);
    const family = families.get(place) ?? { parents, byKey: new Map<string, Entry>() };
    family.byKey.set(key, entry);
    families.set(place, family);
    const others = namesakes.get(key);
    if (others) others.push(entry);
    else namesakes.set(key, [entry]);
    size += 1;
    return () => void detach(entry);
  };
  const detach = (entry: Entry): Undo => {
    const { key, parents } = entry.item;
    const place = textOfParents(parents);
    const family = families.get(place);
    family?.byKey.delete(key);
    if (family?.byKey.size === 0) families.delete(place);
    const others = (namesakes.get(key) ?? []).filter((other) => other !== entry);
    if (others.length > 0) namesakes.set(key, others);
    else namesakes.delete(key);
    size -= 1;
    return () => void attach(entry);
  };
  return {
    get size() {
      return size;
    },
    at: (key, parents) => families.get(textOfParents(parents))?.byKey.get(key),
    family: (parents) => families.get(textOfParents(parents)),
    families: () => families.values(),
    namesakes: (key) => namesakes.get(key) ?? [],
    attach,
    detach,
  };
}
