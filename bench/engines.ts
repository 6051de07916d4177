/** Whether a Node is older than the `engines` of a package say, as far as they say `>=`. */
export function lacks(range: string | undefined, nodeVersion: string): boolean {
  if (range === undefined) return false;
  return range.split('||').every((part) => {
    const [, least] = />=\s*v?([\d.]+)/.exec(part) ?? [];
    return least !== undefined && compare(least, nodeVersion.replace(/^v/, '')) > 0;
  });
}

function compare(left: string, right: string): number {
  const rights = right.split('.').map(Number);
  const differences = left.split('.').map((part, index) => Number(part) - (rights[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
