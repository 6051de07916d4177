import type { Violation } from '../../base/errors.ts';
import { ContractBreach } from '../../base/errors.ts';
import { stepDown } from '../../base/json.ts';
import { toHeaderText } from '../../base/texts.ts';
import type { Media, Response } from '../../contract/bodies/bodies.ts';
import { chooseMedia } from '../../contract/bodies/bodies.ts';
import { excuseText } from '../../contract/bodies/examples.ts';
import type { ResponseHeader } from '../../contract/bodies/headers.ts';
import type { Rendering } from '../../contract/bodies/rendering.ts';
import type { Check } from '../../contract/checks/validators.ts';
import type { Operation } from '../../contract/operations.ts';
import { findResponse } from '../../contract/operations.ts';
import type { Outcome, Reply, Validated } from '../exchange.ts';
import { headerOf } from '../exchange.ts';

/** Marks a reply that breaks the contract and is sent nevertheless. */
const breachHeader = 'X-Stuntdouble-Breach';
/** Marks a reply if schemas of it or its request, or keywords in them, can't be checked. */
const unvalidatedHeader = 'X-Stuntdouble-Unvalidated';

/** Whether a header is such a mark. */
export function isMark(name: string): boolean {
  return name === breachHeader || name === unvalidatedHeader;
}

/**
 * What the server does with a reply that breaks the contract: `error` sends a 500 instead, `warn`
 * sends it with a mark. Undefined: a 500 where the server is at fault, a mark where an example of
 * the contract breaks its own schema.
 */
export type OnBreach = 'error' | 'warn' | undefined;

/** Makes the reply of an outcome and checks it against the contract: nothing invalid leaves. */
export function validateResponse(request: Validated, outcome: Outcome, onBreach: OnBreach): Reply {
  const { operation } = request;
  const draft = draftReply(request, outcome);
  if (draft.violations.length === 0) return draft.reply;
  const spare = outcome.spare && draftReply(request, outcome.spare());
  if (spare?.violations.length === 0) return spare.reply;
  const { reply, violations, headerFaults } = draft;
  const breach = new ContractBreach(
    `${operation.id} ${outcome.status}`,
    violations,
    remedyFor(operation, outcome),
  );
  const isExcused = violations.every((violation) => isOfContract(violation, outcome, headerFaults));
  if (onBreach === 'error' || (onBreach === undefined && !isExcused)) throw breach;
  return {
    ...reply,
    headers: [...reply.headers, breachHeader, toHeaderText(breach.message)],
    verdict: { kind: 'breach', breach },
  };
}

interface CheckedReply {
  readonly reply: Reply;
  readonly violations: readonly Violation[];
  readonly headerFaults: readonly HeaderFault[];
}

function draftReply(request: Validated, outcome: Outcome): CheckedReply {
  const { operation } = request;
  const response = isConfirmation(operation, outcome)
    ? undefined
    : findResponse(operation, outcome.status);
  const media = response && findMedia(request, response, outcome.type);
  const rendering = media && renderBody(outcome, media);
  const headerFaults = response ? findHeaderFaults(response, outcome.headers ?? {}) : none;
  const headers: string[] = [];
  if (media && (rendering || outcome.stream))
    headers.push('Content-Type', outcome.bytesType ?? media.contentType);
  const own = outcome.headers;
  if (own) for (const name of Object.keys(own)) headers.push(name, own[name] ?? '');
  markUnvalidated(request, response, media, headers);
  const reply: Reply = {
    status: outcome.status,
    headers,
    body: outcome.stream ?? rendering?.payload,
    verdict: { kind: 'served' },
    operation,
    origin: outcome.origin,
  };
  const statusFaults = checkStatus(response, operation, outcome);
  const contentFaults = checkContent(response, media, outcome, rendering);
  const count = statusFaults.length + headerFaults.length + contentFaults.length;
  const violations = count === 0 ? none : [...statusFaults, ...headerFaults, ...contentFaults];
  return { reply, violations, headerFaults };
}

const none: readonly never[] = [];

export interface HeaderFault extends Violation {
  /** Whether the faulty text is an example of the contract. */
  readonly isExample: boolean;
}

/** Finds what is wrong with headers by the response that declares them. */
export function findHeaderFaults(
  response: Response,
  headers: Readonly<Record<string, string>>,
): readonly HeaderFault[] {
  if (response.headers.length === 0) return none;
  return response.headers.flatMap((header) => judgeHeader(header, textIn(headers, header.name)));
}

function textIn(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const sent of Object.keys(headers)) {
    if (sent === name || sent.toLowerCase() === wanted) return headers[sent];
  }
  return undefined;
}

