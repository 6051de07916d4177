/** The challenges of a `WWW-Authenticate` (RFC 9110, section 11.6.1): scheme and parameters. */
export type Challenges = ReadonlyMap<string, ReadonlyMap<string, string>>;

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const element = new RegExp(
  `\\s*(?:(${token})\\s+)?(${token})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${token}))\\s*(?:,|$)|` +
    `\\s*(${token})\\s*(?:,|$)`,
  'y',
);

/** Schemes in lower case; undefined where the header can't be read. */
export function readChallenges(header: string): Challenges | undefined {
  const challenges = new Map<string, Map<string, string>>();
  let current: Map<string, string> | undefined;
  element.lastIndex = 0;
  while (element.lastIndex < header.length) {
    const match = element.exec(header);
    if (!match) return undefined;
    const [, scheme, name, quoted, plain, bare] = match;
    const opened = scheme ?? bare;
    if (opened !== undefined) {
      current = new Map();
      challenges.set(opened.toLowerCase(), current);
    }
    if (name === undefined) continue;
    if (!current) return undefined;
    current.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '');
  }
  return challenges;
}
