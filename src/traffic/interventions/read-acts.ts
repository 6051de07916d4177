import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown, textOf } from '../../base/json.ts';
import type { ForcedAnswer } from '../../pipeline/intervene.ts';
import {
  readFlag,
  readInput,
  refuseInput,
  readNumber,
  readText,
} from '../matching/read-members.ts';
import type { InterventionAct } from './acts.ts';
import { readFault } from './faults/faults.ts';

const mostSteps = 100;

/** An act, and the JSON Pointer to it in the input. */
export interface PlacedAct {
  readonly act: InterventionAct;
  readonly pointer: string;
}

/** The acts that requests get in turn: a sequence, or one act for all. */
export function readActs({ reply, fault, sequence }: JsonObject): readonly PlacedAct[] {
  if (sequence === undefined) return [{ act: readAct({ reply, fault }, ''), pointer: '' }];
  if (reply !== undefined || fault !== undefined) {
    throw refuseInput('/sequence', 'holds all that happens: leave reply and fault out', 'not');
  }
  const steps: readonly JsonValue[] = Array.isArray(sequence) ? sequence : [];
  if (steps.length === 0 || steps.length > mostSteps) {
    throw refuseInput('/sequence', `must be a list of 1 to ${mostSteps} steps`, 'minItems');
  }
  return steps.map((step, at) => {
    const pointer = stepDown('/sequence', at);
    return { act: readStep(step, pointer), pointer };
  });
}

function readStep(step: JsonValue, pointer: string): InterventionAct {
  const input = readInput(step, pointer, ['reply', 'fault', 'pass']);
  const { reply, fault } = input.value;
  if (!readFlag(input, 'pass')) {
    if (isJsonObject(fault) && fault['rate_limit'] !== undefined) {
      const message = 'is no step of a sequence: make an override of its own for it';
      throw refuseInput(`${pointer}/fault/rate_limit`, message, 'not');
    }
    return readAct({ reply, fault }, pointer);
  }
  if (reply === undefined && fault === undefined) return 'pass';
  throw refuseInput(pointer, 'must have either pass, or reply and fault', 'oneOf');
}

interface GivenAct {
  readonly reply: JsonValue | undefined;
  readonly fault: JsonValue | undefined;
}

function readAct(given: GivenAct, pointer: string): InterventionAct {
  if (given.reply === undefined && given.fault === undefined) {
    const message = 'must say what is to happen: reply, fault or both, or at the top a sequence';
    throw refuseInput(pointer, message, 'anyOf');
  }
  const reply = given.reply === undefined ? undefined : readReply(given.reply, `${pointer}/reply`);
  const fault = given.fault === undefined ? undefined : readFault(given.fault, `${pointer}/fault`);
  if (!reply || !fault?.statuses) return { reply, fault };
  const message = 'is told by the reply already: leave out one of them';
  throw refuseInput(`${pointer}/fault/status`, message, 'not');
}

const mostHeaders = 50;
const longestHeader = 4096;
/** The server sets these headers itself; other values would end the reply in the wrong place. */
const framing = new Set(['connection', 'keep-alive', 'transfer-encoding', 'trailer']);

function readReply(value: JsonValue, pointer: string): ForcedAnswer {
  const input = readInput(value, pointer, ['status', 'example', 'body', 'headers', 'breach']);
  const isBreach = readFlag(input, 'breach');
  const { body, headers } = input.value;
  const example = readText(input, 'example', 200);
  if (example !== undefined && (body !== undefined || isBreach)) {
    const message = 'names what the contract gives: leave out body and breach, or this';
    throw refuseInput(stepDown(pointer, 'example'), message, 'not');
  }
  const pointerToHeaders = stepDown(pointer, 'headers');
  const read = headers === undefined ? {} : readHeaders(headers, isBreach, pointerToHeaders);
  return {
    status: readNumber(input, 'status', { least: 200, most: 599, isWhole: true }),
    example,
    body,
    headers: Object.fromEntries(Object.entries(read).filter(([name]) => !isLength(name))),
    length: readLength(read, pointerToHeaders),
    isBreach,
  };
}

function readHeaders(
  value: JsonValue,
  isBreach: boolean,
  pointer: string,
): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuseInput(pointer, 'must be an object of texts by name', 'type');
  }
  const entries = Object.entries(value);
  if (entries.length > mostHeaders) {
    throw refuseInput(pointer, `must have at most ${mostHeaders} members`, 'maxProperties');
  }
  const read = entries.map(([name, text]): readonly [string, string] => {
    const refusal = refuseHeader(name, text, isBreach);
    if (refusal !== undefined) throw refuseInput(stepDown(pointer, name), refusal, 'header');
    return [name, textOf(text)];
  });
  return Object.fromEntries(read);
}

function isLength(name: string): boolean {
  return name.toLowerCase() === 'content-length';
}

/** The only way to declare another length than the body has. */
function readLength(
  headers: Readonly<Record<string, string>>,
  pointer: string,
): number | undefined {
  const [name, other] = Object.keys(headers).filter(isLength);
  if (other !== undefined) {
    throw refuseInput(stepDown(pointer, other), 'is there twice: leave one of them out', 'header');
  }
  return name === undefined ? undefined : Number(headers[name]);
}

function refuseHeader(name: string, text: JsonValue, isBreach: boolean): string | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/.test(name)) return 'is no name of a header';
  if (framing.has(name.toLowerCase())) return 'is set by the server itself';
  if (isLength(name)) return refuseLength(text, isBreach);
  if (!isBreach && name.toLowerCase() === 'content-type') {
    return 'is that of the contract; only with "breach": true it may be another';
  }
  const isSent = typeof text === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
  if (isSent && text.length <= longestHeader) return undefined;
  return `must be a text of at most ${longestHeader} characters that a header can hold`;
}

function refuseLength(text: JsonValue, isBreach: boolean): string | undefined {
  if (!isBreach) return 'is set by the server itself; only with "breach": true it may be another';
  const isNumber = typeof text === 'string' && /^\d{1,15}$/.test(text);
  return isNumber ? undefined : 'must be a number of bytes, as a text of digits';
}
