import { createHash } from 'node:crypto';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { fileWords, plainName } from '../../base/names.ts';
import type { SentFile } from '../../contract/bodies/formats/sent-files.ts';
import type { Stateful } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { inFormOf } from '../../contract/schema/schema-facts.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { Drafting } from '../writing/drafting.ts';

/** What makes a record of what requests send. */
interface Filing {
  readonly target: Stateful;
  readonly drafting: Drafting;
  readonly tools: SeedTools;
}

/** Says of a record what its file is, in all members that say so and that the client left out. */
export function withFileMembers(
  record: JsonObject,
  { target, drafting: { facts, isSendable }, tools }: Filing,
  request: Validated,
  client: JsonObject,
): JsonObject {
  const file = uploadOf(target, request);
  if (!file || !facts) return record;
  const { validators } = tools.contractIndex.contract;
  const allows = (member: SchemaFacts, value: JsonValue): boolean =>
    validators.check(member.part, 'rest')(value).length === 0;
  return tellMembers(record, facts, { file, client, isSendable, allows });
}

interface Telling {
  readonly file: SentFile;
  readonly client: JsonObject;
  readonly isSendable: (name: string) => boolean;
  readonly allows: (member: SchemaFacts, value: JsonValue) => boolean;
}

function tellMembers(record: JsonObject, facts: SchemaFacts, telling: Telling): JsonObject {
  const { file, client, isSendable, allows } = telling;
  const told: [string, JsonValue][] = [];
  for (const name of facts.names) {
    const member = Object.hasOwn(client, name) ? undefined : facts.member(name);
    const made = record[name];
    if (!member) continue;
    if (member.names.size > 0) {
      // An attachment may have what it is in `file`.
      if (!fileNoun.test(plainName(name))) continue;
      const own = { file, client: {}, isSendable: () => false, allows };
      const within = tellMembers(isJsonObject(made) ? made : {}, member, own);
      if (Object.keys(within).length > 0 && allows(member, within)) told.push([name, within]);
      continue;
    }
    const text = describe(plainName(name), file, isSendable(name));
    const value = text === undefined ? undefined : inFormOf(member, text);
    if (value !== undefined && allows(member, value)) told.push([name, value]);
  }
  return told.length === 0 ? record : { ...record, ...Object.fromEntries(told) };
}

/** The file of the record itself: one of many, such as an avatar, is not what its members mean. */
function uploadOf({ file }: Stateful, { content }: Validated): SentFile | undefined {
  if (file?.kind !== 'upload' || content?.files === undefined) return undefined;
  return file.words.length === 0 ? content.files.find(isOwnFile) : undefined;
}

/** Some clients send a preview beside the file. */
export function isOwnFile({ member }: SentFile): boolean {
  return !isPreview(plainName(member ?? ''));
}

export function isPreview(word: string): boolean {
  return /^(?:thumb|preview|poster|icon)/.test(word);
}

/** The text for a member of that plain name; undefined where it tells nothing of a file. */
function describe(plain: string, file: SentFile, isSendable: boolean): string | undefined {
  // A client may have a name of its own for the record.
  if (plain === 'name') return isSendable ? undefined : file.name;
  return meanings.find(([pattern]) => pattern.test(plain))?.[1](file);
}

const noun = `(?:${fileWords})`;

const fileNoun = new RegExp(`^${noun}$`);

type Tell = (file: SentFile) => string | undefined;

const meanings: readonly (readonly [RegExp, Tell])[] = [
  [
    new RegExp(`^(?:original|uploaded)?(?:${noun}name|filename)$|^originalname$`),
    ({ name }) => name,
  ],
  [
    new RegExp(`^(?:original|total)?${noun}?size(?:in)?(?:bytes?)?$|^bytesize$|^contentlength$`),
    ({ bytes }) => String(bytes.byteLength),
  ],
  [
    new RegExp(`^(?:original)?${noun}?(?:mime|mimetype|contenttype|mediatype)$`),
    ({ type }) => type,
  ],
  [new RegExp(`^(?:original)?${noun}?ext(?:ension)?$`), ({ name }) => extensionOf(name)],
  [/^(?:checksum|hash|digest|file|content)?md5(?:checksum|hash|sum|hex)?$/, hashBy('md5')],
  [/^(?:checksum|hash|digest|file|content)?sha1(?:checksum|hash|sum|hex)?$/, hashBy('sha1')],
  [
    /^(?:checksum|hash|digest|file|content)?sha256(?:checksum|hash|sum|hex)?$|^(?:file)?(?:checksum|hash|digest)$/,
    hashBy('sha256'),
  ],
];

function hashBy(algorithm: string): Tell {
  return ({ bytes }) => createHash(algorithm).update(bytes).digest('hex');
}

function extensionOf(name: string | undefined): string | undefined {
  return /\.([^.]{1,10})$/.exec(name ?? '')?.[1];
}
