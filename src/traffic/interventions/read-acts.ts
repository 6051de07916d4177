import { refuseInBody } from '../../base/errors.ts';
import { stepDown } from '../../base/json.ts';
import type { ForcedAnswer } from '../../pipeline/intervention.ts';
import type { FaultDocument, OverrideDocument, ReplyDocument } from '../documents.ts';
import type { InterventionAct } from './acts.ts';
import { readFault } from './faults/faults.ts';

/** An act, and the JSON Pointer to it in the input. */
export interface PlacedAct {
  readonly act: InterventionAct;
  readonly pointer: string;
}

/** The acts that requests get in turn: a sequence, or one act for all. */
export function readActs({ reply, fault, sequence }: OverrideDocument): readonly PlacedAct[] {
  if (sequence === undefined) return [{ act: readAct({ reply, fault }, ''), pointer: '' }];
  if (reply !== undefined || fault !== undefined) {
    throw refuseInBody('/sequence', 'holds all that happens: leave reply and fault out', 'not');
  }
  return sequence.map((step, at) => {
    const pointer = stepDown('/sequence', at);
    return { act: readStep(step, pointer), pointer };
  });
}

type Step = NonNullable<OverrideDocument['sequence']>[number];

function readStep(step: Step, pointer: string): InterventionAct {
  const { reply, fault, pass }: GivenAct & { readonly pass?: true } = step;
  if (!pass) {
    if (fault?.rate_limit !== undefined) {
      const message = 'is no step of a sequence: make an override of its own for it';
      throw refuseInBody(`${pointer}/fault/rate_limit`, message, 'not');
    }
    if (fault?.expired === true) {
      const message = 'is no step of a sequence: make an override of its own for it';
      throw refuseInBody(`${pointer}/fault/expired`, message, 'not');
    }
    return readAct({ reply, fault }, pointer);
  }
  if (reply === undefined && fault === undefined) return 'pass';
  throw refuseInBody(pointer, 'must have either pass, or reply and fault', 'oneOf');
}

interface GivenAct {
  readonly reply?: ReplyDocument | undefined;
  readonly fault?: FaultDocument | undefined;
}

function readAct(given: GivenAct, pointer: string): InterventionAct {
  if (given.reply === undefined && given.fault === undefined) {
    const message = 'must say what is to happen: reply, fault or both, or at the top a sequence';
    throw refuseInBody(pointer, message, 'anyOf');
  }
  const reply = given.reply === undefined ? undefined : readReply(given.reply, `${pointer}/reply`);
  const fault = given.fault === undefined ? undefined : readFault(given.fault, `${pointer}/fault`);
  if (!reply || !fault?.statuses) return { reply, fault };
  const message = 'is told by the reply already: leave out one of them';
  throw refuseInBody(`${pointer}/fault/status`, message, 'not');
}

/** The server sets these headers itself; other values would end the reply in the wrong place. */
const framing = new Set(['connection', 'keep-alive', 'transfer-encoding', 'trailer']);

function readReply(reply: ReplyDocument, pointer: string): ForcedAnswer {
  const { status, example, body, patch, headers = {}, breach: isBreach = false } = reply;
  if (example !== undefined && (body !== undefined || isBreach)) {
    const message = 'names what the contract gives: leave out body and breach, or this';
    throw refuseInBody(stepDown(pointer, 'example'), message, 'not');
  }
  assertPatch(reply, pointer);
  const pointerToHeaders = stepDown(pointer, 'headers');
  for (const [name, text] of Object.entries(headers)) {
    const refusal = refuseHeader(name, text, isBreach);
    if (refusal !== undefined)
      throw refuseInBody(stepDown(pointerToHeaders, name), refusal, 'header');
  }
  return {
    status,
    example,
    body,
    patch,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !isLength(name))),
    length: readLength(headers, pointerToHeaders),
    isBreach,
  };
}

/** A patch says what differs from the usual reply; these replace it. */
function assertPatch(reply: ReplyDocument, pointer: string): void {
  if (reply.patch === undefined) return;
  const others = ['status', 'example', 'body'] as const;
  const other =
    others.find((name) => reply[name] !== undefined) ??
    (reply.breach === true ? 'breach' : undefined);
  if (other === undefined) return;
  const message = 'replaces the usual reply, which a patch changes: leave out one of them';
  throw refuseInBody(stepDown(pointer, other), message, 'not');
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
    throw refuseInBody(stepDown(pointer, other), 'is there twice: leave one of them out', 'header');
  }
  return name === undefined ? undefined : Number(headers[name]);
}

function refuseHeader(name: string, text: string, isBreach: boolean): string | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/.test(name)) return 'is no name of a header';
  if (framing.has(name.toLowerCase())) return 'is set by the server itself';
  if (isLength(name)) return refuseLength(text, isBreach);
  if (!isBreach && name.toLowerCase() === 'content-type') {
    return 'is that of the contract; only with "breach": true it may be another';
  }
  const isSent = /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
  return isSent ? undefined : 'must be a text of at most 4096 characters that a header can hold';
}

function refuseLength(text: string, isBreach: boolean): string | undefined {
  if (!isBreach) return 'is set by the server itself; only with "breach": true it may be another';
  return /^\d{1,15}$/.test(text) ? undefined : 'must be a number of bytes, as a text of digits';
}
