/**
 * The name among others that a sender means: `FriendlyName` is what replies call `friendly_name`.
 * Undefined where several come into question, or none.
 */
export function spellingAmong(names: Iterable<string>, name: string): string | undefined {
  const plain = plainName(name);
  const found = new Set<string>();
  for (const other of names) {
    if (other === name) return name;
    if (plainName(other) === plain) found.add(other);
  }
  const [only] = found;
  return found.size === 1 ? only : undefined;
}

function plainName(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}
