/**
 * A pattern as the second validator can read it: in Unicode mode, which forbids to escape what needs
 * no escape. Undefined for what is a pattern of another language; it binds nobody then.
 */
export function readablePattern(pattern: string): string | undefined {
  const withoutNeedlessEscapes = pattern.replaceAll(/\\([^A-Za-z0-9\s^$\\.*+?()[\]{}|/-])/g, '$1');
  return [pattern, withoutNeedlessEscapes].find(isReadable);
}

function isReadable(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
