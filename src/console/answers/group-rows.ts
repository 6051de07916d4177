import type { PlannedOperation } from '../api/documents.ts';

/** A line of the list: the tag of a group, or an operation. */
export type GroupRow =
  | { readonly kind: 'tag'; readonly tag: string; readonly count: number }
  | { readonly kind: 'operation'; readonly operation: PlannedOperation };

/** The operations that hold a text, by tags in the order of the contract. */
export function groupRows(
  operations: readonly PlannedOperation[],
  search: string,
): readonly GroupRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, PlannedOperation[]>();
  for (const operation of operations) {
    const { id, method, path, summary, tag } = operation;
    const text = `${id} ${method} ${path} ${summary ?? ''} ${tag ?? ''}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const name = tag?.trim() ?? '';
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    group.push(operation);
  }
  return [...groups].flatMap(([tag, group]) => [
    // A contract without tags needs no headings.
    ...(groups.size === 1 && tag === ''
      ? []
      : [{ kind: 'tag' as const, tag: tag === '' ? 'Without a tag' : tag, count: group.length }]),
    ...group.map((operation) => ({ kind: 'operation' as const, operation })),
  ]);
}
