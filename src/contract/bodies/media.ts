/** Media types and content negotiation (RFC 9110, sections 8.3 and 12.5.1). */

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
  return { essence: `${match[1]}/${match[2]}`.toLowerCase(), parameters: parseParameters(text) };
}

/** The parameters after the first semicolon of a header: names in lower case, with their values. */
export function parseParameters(header: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = '', plain, quoted] of header.matchAll(parameterPattern)) {
    parameters.set(name.toLowerCase(), plain ?? quoted?.replaceAll(/\\(.)/g, '$1') ?? '');
  }
  return parameters;
}

/**
 * Whether a declared type covers a sent one. The declared type may be a range such as `image/*`, or
 * a range with a suffix such as `application/*+json`.
 */
export function isCovered(declared: string, sent: string): boolean {
  if (declared === sent || declared === '*/*') return true;
  const star = declared.indexOf('*');
  if (star === -1) return false;
  const head = declared.slice(0, star);
  const tail = declared.slice(star + 1);
  const isRoom = sent.length > head.length + tail.length;
  return head.endsWith('/') && isRoom && sent.startsWith(head) && sent.endsWith(tail);
}

/**
 * Finds the most specific declared type that a sent type fits. Parameters that both have must
 * agree, except `charset` and `boundary`, which are about the bytes.
 */
export function findOffer<T extends { readonly type: string }>(
  offers: readonly T[],
  sent: MediaType,
): T | undefined {
  // A sent type is never a range.
  if (sent.essence.includes('*')) return undefined;
  const ranked = offers.flatMap((offer) => {
    const declared = parseMediaType(offer.type);
    if (!declared || !isCovered(declared.essence, sent.essence)) return [];
    const named = [...declared.parameters].filter(([name]) => !isAboutBytes(name));
    if (named.some(([name, value]) => contradicts(sent, name, value))) return [];
    const agreed = named.filter(([name]) => sent.parameters.has(name)).length;
    const specificity = specificityOf(declared.essence);
    return [{ offer, specificity, agreed, asked: named.length }];
  });
  const [best] = ranked.toSorted(
    (left, right) =>
      right.specificity - left.specificity ||
      right.agreed - left.agreed ||
      // Of two offers with as many agreeing parameters, the one that asks for fewer wins.
      left.asked - right.asked,
  );
  return best?.offer;
}

/** The plainest type within a range, for a body that the server writes. */
export function plainestType(essence: string): string {
  if (!essence.includes('*')) return essence;
  const suffixed = /^[^/]+\/\*\+(json|xml)$/.exec(essence);
  if (suffixed) return `application/${suffixed[1]}`;
  const [family = ''] = essence.split('/');
  return plainest.get(family) ?? 'application/octet-stream';
}

const plainest: ReadonlyMap<string, string> = new Map([
  ['*', 'application/json'],
  ['application', 'application/json'],
  ['text', 'text/plain'],
  ['image', 'image/png'],
  ['audio', 'audio/mpeg'],
  ['video', 'video/mp4'],
  ['font', 'font/woff2'],
  ['multipart', 'multipart/form-data'],
]);

/**
 * Chooses the offered type that `Accept` prefers; undefined if it accepts none. Offers come in the
 * order of the server's preference. Elements that cannot be read are ignored, and a header with
 * only such elements accepts everything.
 */
export function negotiate(
  accept: string | undefined,
  offers: readonly string[],
): string | undefined {
  const ranges = readAccept(accept);
  if (ranges.length === 0) return offers[0];
  const [best] = offers
    .map((offer) => ({ offer, quality: qualityOf(offer, ranges) }))
    .filter(({ quality }) => quality > 0)
    .toSorted((left, right) => right.quality - left.quality);
  return (
    best?.offer ?? (qualityOf('application/json', ranges) > 0 ? kindOfJson(offers) : undefined)
  );
}

/** A client that asks for JSON reads `application/hal+json` as well. */
function kindOfJson(offers: readonly string[]): string | undefined {
  return offers.find((offer) => parseMediaType(offer)?.essence.endsWith('+json'));
}

/**
 * Narrows an offered range to the type in it that `Accept` prefers, if that type is written in the
 * same way as the plainest type in the range; otherwise to the plainest type.
 */
export function narrowOffer(
  accept: string | undefined,
  offer: string,
  isWrittenAlike: (essence: string, other: string) => boolean,
): string {
  const essence = parseMediaType(offer)?.essence ?? offer;
  if (!essence.includes('*')) return offer;
  const plain = plainestType(essence);
  const ranges = readAccept(accept);
  const candidates = ranges
    .filter((range) => !range.essence.includes('*') && isCovered(essence, range.essence))
    .filter((range) => range.quality > 0 && isWrittenAlike(range.essence, plain));
  const [best] = candidates.toSorted((left, right) => right.quality - left.quality);
  if (!best || qualityOf(plain, ranges) >= best.quality) return plain;
  return best.essence;
}

interface MediaRange extends MediaType {
  readonly quality: number;
}

function readAccept(accept: string | undefined): readonly MediaRange[] {
  if (accept === undefined || accept === '*/*') return [];
  return (accept.match(elements) ?? []).flatMap(parseRange);
}

/** A comma within quotes does not separate elements. */
const elements = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;

function parseRange(text: string): readonly MediaRange[] {
  const parsed = parseMediaType(text);
  if (!parsed) return [];
  const { essence, parameters } = parsed;
  const weight = parameters.get('q') ?? '1';
  const quality = /^(\d+\.?\d*|\.\d+)$/.test(weight) ? Number(weight) : -1;
  if (quality < 0 || quality > 1) return [];
  // Parameters after the weight are not about the type (RFC 7231, section 5.3.2).
  const names = [...parameters.keys()];
  const own = names.includes('q') ? names.slice(0, names.indexOf('q')) : names;
  const kept = own.filter((name) => !isAboutBytes(name));
  return [
    {
      essence,
      quality,
      parameters: new Map(kept.map((name) => [name, parameters.get(name) ?? ''])),
    },
  ];
}

/** The most specific range that matches decides, whatever its weight. */
function qualityOf(offer: string, ranges: readonly MediaRange[]): number {
  const type = parseMediaType(offer) ?? { essence: offer, parameters: new Map() };
  let specificity = -Infinity;
  let quality = 0;
  for (const range of ranges) {
    const rank = rankOf(range, type);
    if (rank === undefined) continue;
    if (rank > specificity || (rank === specificity && range.quality > quality)) {
      specificity = rank;
      quality = range.quality;
    }
  }
  return quality;
}

/** How specifically a range describes a type; undefined where it does not match. */
function rankOf({ essence, parameters }: MediaRange, type: MediaType): number | undefined {
  // The contract may offer a range, too: the server can send any type in it.
  if (!isCovered(essence, type.essence) && !isCovered(type.essence, essence)) return undefined;
  const named = [...parameters];
  if (named.some(([name, value]) => contradicts(type, name, value))) return undefined;
  // An offer without one of the range's parameters matches, but ranks below all other matches.
  if (named.some(([name]) => !type.parameters.has(name))) return -1;
  return specificityOf(essence) * 100 + named.length;
}

function specificityOf(essence: string): number {
  if (!essence.includes('*')) return 3;
  if (essence === '*/*') return 0;
  return essence.endsWith('/*') ? 1 : 2;
}

function contradicts({ parameters }: MediaType, name: string, value: string): boolean {
  return parameters.has(name) && parameters.get(name)?.toLowerCase() !== value.toLowerCase();
}

function isAboutBytes(name: string): boolean {
  return name === 'charset' || name === 'boundary' || name === 'q';
}
