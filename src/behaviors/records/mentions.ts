import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';
import { isShortOf, plainName, singulars } from '../../base/names.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Item } from '../../store/record.ts';

/** Members by which other records call a record. */
const names = ['name', 'title', 'slug', 'code', 'key', 'tag', 'login', 'username', 'email'];

/** A key of this length is no other record's key, whatever the member is called that has it. */
const unmistakable = 8;

/** The deepest members that are looked at. */
const deepest = 4;

/**
 * Whether a record of another collection speaks of this one: `source_id` has its key,
 * `tags` have its name, `budget` has it as an object, at any place in the record.
 */
export function createMention(
  { name }: Pick<Collection, 'name'>,
  { key, body }: Item,
): (other: JsonObject) => boolean {
  const segment = name.split(/[./]/).at(-1) ?? '';
  const written = [segment, ...singulars(segment)];
  const ones = [...new Set(written.map(plainName))];
  const called = new Map(
    names.flatMap((own): readonly [string, string][] => {
      const value = memberNamed(body, own);
      return typeof value === 'string' && value !== '' ? [[own, value]] : [];
    }),
  );
  const ids = ['id', 'uuid'].flatMap((one) => textIn(body[one]) ?? []);
  const keys = new Set([key, ...ids]);
  const isKey = (value: JsonValue): boolean => isText(value) && keys.has(textOf(value));
  const isOwnName = (member: string): boolean => ones.includes(member);
  const speaks = (member: string, value: JsonValue, depth: number): boolean => {
    if (depth > deepest || value === null) return false;
    if (Array.isArray(value)) return value.some((one: JsonValue) => speaks(member, one, depth));
    if (isJsonObject(value)) {
      return Object.entries(value).some(([inner, below]) => {
        const plain = plainName(inner);
        const isHeld = isOwnName(member) && isKeyName(plain) && isKey(below);
        return isHeld || speaks(plain, below, depth + 1);
      });
    }
    if (isKey(value)) {
      const isTold =
        ones.some((one) => namesKey(member, one)) || written.some((one) => isShortOf(member, one));
      return isTold || (textOf(value).length >= unmistakable && !isKeyName(member));
    }
    if (!isText(value)) return false;
    const text = textOf(value);
    return [...called].some(
      ([own, told]) =>
        told === text && (isOwnName(member) || ones.some((one) => member === one + own)),
    );
  };
  return (other) =>
    Object.entries(other).some(([member, value]) => speaks(plainName(member), value, 1));
}

/** `source_account` and `account_ids` have keys of accounts; `account_count` and `account_role_id` do not. */
export function namesKey(member: string, noun: string): boolean {
  const bare = member.replace(/(?:id|key|slug|number|uuid|pk|code|ref)s?$/, '');
  return noun !== '' && (member.endsWith(noun) || bare.endsWith(noun));
}

function memberNamed(body: JsonObject, name: string): JsonValue | undefined {
  if (Object.hasOwn(body, name)) return body[name];
  // Resources of JSON:API have their members below.
  const { attributes } = body;
  return isJsonObject(attributes) ? attributes[name] : undefined;
}

function textIn(value: JsonValue | undefined): string | undefined {
  return value !== undefined && isText(value) ? textOf(value) : undefined;
}

function isKeyName(plain: string): boolean {
  return /^(?:id|uuid|guid|pk|key)$/.test(plain);
}

function isText(value: JsonValue): boolean {
  return typeof value === 'string' || typeof value === 'number';
}
