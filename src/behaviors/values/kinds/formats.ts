import type { DrawNumber } from '../chance.ts';
import type { Surroundings } from '../chance.ts';
import { createDraw, hashBelow } from '../chance.ts';
import type { Faker, Person } from '../fakers.ts';
import type { Country } from '../vocabulary/countries.ts';
import { spellWords } from '../vocabulary/words.ts';

/** The tools of a maker of texts. The faker library is loaded on first use. */
export interface Kit {
  readonly draw: DrawNumber;
  /** Seeded with the hash of the place. */
  readonly faker: () => Faker;
  /** The one whom this member and its neighbours describe. */
  readonly person: () => Person;
  /** Where the record is. */
  readonly country: () => Country | undefined;
  readonly around: () => Surroundings;
  readonly hash: number;
  readonly name: string;
  /** What the URLs of files begin with, without a slash at the end. */
  readonly publicUrl: () => string;
}

export type Maker = (kit: Kit) => string;

/** Fixed, so that a seed gives the same values every day. */
const start = Date.UTC(2024, 0, 1);
const end = Date.UTC(2026, 0, 1);
const day = 86_400_000;

/** Makers of texts by format. Each draw gives a valid text. */
const makers: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ['uuid', makeUuid],
  ['guid', makeUuid],
  ['date-time', (kit) => `${toTime(kit).toISOString().slice(0, 19)}Z`],
  ['iso-date-time', (kit) => `${toTime(kit).toISOString().slice(0, 19)}Z`],
  ['date', (kit) => toTime(kit).toISOString().slice(0, 10)],
  ['time', (kit) => `${toTime(kit).toISOString().slice(11, 19)}Z`],
  ['iso-time', (kit) => `${toTime(kit).toISOString().slice(11, 19)}Z`],
  ['duration', ({ draw }) => `PT${1 + draw(90)}M`],
  ['email', makeEmail],
  ['idn-email', makeEmail],
  ['uri', makeUrl],
  ['url', makeUrl],
  ['iri', makeUrl],
  ['uri-reference', ({ faker }) => `/${faker().lorem.slug()}`],
  ['iri-reference', ({ faker }) => `/${faker().lorem.slug()}`],
  ['uri-template', ({ faker }) => `https://example.com/${faker().lorem.slug()}/{id}`],
  ['hostname', ({ faker }) => `${faker().lorem.slug(1)}.example.com`],
  ['idn-hostname', ({ faker }) => `${faker().lorem.slug(1)}.example.com`],
  ['ipv4', ({ draw }) => `192.0.2.${1 + draw(254)}`],
  ['ip', ({ draw }) => `192.0.2.${1 + draw(254)}`],
  [
    'ipv6',
    ({ draw }) => `2001:db8::${(1 + draw(0xfffe)).toString(16)}:${draw(0xffff).toString(16)}`,
  ],
  ['byte', ({ faker }) => Buffer.from(faker().lorem.words(3)).toString('base64')],
  ['base64', ({ faker }) => Buffer.from(faker().lorem.words(3)).toString('base64')],
  ['regex', () => '^[a-z]+$'],
  ['json-pointer', ({ faker }) => `/${faker().lorem.word()}`],
  ['json-pointer-uri-fragment', ({ faker }) => `#/${faker().lorem.word()}`],
  ['relative-json-pointer', ({ faker }) => `0/${faker().lorem.word()}`],
  ['password', ({ faker }) => faker().internet.password({ length: 12 })],
  ['int32', ({ draw }) => String(1 + draw(10_000))],
  ['int64', ({ draw }) => String(1 + draw(10_000))],
  ['float', ({ draw }) => (draw(100_000) / 100).toFixed(2)],
  ['double', ({ draw }) => (draw(100_000) / 100).toFixed(2)],
  ['decimal', ({ draw }) => (draw(100_000) / 100).toFixed(2)],
]);

/** Short texts by format, for a small `maxLength`. */
const shortest: ReadonlyMap<string, readonly string[]> = new Map([
  ['email', ['ann@example.com', 'a@b.co']],
  ['uri', ['https://a.example', 'http://a.b', 'urn:a', 'a:b']],
  ['url', ['https://a.example', 'http://a.co']],
  ['uri-reference', ['/a', '']],
  ['uri-template', ['/{id}', '']],
  ['hostname', ['a.example', 'a.b', 'a']],
  ['ipv6', ['2001:db8::1', '::1', '::']],
  ['duration', ['PT5M', 'P1D']],
  ['byte', ['YWJj', '']],
  ['json-pointer', ['/a', '']],
  ['relative-json-pointer', ['0']],
  ['regex', ['a', '']],
  ['date-time', ['2025-01-01T00:00:00Z']],
]);

export function makerFor(format: string): Maker | undefined {
  return makers.get(format);
}

/** Candidates of a format for limits of length. The caller has to check them. */
export function fitFormat(
  format: string,
  text: string,
  least: number,
  most: number,
): readonly string[] {
  if (text.length > most) return shortest.get(format) ?? [];
  const missing = least - text.length;
  if (missing <= 0 || missing > 100_000) return [];
  return longer.get(format)?.(text, missing) ?? [text + 'a'.repeat(missing)];
}

type Stretch = (text: string, missing: number) => readonly string[];

