import type { SecuredOperation } from '../api/documents.ts';

/** A line of the index: the name of a tag, or an operation below it. */
export type IndexRow =
  | { readonly kind: 'tag'; readonly name: string; readonly count: number }
  | { readonly kind: 'operation'; readonly operation: SecuredOperation };

/** In the order of the contract; each word of the search has to be somewhere in an operation. */
export function listRows(
  operations: readonly SecuredOperation[],
  search: string,
): readonly IndexRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, SecuredOperation[]>();
  for (const operation of operations) {
    const text = textOf(operation);
    if (!words.every((word) => text.includes(word))) continue;
    const tag = operation.tag?.trim() ?? '';
    const group = groups.get(tag) ?? [];
    groups.set(tag, group);
    group.push(operation);
  }
  const hasTags = groups.size > 1 || [...groups.keys()].some((tag) => tag !== '');
  return [...groups].flatMap(([tag, group]): readonly IndexRow[] => [
    ...(hasTags ? [{ kind: 'tag', name: tag, count: group.length } as const] : []),
    ...group.map((operation) => ({ kind: 'operation', operation }) as const),
  ]);
}

function textOf({ id, method, path, summary, tag, collection }: SecuredOperation): string {
  return [id, method, path, summary, tag, collection].join(' ').toLowerCase();
}

/** The operation that stands so many lines from another one; undefined: there is none. */
export function neighbourOf(
  rows: readonly IndexRow[],
  id: string | undefined,
  step: number,
): SecuredOperation | undefined {
  const all = rows.flatMap((row) => (row.kind === 'operation' ? [row.operation] : []));
  const at = all.findIndex((one) => one.id === id);
  return at === -1 ? all[0] : all[at + step];
}
