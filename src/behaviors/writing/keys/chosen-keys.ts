import type { JsonObject } from '../../../base/json.ts';
import { textOf } from '../../../base/json.ts';
import { plainName } from '../../../base/names.ts';
import { findKeyFault } from '../../../base/texts.ts';
import type { Stateful } from '../../../contract/plan/plan.ts';
import type { StudySchema } from '../../../contract/schema/schema-facts.ts';
import type { KeyMaker } from './new-keys.ts';

/**
 * The key that a client chooses under another name than the record has for it: `customSlug`, or a text
 * described as "used instead of the generated code".
 */
export function chosenKey(
  { collection: { key }, given }: Stateful,
  keys: KeyMaker,
  client: JsonObject,
  study: StudySchema,
): string | undefined {
  const facts = given?.schema && study(given.schema);
  if (!facts || key?.length !== 1 || facts.names.has(key[0] ?? '')) return undefined;
  const name = Object.keys(client).find((one) => {
    const member = facts.member(one);
    if (!member?.types.has('string') || client[one] === '') return false;
    const told = member.schemas.map(({ description }) => textOf(description ?? '')).join('\n');
    return custom.test(plainName(one)) || instead.test(told);
  });
  const chosen = name === undefined ? undefined : client[name];
  if (typeof chosen !== 'string' || findKeyFault(chosen) !== undefined) return undefined;
  return keys.isReadable(chosen) ? chosen : undefined;
}

const custom =
  /^(?:custom|vanity|desired|preferred)(?:slug|alias|id|key|code|shortcode|name|handle|path)$/;
const instead = /\binstead of (?:the |an? )?(?:auto(?:matically)?[- ]?)?(?:generated|random)\b/i;
