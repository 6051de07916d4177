import type { JsonValue } from '../../src/base/json.ts';
import { isJsonObject, textOf } from '../../src/base/json.ts';
import type { Generate } from '../../src/behaviors/values/generate.ts';
import { createGenerators } from '../../src/behaviors/values/generate.ts';
import type { Media } from '../../src/contract/bodies/bodies.ts';
import type { Operation } from '../../src/contract/operations.ts';
import type { Question } from '../contracts/ask.ts';
import type { DescribedOperation } from '../referee/operations.ts';
import { isJsonType } from '../referee/operations.ts';
import type { Referee } from '../referee/referee.ts';
import { openReferee } from '../referee/referee.ts';
import type { Wishes } from '../wild/requests.ts';
import { createRequests } from '../wild/requests.ts';
import { writeBody } from './bodies.ts';
import { Miss } from './miss.ts';
import type { ContractAnswer, PlayedContract } from './open-contract.ts';
import { openContract } from './open-contract.ts';

/** A contract that is played, and the one who judges the replies. */
export interface Ring {
  readonly runtime: PlayedContract;
  readonly referee: Referee;
  readonly generate: Generate;
  /** Sends a request and has the reply judged: a reply that breaks the contract is a miss. */
  readonly ask: (operation: Operation, call?: Call) => Promise<Heard>;
  /** A request as it would go out. */
  readonly write: (operation: Operation, call?: Call) => Promise<Question>;
  /** Sends a request for what a link names. */
  readonly follow: (operation: Operation, path: string, like: Question) => Promise<Heard>;
  readonly describe: (operation: Operation) => DescribedOperation | undefined;
  readonly close: () => void;
}

export interface Call {
  readonly path?: ReadonlyMap<string, string>;
  readonly query?: ReadonlyMap<string, JsonValue>;
  readonly body?: { readonly value: JsonValue; readonly media: Media } | undefined;
  readonly variant?: number;
}

export interface Heard {
  readonly question: Question;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Undefined where it isn't JSON. */
  readonly json: JsonValue | undefined;
}

/** Opens the contract of a file. */
export type Open = (file: string) => Promise<PlayedContract>;

export async function openRing(file: string, open: Open = openContract): Promise<Ring> {
  const runtime = await open(file);
  const referee = openReferee(file);
  const make = createRequests(runtime.contract, referee);
  const described = new Map(
    referee.operations.map((operation) => [`${operation.method} ${operation.template}`, operation]),
  );
  const describe: Ring['describe'] = ({ method, path }) => described.get(`${method} ${path}`);
  let count = 0;
  const write: Ring['write'] = async (operation, call = {}) => {
    const template = describe(operation);
    if (!template) throw new Miss('unmade', `the referee doesn't know ${nameOf(operation)}`);
    count += 1;
    const made = await make(template, wishesFor(template, call, count));
    if (made.kind === 'unmade') throw new Miss('unmade', `${nameOf(operation)}: ${made.reason}`);
    const { question } = made;
    if (!call.body) return question;
    const { headers, body } = writeBody(call.body.value, call.body.media);
    return { ...question, headers: { ...question.headers, ...headers }, body };
  };
  const hear = async (operation: Operation, question: Question): Promise<Heard> => {
    const answer = await runtime.send(question);
    const template = describe(operation);
    if (template) await judge(referee, template, question, answer);
    const { status, headers, text } = answer;
    const isJson = text !== '' && isJsonType(headers['content-type'] ?? '');
    // A trust edge: a text becomes JSON.
    const json = isJson ? (JSON.parse(text) as JsonValue) : undefined;
    return { question, status, headers, text, json };
  };
  return {
    runtime,
    referee,
    generate: createGenerators(runtime.contract)('flows'),
    write,
    ask: async (operation, call) => hear(operation, await write(operation, call)),
    follow: (operation, path, { headers }) => hear(operation, { method: 'GET', path, headers }),
    describe,
    close: () => referee.close(),
  };
}

export function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

/** Conditions always hold, and no two requests are the same one again. */
function wishesFor(template: DescribedOperation, call: Call, count: number): Wishes {
  const given = new Map<string, JsonValue>();
  for (const { value } of template.parameters) {
    if (!isJsonObject(value) || value['in'] !== 'header') continue;
    const name = textOf(value['name']);
    if (/^if-match$/i.test(name) && value['required'] === true) given.set(`header.${name}`, '*');
    if (/idempotency/i.test(name)) given.set(`header.${name}`, ownKey(count));
  }
  for (const [name, value] of call.path ?? []) given.set(`path.${name}`, value);
  for (const [name, value] of call.query ?? []) given.set(`query.${name}`, value);
  return { given, variant: call.variant ?? 0 };
}

function ownKey(count: number): string {
  return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
}

async function judge(
  referee: Referee,
  template: DescribedOperation,
  { path }: Question,
  { status, headers, text }: ContractAnswer,
): Promise<void> {
  const where = `${template.method} ${path} → ${status}`;
  if (status >= 500) throw new Miss('failed', `${where} ${text}`);
  if (headers['x-stuntdouble-breach'] !== undefined) return;
  const verdict = await referee
    .judge(template, { status, contentType: headers['content-type'], text })
    .catch((error: unknown) => String(error));
  if (typeof verdict === 'string') {
    if (headers['x-stuntdouble-unvalidated'] !== undefined) return;
    throw new Miss('unchecked', `${where} ${verdict}`);
  }
  if (verdict.kind !== 'invalid') return;
  throw new Miss('invalid', `${where}: ${verdict.faults.slice(0, 3).join('; ')} ${text}`);
}
