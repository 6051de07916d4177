import type { Parameter } from '../../contract/parameters/parameters.ts';

/** A query, read once for all the conditions that ask about it. */
export interface SentQuery {
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** What came as `name[]` or with the number of an item, by the name. */
  readonly items: ReadonlyMap<string, readonly string[]>;
}

export function readQuery(query: string): SentQuery {
  const values = new Map<string, string[]>();
  const items = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    add(values, name, value);
    const item = name.endsWith(']') ? /\[\d*\]$/.exec(name) : null;
    if (item) add(items, name.slice(0, item.index), value);
  }
  return { values, items };
}

function add(to: Map<string, string[]>, name: string, value: string): void {
  const before = to.get(name);
  if (before) before.push(value);
  else to.set(name, [value]);
}

/** What a query has under a name, told by the parameters of the operation: also what came as `name[]`, where that is one. */
export function readSent(
  { values, items }: SentQuery,
  name: string,
  parameters: readonly Parameter[],
): readonly string[] {
  const own = values.get(name) ?? [];
  const listed = `${name}[]`;
  const inItems = items.get(name);
  // Nearly always nothing is in brackets, and the parameters don't have to be asked whose it is.
  if (!inItems) return own;
  const claim = parameters
    .map(({ reader }) => reader().claim)
    .find(({ names }) => names.includes(name) && names.includes(listed));
  if (!claim) return own;
  if (!claim.isBranching) return own.length > 0 ? own : (values.get(listed) ?? []);
  return inItems;
}
