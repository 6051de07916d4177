import type { Json, JsonObject } from '../api/documents.ts';
import { isJsonObject, isList } from './json-lines.ts';
import { memberOf } from './member-of.ts';

/** What an override does, in a few words. */
export function tellOverride(override: JsonObject): string {
  const { reply, fault, sequence, probability, match, before } = override;
  const words = [
    ...(isJsonObject(reply) ? [tellReply(reply)] : []),
    ...(isJsonObject(fault) ? Object.entries(fault).flatMap(tellFault) : []),
    ...(isList(sequence) ? [`a sequence of ${sequence.length}`] : []),
    ...(before === 'auth' ? ['before credentials'] : []),
    ...(typeof probability === 'number' && probability < 1
      ? [`for ${Math.round(probability * 1000) / 10} % of requests`]
      : []),
    ...(match === undefined ? [] : ['where requests match']),
  ];
  return words.join(', ');
}

function tellReply({ status, example, breach, patch }: JsonObject): string {
  if (patch !== undefined) return `changes ${tellPatch(patch)} of the usual reply`;
  const words = [
    typeof status === 'number' ? String(status) : 'a success',
    ...(typeof example === 'string' ? [`with example ${example}`] : []),
    ...(breach === true ? ['that may break the contract'] : []),
  ];
  return `replies ${words.join(' ')}`;
}

const mostTold = 3;

function tellPatch(patch: Json): string {
  const steps = isList(patch) ? patch : undefined;
  const places = steps?.map((step) => (isJsonObject(step) ? textOf(step['path']) : ''));
  const names = [...new Set(places ?? Object.keys(isJsonObject(patch) ? patch : {}))];
  if (names.length === 0) return 'nothing';
  const rest = names.length - mostTold;
  return [...names.slice(0, mostTold), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

/** A member that is `false` asks for nothing. */
function tellFault([name, value]: readonly [string, Json]): readonly string[] {
  if (value === false) return [];
  if (name === 'latency') return [`waits ${tellLatency(value)}`];
  if (name === 'rate_limit' && isJsonObject(value))
    return [`lets ${textOf(value['limit'])} requests through in ${textOf(value['window'])} s`];
  if (name === 'truncate' && value !== true) return [`ends after ${textOf(value)} bytes`];
  const told = memberOf(tellers, name);
  return [told === undefined ? `${name} ${textOf(value)}` : told.replace('$', textOf(value))];
}

const tellers: Readonly<Record<string, string>> = {
  status: 'fails with $',
  expired: 'takes credentials for expired',
  reset: 'resets the connection',
  hang: 'never answers',
  truncate: 'ends after half of the body',
  bytes_per_second: 'sends $ bytes a second',
  effect: 'the change is $',
};

function tellLatency(latency: Json): string {
  if (!isJsonObject(latency)) return durationOf(latency);
  const { fixed, uniform, log_normal: normal } = latency;
  if (isList(uniform)) return `${durationOf(uniform[0])} to ${durationOf(uniform[1])}`;
  return isJsonObject(normal) ? `about ${durationOf(normal['median'])}` : durationOf(fixed);
}

function durationOf(value: Json | undefined): string {
  return typeof value === 'number' ? `${value} ms` : textOf(value);
}

function textOf(value: Json | undefined): string {
  if (isList(value)) return value.map(textOf).join(' or ');
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
