/**
 * A map from evenly distributed numbers, as `hashText` returns them. A copy takes no time: copies
 * share all parts that neither has changed since. To find one text of a million, a sorted tree
 * compares about twenty texts from all over the memory; with this map the caller compares one.
 */
export interface HashTrie<V> {
  get(number: number): V | undefined;
  set(number: number, value: V): void;
  delete(number: number): void;
  /** Deletes all in one walk but values for which `isKept` is true; returns their numbers. */
  deleteAll(numbers: readonly number[], isKept: (value: V) => boolean): ReadonlySet<number>;
  clear(): void;
  /** Changes of the copy are not seen in the original, nor the other way round. */
  clone(): HashTrie<V>;
}

/**
 * A hash of 30 bits: the engine stores such a number without an object of its own. Different texts
 * may have the same hash, so callers compare the texts, too.
 */
export function hashText(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) & 0x3fffffff;
}

export function createHashTrie<V>(): HashTrie<V> {
  return openHashTrie<V>(undefined);
}

/**
 * The next four bits of a number choose the branch at each level, lowest bits first. A node of
 * another owner is shared: it is copied before it is changed.
 */
type TrieNode<V> = TrieBranch<V> | TrieLeaf<V>;

interface TrieBranch<V> {
  readonly owner: object;
  readonly nodes: (TrieNode<V> | undefined)[];
}

interface TrieLeaf<V> {
  readonly owner: object;
  readonly nodes: undefined;
  readonly numbers: number[];
  readonly values: V[];
}

interface TrieEntry<V> {
  readonly number: number;
  readonly value: V;
}

const bits = 4;
const mask = 15;
const deepest = 28;
const mostInLeaf = 32;

function openHashTrie<V>(first: TrieNode<V> | undefined): HashTrie<V> {
  let root = first;
  let owner = {};
  const put = (node: TrieNode<V> | undefined, entry: TrieEntry<V>, depth: number): TrieNode<V> => {
    if (!node) return { owner, nodes: undefined, numbers: [entry.number], values: [entry.value] };
    if (node.nodes) {
      const branch = node.owner === owner ? node : { owner, nodes: [...node.nodes] };
      const at = (entry.number >>> depth) & mask;
      const before = branch.nodes[at];
      const after = put(before, entry, depth + bits);
      if (after !== before) branch.nodes[at] = after;
      return branch;
    }
    const leaf = withEntry(node, entry, owner);
    return leaf.numbers.length > mostInLeaf && depth < deepest ? split(leaf, depth) : leaf;
  };
  const split = ({ numbers, values }: TrieLeaf<V>, depth: number): TrieBranch<V> => {
    const branch = { owner, nodes: Array.from<TrieNode<V> | undefined>({ length: mask + 1 }) };
    for (const [at, value] of values.entries())
      put(branch, { number: numbers[at] ?? 0, value }, depth);
    return branch;
  };
  const remove = (node: TrieNode<V> | undefined, number: number, depth: number): typeof node => {
    if (!node?.nodes) return node && withoutNumber(node, number, owner);
    const at = (number >>> depth) & mask;
    const before = node.nodes[at];
    const after = remove(before, number, depth + bits);
    if (after === before) return node;
    const branch = node.owner === owner ? node : { owner, nodes: [...node.nodes] };
    branch.nodes[at] = after;
    return branch;
  };
  return {
    get: (number) => findIn(root, number),
    set(number, value) {
      root = put(root, { number, value }, 0);
    },
    delete(number) {
      root = remove(root, number, 0);
    },
    deleteAll(numbers, isKept) {
      const kept = new Set<number>();
      const isLost = (value: V, number: number): boolean => {
        if (isKept(value)) kept.add(number);
        return !kept.has(number);
      };
      root = withoutAll(root, numbers, 0, { owner, isLost });
      return kept;
    },
    clear() {
      root = undefined;
    },
    clone() {
      owner = {};
      return openHashTrie(root);
    },
  };
}

function findIn<V>(root: TrieNode<V> | undefined, number: number): V | undefined {
  let node = root;
  for (let rest = number; node?.nodes; rest >>>= bits) node = node.nodes[rest & mask];
  if (!node) return undefined;
  const at = node.numbers.indexOf(number);
  return at < 0 ? undefined : node.values[at];
}

function ownLeaf<V>(leaf: TrieLeaf<V>, owner: object): TrieLeaf<V> {
  if (leaf.owner === owner) return leaf;
  return { owner, nodes: undefined, numbers: [...leaf.numbers], values: [...leaf.values] };
}

function withEntry<V>(
  before: TrieLeaf<V>,
  { number, value }: TrieEntry<V>,
  owner: object,
): TrieLeaf<V> {
  const leaf = ownLeaf(before, owner);
  const found = leaf.numbers.indexOf(number);
  const at = found < 0 ? leaf.numbers.length : found;
  leaf.numbers[at] = number;
  leaf.values[at] = value;
  return leaf;
}

function withoutNumber<V>(
  leaf: TrieLeaf<V>,
  number: number,
  owner: object,
): TrieLeaf<V> | undefined {
  const at = leaf.numbers.indexOf(number);
  if (at < 0) return leaf;
  if (leaf.numbers.length === 1) return undefined;
  const own = ownLeaf(leaf, owner);
  own.numbers.splice(at, 1);
  own.values.splice(at, 1);
  return own;
}

interface Removal<V> {
  readonly owner: object;
  isLost(this: void, value: V, number: number): boolean;
}

function withoutAll<V>(
  node: TrieNode<V> | undefined,
  numbers: readonly number[],
  depth: number,
  removal: Removal<V>,
): TrieNode<V> | undefined {
  if (!node || numbers.length === 0) return node;
  if (!node.nodes) return withoutNumbers(node, numbers, removal);
  const { owner } = removal;
  const branch = node.owner === owner ? node : { owner, nodes: [...node.nodes] };
  for (const [at, part] of divide(numbers, depth).entries())
    branch.nodes[at] = withoutAll(branch.nodes[at], part, depth + bits, removal);
  return branch;
}

/** Groups numbers by the branch that they take at the next level. */
function divide(numbers: readonly number[], depth: number): readonly (readonly number[])[] {
  const parts = Array.from({ length: mask + 1 }, (): number[] => []);
  for (const number of numbers) parts[(number >>> depth) & mask]?.push(number);
  return parts;
}

function withoutNumbers<V>(
  leaf: TrieLeaf<V>,
  lost: readonly number[],
  { owner, isLost }: Removal<V>,
): TrieLeaf<V> | undefined {
  const numbers: number[] = [];
  const values: V[] = [];
  for (const [at, value] of leaf.values.entries()) {
    const number = leaf.numbers[at] ?? 0;
    if (lost.includes(number) && isLost(value, number)) continue;
    numbers.push(number);
    values.push(value);
  }
  return numbers.length === 0 ? undefined : { owner, nodes: undefined, numbers, values };
}
