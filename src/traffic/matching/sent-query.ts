import type { Parameter } from '../../contract/parameters.ts';

/** What a query has under a name, told by the parameters of the operation: also what came as `name[]`, where that is one. */
export function readSent(
  sent: URLSearchParams,
  name: string,
  parameters: readonly Parameter[],
): readonly string[] {
  const listed = `${name}[]`;
  // Nearly always nothing is in brackets, and nobody has to be asked whose it is.
  if (![...sent.keys()].some((key) => isItem(key, name))) return sent.getAll(name);
  const claim = parameters
    .map(({ reader }) => reader().claim)
    .find(({ names }) => names.includes(name) && names.includes(listed));
  const own = sent.getAll(name);
  if (!claim) return own;
  if (!claim.isBranching) return own.length > 0 ? own : sent.getAll(listed);
  return [...sent].filter(([key]) => isItem(key, name)).map(([, value]) => value);
}

/** `name[]`, or with the number of the item. */
function isItem(key: string, name: string): boolean {
  return key.startsWith(name) && /^\[\d*\]$/.test(key.slice(name.length));
}
