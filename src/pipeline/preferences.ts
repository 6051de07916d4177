import { ApiError } from '../base/errors.ts';
import type { Preferences, Received } from './exchange.ts';
import { headerOf } from './exchange.ts';

/** Where the server looks for preferences. */
export interface PreferenceRules {
  readonly preferences: 'none' | 'header' | 'header-or-query';
}

const names = ['code', 'example', 'dynamic', 'seed'] as const;
type Name = (typeof names)[number];

/** The known preferences of a request, as the client wrote them. */
export type PreferenceTexts = ReadonlyMap<Name, string>;

const noTexts: PreferenceTexts = new Map();

/** Reads the preferences of a request, undefined where it has none; refuses those not valid. */
export function readPreferences(
  request: Received,
  rules: PreferenceRules,
): Preferences | undefined {
  const texts = findPreferences(request, rules);
  if (texts.size === 0) return undefined;
  return {
    code: readCode(texts.get('code')),
    example: readText('example', texts.get('example')),
    isDynamic: readFlag(texts.get('dynamic')),
    seed: readText('seed', texts.get('seed')),
  };
}

/** As in Prism, the query counts only where the header has no preference. */
export function findPreferences(request: Received, rules: PreferenceRules): PreferenceTexts {
  if (rules.preferences === 'none') return noTexts;
  const header = headerOf(request, 'prefer');
  const inHeader = header === undefined ? noTexts : parsePrefer(header);
  const isAsked = rules.preferences === 'header-or-query' && request.query !== '';
  if (inHeader.size > 0 || !isAsked) return inHeader;
  const query = new URLSearchParams(request.query);
  return new Map(
    names.flatMap((name): readonly [Name, string][] => {
      const text = query.get(`__${name}`);
      return text === null ? [] : [[name, text]];
    }),
  );
}

/**
 * Parses a `Prefer` header (RFC 7240, section 2); the first value of a name counts. A semicolon
 * begins a parameter of a preference; behind a known preference, a parameter with a known name
 * counts as a preference, since clients write them so.
 */
function parsePrefer(header: string): PreferenceTexts {
  const found = new Map<Name, string>();
  for (const element of splitAt(header, ',')) {
    const [first, ...parameters] = splitAt(element, ';').map(parsePair);
    if (!first?.name) continue;
    for (const { name, value } of [first, ...parameters]) {
      if (name !== undefined && !found.has(name)) found.set(name, value);
    }
  }
  return found;
}

function parsePair(text: string): { readonly name: Name | undefined; readonly value: string } {
  const equals = text.indexOf('=');
  const written = (equals === -1 ? text : text.slice(0, equals)).trim().toLowerCase();
  const value = equals === -1 ? '' : text.slice(equals + 1).trim();
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  return {
    name: names.find((name) => name === written),
    value: isQuoted ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value,
  };
}

/** Splits a text at separators outside quotes. */
function splitAt(text: string, separator: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      pieces.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...pieces, text.slice(start)];
}

function readCode(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[2-5]\d\d$/.test(text)) return Number(text);
  throw misunderstood('code', text, 'a status from 200 to 599, such as code=404');
}

/** `dynamic` without a value means true. */
function readFlag(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  const value = text.toLowerCase();
  if (value === 'true' || value === '') return true;
  if (value === 'false') return false;
  throw misunderstood('dynamic', text, 'true or false');
}

function readText(name: Name, text: string | undefined): string | undefined {
  if (text !== '') return text;
  throw misunderstood(name, text, `a value, such as ${name}=one`);
}

function misunderstood(name: Name, text: string, wanted: string): ApiError {
  return new ApiError(
    'invalid-preference',
    `The preference "${name}" needs ${wanted}; the request says "${text}".`,
  );
}
