import type { JsonValue } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';

/** Words of what happens to a record only after its creation. */
export const events: ReadonlySet<string> = new Set(
  'archived deleted removed trashed cancelled canceled closed completed complete done finished ended resolved solved paid refunded voided captured settled fulfilled shipped delivered returned sent read seen viewed clicked locked banned suspended blocked disabled deactivated favorite favorited favourite favourited liked loved starred pinned bookmarked muted snoozed hidden flagged reported verified confirmed approved rejected declined accepted expired revoked terminated used redeemed merged reviewed published released failed dismissed acknowledged processed executed synced deprecated stale run followed following subscribed deprecated stale'.split(
    ' ',
  ),
);

/** Whether a name ends in a word for how far something is. */
export function isStatus(words: readonly string[]): boolean {
  return /^(?:status|state|stage|phase|lifecycle)$/.test(words.at(-1) ?? '');
}

const initial =
  'draft new pending open created todo backlog queued unpaid notstarted planned unfulfilled active enabled'.split(
    ' ',
  );

const terminal = new Set([
  ...events,
  ...'success successful succeeded error inactive stopped aborted void lost won dead gone off all any unknown none resolved denied overdue past inprogress running unspecified'.split(
    ' ',
  ),
]);

/** Of a list of statuses the one that a record begins with; undefined where the list doesn't tell. */
export function firstStatus(
  list: readonly JsonValue[],
  { example: exampled, labels }: SchemaFacts,
  isAccount: boolean,
): readonly (readonly [JsonValue])[] | undefined {
  const words = new Map(
    list.flatMap((value): readonly (readonly [JsonValue, string])[] => {
      const word = labels.get(value) ?? value;
      return typeof word === 'string' ? [[value, word]] : [];
    }),
  );
  const wordOf = (value: JsonValue): string => plainName(words.get(value) ?? '');
  const listed = [...words.keys()];
  if (exampled !== undefined && words.has(exampled) && !terminal.has(wordOf(exampled)))
    return [[exampled]];
  const order = isAccount ? ['active', 'enabled', ...initial] : initial;
  const able = order.flatMap((word) => listed.find((value) => wordOf(value) === word) ?? []);
  // Lists in the order of the alphabet don't tell which comes first.
  const all = [...words.values()];
  const isOrdered = all.every((word, at) => at === 0 || (all[at - 1] ?? '') < word);
  const known = isAccount || isOrdered ? able[0] : listed.find((value) => able.includes(value));
  const [first] = listed;
  const isTerminal = first === undefined || terminal.has(wordOf(first));
  const found = known ?? (isTerminal ? undefined : first);
  return found === undefined ? undefined : [[found]];
}
