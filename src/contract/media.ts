/** Media types and the negotiation about them (RFC 9110, sections 8.3 and 12.5.1). */

export interface MediaType {
  /** `type/subtype`, lower-cased. */
  readonly essence: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const essencePattern = new RegExp(`^\\s*(${token})/(${token})\\s*(?:;|$)`);
const parameterPattern = new RegExp(
  `;\\s*(${token})\\s*=\\s*(?:(${token})|"((?:[^"\\\\]|\\\\.)*)")\\s*`,
  'g',
);

export function parseMediaType(text: string): MediaType | undefined {
  const match = essencePattern.exec(text);
  if (!match) return undefined;
  const parameters = new Map<string, string>();
  for (const [, name = '', plain, quoted] of text.matchAll(parameterPattern)) {
    parameters.set(name.toLowerCase(), plain ?? quoted?.replaceAll(/\\(.)/g, '$1') ?? '');
  }
  return { essence: `${match[1]}/${match[2]}`.toLowerCase(), parameters };
}

/** How a body of a type is read and written. */
export type MediaKind = 'json' | 'xml' | 'form' | 'multipart' | 'text' | 'binary';

export function kindOf(essence: string): MediaKind {
  if (isJsonType(essence)) return 'json';
  if (essence === 'application/xml' || essence === 'text/xml' || essence.endsWith('+xml')) {
    return 'xml';
  }
  if (essence === 'application/x-www-form-urlencoded') return 'form';
  if (essence.startsWith('multipart/')) return 'multipart';
  return essence.startsWith('text/') ? 'text' : 'binary';
}

/** Also for a range that JSON is in. */
export function isJsonType(essence: string): boolean {
  return essence.endsWith('+json') || isCovered(essence, 'application/json');
}

/** Whether a declared type, which may be a range such as `image/*`, covers a sent one. */
export function isCovered(declared: string, sent: string): boolean {
  if (declared === sent || declared === '*/*') return true;
  return declared.endsWith('/*') && sent.startsWith(declared.slice(0, -1));
}

/**
 * The offered type that an `Accept` header likes best, or undefined where it accepts none. Offers
 * come in order of our own preference. Elements that can't be read are ignored, and a header of
 * only such elements says nothing, so that anything goes.
 */
export function negotiate(
  accept: string | undefined,
  offers: readonly string[],
): string | undefined {
  if (accept === undefined || accept === '*/*') return offers[0];
  const ranges = accept.split(',').flatMap(parseRange);
  if (ranges.length === 0) return offers[0];
  let best: string | undefined;
  let bestQuality = 0;
  for (const offer of offers) {
    const quality = qualityOf(offer, ranges);
    if (quality > bestQuality) {
      best = offer;
      bestQuality = quality;
    }
  }
  return best;
}

interface Range {
  readonly essence: string;
  readonly quality: number;
}

function parseRange(text: string): readonly Range[] {
  const parsed = parseMediaType(text);
  if (!parsed) return [];
  const weight = parsed.parameters.get('q');
  const quality = weight === undefined ? 1 : Number(weight);
  return quality >= 0 && quality <= 1 ? [{ essence: parsed.essence, quality }] : [];
}

/** The most specific range that matches decides, whatever its weight. */
function qualityOf(offer: string, ranges: readonly Range[]): number {
  const essence = parseMediaType(offer)?.essence ?? offer;
  let specificity = -1;
  let quality = 0;
  for (const range of ranges) {
    // A contract may offer a range, too: anything in it can be sent.
    if (!isCovered(range.essence, essence) && !isCovered(essence, range.essence)) continue;
    const rank = range.essence === '*/*' ? 0 : range.essence.endsWith('/*') ? 1 : 2;
    if (rank > specificity || (rank === specificity && range.quality > quality)) {
      specificity = rank;
      quality = range.quality;
    }
  }
  return quality;
}