function judgeHeader(header: ResponseHeader, text: string | undefined): readonly HeaderFault[] {
  const { name, isRequired, check, examples } = header;
  if (text === undefined && !isRequired) return none;
  const pointer = stepDown('', name);
  if (text === undefined) {
    const message = 'is required, but missing';
    return [{ in: 'header', pointer, message, keyword: 'required', isExample: false }];
  }
  const faults = check?.(header.read(text)) ?? none;
  if (faults.length === 0) return none;
  const isExample = examples.some(({ value }) => header.write(value) === text);
  return faults.map((fault) => ({
    in: 'header',
    ...fault,
    pointer: pointer + fault.pointer,
    isExample,
  }));
}

function findMedia(
  request: Validated,
  response: Response,
  type: string | undefined,
): Media | undefined {
  if (type !== undefined) return response.media.find(({ essence }) => essence === type);
  if (response === request.choice.response) return request.choice.media;
  return chooseMedia(headerOf(request, 'accept'), response.media) ?? response.media[0];
}

function renderBody(outcome: Outcome, media: Media): Rendering | undefined {
  const { body, bytes, item, isLasting = false } = outcome;
  // A schema can say nothing about a file, so nothing checks it.
  if (bytes) return { payload: bytes, faults: [] };
  if (item) return media.renderer.renderRecord(item.body);
  if (body === undefined) return undefined;
  return isLasting ? media.renderer.renderLasting(body) : media.renderer.render(body);
}

/** Names the schemas and keywords of request and reply that checked nothing. */
function markUnvalidated(
  { operation, body }: Validated,
  response: Response | undefined,
  media: Media | undefined,
  headers: string[],
): void {
  const sent = body === undefined ? none : (operation.body?.media ?? none);
  const told = response?.headers ?? none;
  // Every reply comes here, and hardly any has such a schema: a quick test comes first.
  const isSound = !isFaulty(media) && !operation.parameters.some(isFaulty);
  if (isSound && !sent.some(isFaulty) && !told.some(isFaulty)) return;
  const all: readonly Checked[] = [
    ...operation.parameters,
    ...sent,
    ...told,
    ...(media ? [media] : []),
  ];
  const places = new Set(all.flatMap(uncheckedOf));
  headers.push(unvalidatedHeader, toHeaderText([...places].join(', ')));
}

interface Checked {
  readonly check: Check | undefined;
}

function isFaulty(checked: Checked | undefined): boolean {
  return uncheckedOf(checked).length > 0;
}

function uncheckedOf(checked: Checked | undefined): readonly string[] {
  return checked?.check?.unchecked?.() ?? none;
}

/** A fault inside an example is the contract's own; an undeclared status or body is not. */
function isOfContract(
  violation: Violation,
  { isExample = false }: Outcome,
  headerFaults: readonly HeaderFault[],
): boolean {
  if (violation.in === 'body') return isExample && violation.keyword !== 'content';
  return headerFaults.some((fault) => fault === violation && fault.isExample);
}

function checkStatus(
  response: Response | undefined,
  operation: Operation,
  { status }: Outcome,
): readonly Violation[] {
  // An operation without declared responses allows every status.
  if (response || operation.responses.size === 0) return none;
  if (isConfirmation(operation, { status })) return none;
  return [
    {
      in: 'header',
      pointer: '',
      message: `the status ${status} is not declared`,
      keyword: 'responses',
    },
  ];
}

/**
 * Whether this is a 304 to a GET or HEAD that the contract does not declare. It breaks no contract:
 * it says that the reply would be the same (RFC 9110, section 15.4.5).
 */
function isConfirmation(
  { method, responses }: Operation,
  { status }: Pick<Outcome, 'status'>,
): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return status === 304 && isRead && !responses.has('304') && !responses.has('3XX');
}

function checkContent(
  response: Response | undefined,
  media: Media | undefined,
  { body, bytes, item, stream, isExample = false }: Outcome,
  rendering: Rendering | undefined,
): readonly Violation[] {
  if (!response) return none;
  const isWhole = body !== undefined || bytes !== undefined || item !== undefined;
  const hasBody = isWhole || stream !== undefined;
  if (hasBody && !media) {
    return [
      {
        in: 'body',
        pointer: '',
        message: 'there is a body, and none is declared',
        keyword: 'content',
      },
    ];
  }
  if (!hasBody && media) {
    return [
      {
        in: 'body',
        pointer: '',
        message: `there is no body, and ${media.type} is declared`,
        keyword: 'content',
      },
    ];
  }
  const faults = rendering?.faults ?? none;
  if (faults.length === 0) return none;
  const counted = isExample ? excuseText(faults, body, media?.isJson ?? true) : faults;
  return counted.map((fault): Violation => ({ in: 'body', ...fault }));
}

function remedyFor(operation: Operation, { giver, item, status }: Outcome): string {
  const what = giver ?? (item ? `the record "${item.key}"` : 'the behaviour or example');
  return `Mend ${what}, or the ${status} response of ${operation.method} ${operation.path} in the contract.`;
}
