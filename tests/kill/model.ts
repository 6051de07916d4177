/** A record as the control API shows it. */
export type Item = Readonly<Record<string, string | number>>;

/** What the server shows of everything. */
export interface Shown {
  readonly items: readonly Item[];
  readonly parts: readonly Item[];
}

/** One request that writes: what there is under each key when it is done. */
export interface Write {
  /** Undefined: nothing. */
  readonly changes: ReadonlyMap<string, string | undefined>;
  /** What is made under a key that the server chooses. */
  readonly made: { readonly collection: string; readonly record: Item } | undefined;
}

/** What of the last life of the server was found in the next. */
export interface Findings {
  /** What was answered and isn't so, or is there in part. */
  readonly faults: readonly string[];
  /** What nobody had an answer to, and was kept, or was dropped. */
  readonly kept: number;
  readonly dropped: number;
}

/** All that the server has said so far, and what it may have done besides. */
export interface Model {
  begin(write: Write): void;
  /** It was answered; what was made has this key. */
  acknowledge(write: Write, key?: string): void;
  /** A reply showed that the counter had come this far. */
  see(counter: string, count: number): void;
  read(key: string): string | undefined;
  /** The keys and records of a collection. */
  list(collection: string): readonly (readonly [string, Item])[];
  count(counter: string): number;
  /** Holds the server to it, and goes on from what is there. */
  compare(shown: Shown): Findings;
}

/** The item that all clients write to at once; each of its members is a record by itself. */
export const sharedId = 'shared';

export function createModel(): Model {
  let sure = new Map<string, string>();
  const pending = new Set<Write>();
  const seen = new Map<string, number>();
  return {
    begin: (write) => void pending.add(write),
    acknowledge(write, key) {
      pending.delete(write);
      for (const [place, text] of write.changes) {
        if (text === undefined) sure.delete(place);
        else sure.set(place, text);
      }
      if (write.made && key !== undefined) sure.set(key, toText(write.made.record));
    },
    see: (counter, count) => void seen.set(counter, Math.max(count, seen.get(counter) ?? 0)),
    read: (key) => sure.get(key),
    list: (collection) =>
      [...sure]
        .filter(([key]) => key.startsWith(`${collection}/`))
        .map(([key, text]) => [key, toItem(text)]),
    count: (counter) => Number(sure.get(`counters/${counter}`) ?? 0),
    compare(shown) {
      const found = toMap(shown);
      const findings = compare({ sure, pending, seen }, found);
      sure = found;
      pending.clear();
      seen.clear();
      return findings;
    },
  };
}

/** The same for the same members, in whatever order. */
export function toText(record: Item): string {
  const members = Object.entries(record).filter(([name]) => name !== 'id');
  return JSON.stringify(members.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

interface Expected {
  readonly sure: ReadonlyMap<string, string>;
  readonly pending: ReadonlySet<Write>;
  readonly seen: ReadonlyMap<string, number>;
}

function compare({ sure, pending, seen }: Expected, found: ReadonlyMap<string, string>): Findings {
  const faults: string[] = [];
  let [kept, dropped] = [0, 0];
  const explained = new Set<string>();
  for (const { changes, made } of pending) {
    const places = [...changes];
    for (const [key] of places) explained.add(key);
    const isAfter = places.every(([key, text]) => found.get(key) === text);
    const isBefore = places.every(([key]) => found.get(key) === sure.get(key));
    const born = made && findMade(made, found, sure);
    if (born !== undefined) explained.add(born);
    if (!isAfter && !isBefore) faults.push(`half of a write: ${describe(places, found)}`);
    if (made ? born !== undefined : isAfter) kept += 1;
    else dropped += 1;
  }
  for (const key of new Set([...sure.keys(), ...found.keys()])) {
    if (explained.has(key) || found.get(key) === sure.get(key)) continue;
    faults.push(
      `answered, and not so: ${key} is ${short(found.get(key))}, not ${short(sure.get(key))}`,
    );
  }
  for (const [counter, count] of seen) {
    const now = Number(found.get(`counters/${counter}`) ?? 0);
    if (now < count) faults.push(`shown, and taken back: ${counter} was ${count}, and is ${now}`);
  }
  return { faults, kept, dropped };
}

function findMade(
  { collection, record }: NonNullable<Write['made']>,
  found: ReadonlyMap<string, string>,
  sure: ReadonlyMap<string, string>,
): string | undefined {
  const text = toText(record);
  const entry = [...found].find(
    ([key, value]) => !sure.has(key) && key.startsWith(`${collection}/`) && value === text,
  );
  return entry?.[0];
}

function toMap({ items, parts }: Shown): Map<string, string> {
  const map = new Map<string, string>();
  for (const item of items) {
    if (item['id'] !== sharedId) map.set(`items/${item['id']}`, toText(item));
    else for (const [name, value] of Object.entries(item)) map.set(`counters/${name}`, `${value}`);
  }
  for (const part of parts) map.set(`parts/${part['id']}`, toText(part));
  return map;
}

function toItem(text: string): Item {
  // A trust edge: `toText` has written it.
  return Object.fromEntries(JSON.parse(text) as readonly [string, string | number][]);
}

function describe(
  places: readonly (readonly [string, string | undefined])[],
  found: ReadonlyMap<string, string>,
): string {
  return places.map(([key]) => `${key} is ${short(found.get(key))}`).join(', ');
}

function short(text: string | undefined): string {
  if (text === undefined) return 'missing';
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
