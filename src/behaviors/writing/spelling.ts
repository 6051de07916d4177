/** Finds the name that the client means. */
export type Spelling = (name: string) => string;

/** `FriendlyName` means `friendly_name`. A name that fits several others, or none, stays. */
export function createSpelling(names: Iterable<string>): Spelling {
  const own = new Set(names);
  let plain: ReadonlyMap<string, readonly string[]> | undefined;
  return (name) => {
    if (own.has(name)) return name;
    plain ??= groupByPlainName(own);
    const [only, ...others] = plain.get(plainName(name)) ?? [];
    return only !== undefined && others.length === 0 ? only : name;
  };
}

function groupByPlainName(names: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const plain = plainName(name);
    groups.set(plain, [...(groups.get(plain) ?? []), name]);
  }
  return groups;
}

function plainName(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}
