import type { BodyPlace, DeclaredSecrets, DeclaredNames } from './body-places.ts';
import {
  hasSecretNames,
  isSecretLeaf,
  isSecretStep,
  placeNamed,
  placeOfItem,
  placeOfMember,
  topOfBody,
} from './body-places.ts';
import { mask } from './secret-names.ts';

/** Undoes JSON escapes, also in a text that was cut. */
export function unescapeJson(text: string): string {
  return text.replaceAll(/\\(?:u([\da-f]{4})|(.)|$)/gis, (_, code?: string, sign = '') =>
    code === undefined ? (controls[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const controls: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** An object or a list that has begun and has not ended. */
interface Frame {
  readonly place: BodyPlace;
  readonly isList: boolean;
  /** The place that another member gives to the member `value`. */
  named: BodyPlace | undefined;
}

interface MemberRules {
  readonly members: DeclaredSecrets;
  readonly names: DeclaredNames;
}

const token = /"((?:[^"\\]|\\[\s\S])*)("|\\?$)|[{}[\],]|:|[^\s"{}[\],:]+/g;

/**
 * Hides the values of secret members in text that looks like JSON: a piece of JSON, or JSON within
 * another text. `redactor.ts` hides them in bodies that were parsed, by the same rules.
 */
export function hideMembers(text: string, { members: declared, names }: MemberRules): string {
  const frames: Frame[] = [];
  let name: string | undefined;
  const here = (): BodyPlace | undefined => {
    const frame = frames.at(-1);
    const { place = topOfBody, isList = false, named } = frame ?? {};
    if (name !== undefined) return placeOfMember(place, name, named, declared);
    return isList ? placeOfItem(place) : undefined;
  };
  const showText = (whole: string, said: string, end: string): string => {
    const plain = unescapeJson(said);
    const place = here();
    const frame = frames.at(-1);
    if (frame && name !== undefined) frame.named ??= placeNamed(name, plain, declared);
    name = undefined;
    return place && isSecretLeaf(plain, place, declared) ? `"${mask}${end}` : whole;
  };
  const showWord = (whole: string): string => {
    const place = here();
    name = undefined;
    const value = /^-?\d/.test(whole) ? Number(whole) : whole;
    return place && isSecretLeaf(value, place, declared) ? mask : whole;
  };
  return text.replaceAll(token, (whole, said: string | undefined, end: string, at: number) => {
    if (said !== undefined) {
      if (name !== undefined || !isName(text, at + whole.length)) return showText(whole, said, end);
      name = unescapeJson(said);
      const { place = topOfBody } = frames.at(-1) ?? {};
      if (hasSecretNames(place, declared) && isSecretStep(name, names)) return `"${mask}${end}`;
    } else if (whole === '{' || whole === '[') {
      frames.push({ place: here() ?? topOfBody, isList: whole === '[', named: undefined });
      name = undefined;
    } else if (whole === '}' || whole === ']' || whole === ',') {
      if (whole !== ',') frames.pop();
      name = undefined;
    } else if (whole !== ':') return showWord(whole);
    return whole;
  });
}

/** A string is a name where a colon follows. */
function isName(text: string, end: number): boolean {
  colon.lastIndex = end;
  return colon.test(text);
}

const colon = /\s?:/y;
