import type { JsonObject, JsonValue } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import { labelledIn } from '../../contract/schema/labelled-values.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { labelledBy } from './vocabulary/words.ts';

/** What the labels in an object say of the values beside them: `status_text` beside `status`. */
export function labelsIn(
  body: JsonObject,
  facts: SchemaFacts | undefined,
): readonly (readonly [string, JsonValue])[] {
  if (!facts) return [];
  const shown = labelledIn(facts)?.show(body);
  const names = Object.keys(body);
  const beside = names.flatMap((name) => {
    const coded = labelledBy(name, names);
    const value = coded === undefined ? undefined : body[coded];
    const labels = coded === undefined ? undefined : facts.member(coded)?.labels;
    const label = value === undefined ? undefined : labels?.get(value);
    return label === undefined ? [] : [[name, label] as const];
  });
  return [...beside, ...Object.entries(shown ?? {})];
}

/** The members that only the server writes, and that show in one text what a record is. */
const displays = new Set(['display', 'displayname', 'label']);
/** The members by which people call a record, best first. */
export const calledBy: readonly string[] = [
  'name',
  'title',
  'label',
  'subject',
  'username',
  'model',
];

const keyed = /(?:id|pk|slug|key|url)$/;

/** Whether a service no longer gives the member. */
function isRetired(member: SchemaFacts | undefined): boolean {
  return (
    member?.schemas.some(
      ({ deprecated, description }) =>
        deprecated === true ||
        (typeof description === 'string' &&
          /\bdeprecated\b|\bno longer available\b/i.test(description)),
    ) === true
  );
}

/** What a read-only `display` says of a record: its name. */
export function displaysIn(
  body: JsonObject,
  facts: SchemaFacts | undefined,
): readonly (readonly [string, JsonValue])[] {
  const shown = Object.keys(body).filter((name) => displays.has(plainName(name)) && isShown(name));
  // What has no key is no record, and its label may say anything.
  if (shown.length === 0 || !Object.keys(body).some((name) => keyed.test(plainName(name))))
    return [];
  const source = calledBy.find(
    (name) =>
      typeof body[name] === 'string' && !shown.includes(name) && !isRetired(facts?.member(name)),
  );
  const value = source === undefined ? undefined : body[source];
  return value === undefined || value === '' ? [] : shown.map((name) => [name, value] as const);

  function isShown(name: string): boolean {
    const member = facts?.member(name);
    if (!member?.isReadOnly || typeof body[name] !== 'string') return false;
    return member.listed.length === 0 && member.formats.size === 0;
  }
}
