import { singulars, wordsOf } from '../../base/names.ts';

/** Finds the name that the client means. */
export type Spelling = (name: string) => string;

/** Names for the same thing: requests may have one, and records another. */
const synonyms = [['username', 'login', 'loginname', 'userlogin', 'handle']];

/**
 * `username` may mean `login`, and `new_branch_name` of branches their `name`: other names of the record,
 * which requests can't send. A name that fits several of them, or none, stays.
 */
export function createLooseSpelling(
  names: ReadonlySet<string>,
  sendable: ReadonlySet<string>,
  collection: string,
): Spelling {
  const spell = createSpelling(names);
  const plain = groupByPlainName(new Set([...names].filter((one) => !sendable.has(one))));
  const noun = collection.split(/[/.]/).at(-1) ?? '';
  const fillers = new Set(['new', ...singulars(noun).map((one) => one.toLowerCase())]);
  const only = (wanted: readonly string[]): string | undefined => {
    const found = wanted.flatMap((one) => plain.get(one) ?? []);
    return found.length === 1 ? found[0] : undefined;
  };
  return (name) => {
    const spelled = spell(name);
    if (spelled !== name || names.has(name)) return spelled;
    const own = plainName(name);
    const same = synonyms.find((group) => group.includes(own))?.filter((one) => one !== own);
    const words = wordsOf(name).map((word) => word.toLowerCase());
    const bare = words.filter((word) => !fillers.has(word));
    const isShorter = bare.length > 0 && bare.length < words.length;
    return only(same ?? []) ?? (isShorter ? only([bare.join('')]) : undefined) ?? name;
  };
}

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
