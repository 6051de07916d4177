import type { Json, JsonObject } from '../api/documents.ts';
import type { Field } from '../api/record-documents.ts';
import { memberOf } from '../parts/member-of.ts';
import { formatDay, formatMoment } from '../parts/moment.ts';

export type ShownKind =
  | 'missing'
  | 'null'
  | 'text'
  | 'number'
  | 'money'
  | 'date'
  | 'badge'
  | 'boolean'
  | 'image'
  | 'link'
  | 'colour'
  | 'json';

/** A value as a cell shows it. */
export interface Shown {
  readonly kind: ShownKind;
  readonly text: string;
  /** The exact value, where the text is shorter. */
  readonly title?: string;
  readonly href?: string;
  /** Tells badges apart. */
  readonly tone?: number;
}

interface Place {
  readonly name: string;
  readonly field: Field | undefined;
  /** The record, for what stands beside the value. */
  readonly record: JsonObject;
  /** Where the console is: images of other origins are shown as links. */
  readonly origin: string;
  /** Whether images of this origin are loaded: each is a request that the traffic shows. */
  readonly hasImages: boolean;
}

export function showValue(value: Json | undefined, place: Place): Shown {
  if (value === undefined) return { kind: 'missing', text: '–', title: 'not set' };
  if (value === null) return { kind: 'null', text: 'null' };
  const position = place.field?.enum?.indexOf(value) ?? -1;
  if (position >= 0) return { kind: 'badge', text: textOf(value), tone: position % tones };
  if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) };
  if (typeof value === 'number') return showNumber(value, place);
  if (typeof value === 'string') return showText(value, place);
  return showNested(value);
}

const tones = 6;
/** Characters: a cell shows no more, and its title a few lines. */
const [longestText, longestTitle] = [160, 1000];

function showNumber(value: number, { name, record }: Place): Shown {
  const currency = isMoney(name) ? currencyOf(name, record) : undefined;
  if (currency === undefined) return { kind: 'number', text: String(value) };
  const text = Number.isInteger(value) ? String(value) : value.toFixed(2);
  return { kind: 'money', text: `${text} ${currency}`, title: `${value} ${currency}` };
}

const isMoney = (name: string): boolean =>
  /(?:price|amount|total|cost|fee|balance|tax|sum|net|gross|discount|deposit|salary)/i.test(name);

function currencyOf(name: string, record: JsonObject): string | undefined {
  const names = ['currency', 'currency_code', 'currencyCode', `${name}_currency`];
  return names.flatMap((one) => {
    const code = memberOf(record, one);
    return typeof code === 'string' && /^[a-z]{3}$/i.test(code) ? code.toUpperCase() : [];
  })[0];
}

function showText(value: string, place: Place): Shown {
  const format = place.field?.format;
  if (format === 'date' || format === 'date-time' || instant.test(value))
    return showDate(value) ?? plain(value);
  if (/^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(value))
    return { kind: 'colour', text: value };
  if (format === 'email' && /^[\w.!+~-]+@[\w.-]+$/.test(value))
    return { ...plain(value), kind: 'link', href: `mailto:${value}` };
  return showAddress(value, place) ?? plain(value);
}

/** Undefined: it is none that the console may link to. */
function showAddress(value: string, place: Place): Shown | undefined {
  const href = hrefOf(value, place.origin);
  if (href === undefined) return undefined;
  const file = madeUpFile.exec(new URL(href).pathname)?.[0];
  if (file !== undefined) return { ...plain(value), kind: 'image', href: place.origin + file };
  const isImage =
    new URL(href).origin === place.origin && (imageName.test(place.name) || imageFile.test(value));
  if (href.startsWith('data:') || (isImage && place.hasImages))
    return { ...plain(value), kind: 'image', href };
  const isLink =
    isImage || /^https?:/i.test(value) || place.field?.format?.startsWith('uri') === true;
  return isLink ? { ...plain(value), kind: 'link', href } : undefined;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;
/** The server draws them at any name that it is called by, and no journal has these requests. */
const madeUpFile = /\/_stuntdouble\/files\/[\w.%-]+\.(?:png|jpe?g|gif|webp|svg)$/i;
const imageName = /(?:image|avatar|photo|picture|logo|thumbnail|icon|cover)/i;
const imageFile = /\.(?:png|jpe?g|gif|webp|avif|svg)(?:\?|$)/i;

/** Undefined: it is no address that the console may link to. */
export function hrefOf(value: string, origin: string): string | undefined {
  if (/^data:image\/(?:png|jpeg|gif|webp|avif);base64,[\w+/=]+$/i.test(value)) return value;
  if (!/^(?:https?:\/\/|\/(?![/\\]))/i.test(value) || !URL.canParse(value, origin))
    return undefined;
  const url = new URL(value, origin);
  const isPath = value.startsWith('/');
  return isPath && url.origin !== origin ? undefined : url.href;
}

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });

function showDate(value: string): Shown | undefined {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return undefined;
  // A date without a time is the same day everywhere.
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return { kind: 'date', text: value, title: value };
  const isMidnight = /T00:00(?::00(?:\.0+)?)?Z$/i.test(value);
  return {
    kind: 'date',
    text: isMidnight ? formatDay(value) : formatMoment(value),
    title: `${value}\n${exact.format(date)}`,
  };
}

function showNested(value: Json): Shown {
  const isPlainList =
    Array.isArray(value) &&
    value.every((one) => typeof one === 'string' || typeof one === 'number');
  const text = JSON.stringify(value);
  const shown = isPlainList ? value.join(', ') : text;
  return {
    kind: 'json',
    text: shown === '' ? text : cut(shown, longestText),
    title: cut(text, longestTitle),
  };
}

function plain(value: string): Shown {
  return { kind: 'text', text: cut(value, longestText), title: cut(value, longestTitle) };
}

/** A text as it is, and all else as JSON. */
export function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