const longer: ReadonlyMap<string, Stretch> = new Map<string, Stretch>([
  ['uri', stretchPath],
  ['url', stretchPath],
  ['iri', stretchPath],
  ['uri-reference', stretchPath],
  ['iri-reference', stretchPath],
  ['uri-template', stretchPath],
  ['json-pointer', stretchPath],
  ['email', stretchEmail],
  ['idn-email', stretchEmail],
  ['hostname', (text, missing) => [labels(missing) + text]],
  ['idn-hostname', (text, missing) => [labels(missing) + text]],
  ['byte', (text, missing) => [`${'YWFh'.repeat(Math.ceil(missing / 4))}${text}`]],
  // A fraction of a second may have any number of digits.
  [
    'date-time',
    (text, missing) => [text.replace('Z', `.${'0'.repeat(Math.max(1, missing - 1))}Z`)],
  ],
]);

function stretchPath(text: string, missing: number): readonly string[] {
  return [`${text}/${'a'.repeat(missing - 1)}`];
}

function stretchEmail(text: string, missing: number): readonly string[] {
  return [
    `${'a'.repeat(Math.max(0, Math.min(missing, 60 - text.indexOf('@'))))}${text}`,
    text.replace('@', `@${labels(missing)}`),
  ];
}

function labels(length: number): string {
  const whole = 'a'.repeat(60);
  const count = Math.floor(length / 61);
  const rest = length % 61;
  return `${`${whole}.`.repeat(count)}${rest > 1 ? `${'a'.repeat(rest - 1)}.` : rest > 0 ? 'a' : ''}`;
}

function makeUuid({ draw }: Kit): string {
  const [head, second, third] = [digits(draw, 8), digits(draw, 4), digits(draw, 3)];
  const variant = hexDigits[8 + draw(4)] ?? '';
  return `${head}-${second}-4${third}-${variant}${digits(draw, 3)}-${digits(draw, 12)}`;
}

const hexDigits = '0123456789abcdef';

export function digits(draw: DrawNumber, count: number): string {
  let text = '';
  for (let at = 0; at < count; at += 1) text += hexDigits[draw(16)] ?? '';
  return text;
}

function makeEmail({ person }: Kit): string {
  return person().email;
}

/** Below this path every server serves made-up files, also without the control API. */
export const filesPath = '/_stuntdouble/files';

/** Which files a URL leads to, by the words of its name. */
const fileKinds: readonly (readonly [RegExp, extension: string])[] = [
  [/\b(avatar|image|photo|picture|thumbnail|logo|icon|banner|cover)\b/, 'png'],
  [/\b(pdf|attachment|document)\b/, 'pdf'],
  [/\b(audio|recording|sound|podcast)\b/, 'mp3'],
  [/\b(zip|archive|zipball)\b/, 'zip'],
  [/\bcsv\b/, 'csv'],
];

/** Files are served here, so that a page shows them without the internet. */
function makeUrl({ faker, name, publicUrl }: Kit): string {
  const words = spellWords(name);
  const slug = faker().lorem.slug();
  const [, extension] = fileKinds.find(([rule]) => rule.test(words)) ?? [];
  if (extension !== undefined) return `${publicUrl()}${filesPath}/${slug}.${extension}`;
  return `https://example.com/${slug}`;
}

export function toTime({ hash, name, around }: Kit): Date {
  return timeNamed(name, hash, around().record);
}

/** When things happen, in days after the beginning of a record: the first rule that matches. */
const order: readonly (readonly [RegExp, after: number, within: number])[] = [
  // A made-up record keeps its term, so this comes after all that is done in it.
  [/\b(expir(?!ed\b)\w*|until|valid to|deadline|due)\b/, 40, 9],
  [/\b(updated?|modified|changed|last|seen|synced|deleted|archived)\b/, 40, 30],
  [/\b(refunded|returned|cancell?ed|revoked|rejected|declined|failed)\b/, 30, 9],
  [/\b(end\w*|finish\w*|completed?|closed|resolved|merged|delivered|received|to|stop\w*)\b/, 20, 9],
  [/\b(shipped|sent|dispatched|processed|picked|fulfilled|read|opened|accepted)\b/, 12, 5],
  [/\b(paid|charged|captured|approved|confirmed|published|reviewed|verified|activated)\b/, 6, 5],
  [
    /\b(start\w*|begin|began|from|placed|ordered|submitted|issued|assigned|scheduled|lent|borrowed|loaned|rented|booked)\b/,
    1,
    3,
  ],
  [/\b(creat\w*|joined|registered|added|inserted|since)\b/, 0, 1],
];

const stillToCome = /\b(next|renews?)\b/;

/** A time within so many days, in milliseconds. */
function timeWithin(days: number, seed: number): number {
  return createDraw(seed)(days * 86_400) * 1000;
}

/** In the order in which things happen to a record; what is still to come is in 2026. */
export function timeNamed(name: string, hash: number, record: number): Date {
  const words = spellWords(name);
  if (/\b(birth|born|dob)/.test(words))
    return new Date(Date.UTC(1960, 0, 1) + timeWithin(45 * 365, hash));
  if (stillToCome.test(words)) return new Date(end + timeWithin(360, hash));
  const [, after, within] = order.find(([rule]) => rule.test(words)) ?? [undefined, 0, 30];
  const beginning = start + timeWithin(640, hashBelow(record, 'beginning'));
  return new Date(beginning + after * day + timeWithin(within, hash));
}
