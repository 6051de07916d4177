import type { Contract } from '../../src/contract/compile.ts';
import { createMock } from '../../src/index.ts';
import { ask } from '../contracts/ask.ts';
import type { DescribedOperation } from '../referee/operations.ts';
import type { Referee } from '../referee/referee.ts';
import { openReferee } from '../referee/referee.ts';
import type { WildDocument } from './cache.ts';
import { createRequests } from './requests.ts';

/** Whatever is not as it should be. */
export type Trouble = 'unmade' | 'invalid' | 'unchecked' | 'refused' | 'failed' | 'unanswered';

export interface Deviation {
  /** Method and template, as the contract has them. */
  readonly operation: string;
  readonly trouble: Trouble;
  readonly detail: string;
}

/** What became of one contract. */
export interface Outcome {
  readonly name: string;
  readonly operations: number;
  readonly gets: number;
  /** 2xx whose JSON the second validator finds valid. */
  readonly valid: number;
  /** 2xx without anything to hold it to: no body, no JSON, no schema; and 3xx. */
  readonly free: number;
  /** An example that breaks its own schema, served and marked. */
  readonly marked: number;
  /** Marked as not validated, because the schema can't be compiled. */
  readonly unvalidated: number;
  /** Nothing but refusals is declared, and the first of them came. */
  readonly refusals: number;
  /** 404s of what belongs to something else only when somebody has said so. */
  readonly unlinked: number;
  readonly refused: number;
  readonly failed: number;
  readonly startMilliseconds: number;
  readonly deviations: readonly Deviation[];
}

type Fate = 'valid' | 'free' | 'marked' | 'unvalidated' | 'refusal' | 'unlinked' | Deviation;

/** Serves a contract as anybody would, and sends every GET that it has once. */
export async function playDocument({ name, file }: WildDocument): Promise<Outcome> {
  const started = performance.now();
  await using mock = await createMock({ contract: file });
  const { url } = await mock.listen();
  const startMilliseconds = Math.round(performance.now() - started);
  const referee = openReferee(file);
  try {
    const make = createRequests(mock.contract, referee);
    const gets = referee.operations.filter(({ method }) => method === 'GET');
    const fates: Fate[] = [];
    for (const operation of gets) {
      const where = `GET ${operation.template}`;
      const made = await make(operation);
      if (made.kind === 'unmade') {
        fates.push({ operation: where, trouble: 'unmade', detail: made.reason });
        continue;
      }
      const fate = await tryOperation(url, referee, operation, made.question);
      const isUnlinked = isMissing(fate) && asksForLink(mock.contract, operation);
      fates.push(isUnlinked ? 'unlinked' : fate);
    }
    const deviations = fates.filter((fate) => typeof fate === 'object');
    const count = (kind: string): number => fates.filter((fate) => fate === kind).length;
    const countTrouble = (kind: Trouble): number =>
      deviations.filter(({ trouble }) => trouble === kind).length;
    return {
      name,
      operations: referee.operations.length,
      gets: gets.length,
      valid: count('valid'),
      free: count('free'),
      marked: count('marked'),
      unvalidated: count('unvalidated'),
      refusals: count('refusal'),
      unlinked: count('unlinked'),
      refused: countTrouble('refused'),
      failed: countTrouble('failed'),
      startMilliseconds,
      deviations,
    };
  } finally {
    referee.close();
  }
}

function isMissing(fate: Fate): boolean {
  return typeof fate === 'object' && fate.trouble === 'refused' && / → 404 /.test(fate.detail);
}

/** Whether a path names what is linked to something: where nobody has linked it, it isn't there. */
function asksForLink(contract: Contract, { template }: DescribedOperation): boolean {
  const asked = contract.operations.find(
    ({ method, path }) => method === 'GET' && path === template,
  );
  const target = asked && contract.targets.get(asked);
  if (!target || target.role === 'improvised') return false;
  const named = target.key === undefined ? target.ancestors : [target, ...target.ancestors];
  return named.some(({ collection }) => collection.kind === 'links');
}

async function tryOperation(
  url: string,
  referee: Referee,
  operation: DescribedOperation,
  question: Parameters<typeof ask>[1],
): Promise<Fate> {
  const deviate = (trouble: Trouble, detail: string): Deviation => ({
    operation: `GET ${operation.template}`,
    trouble,
    detail: `${question.path} → ${detail}`.slice(0, 600),
  });
  try {
    const { status, headers, text } = await ask(url, question);
    if (status >= 400) {
      const isDue = !referee.promisesSuccess(operation) && referee.declares(operation, status);
      if (isDue) return 'refusal';
      return deviate(status >= 500 ? 'failed' : 'refused', `${status} ${text}`);
    }
    if (headers['x-stuntdouble-breach'] !== undefined) return 'marked';
    const isUnvalidated = headers['x-stuntdouble-unvalidated'] !== undefined;
    const contentType = headers['content-type'];
    const verdict = await judge(referee, operation, { status, contentType, text });
    if (verdict.kind === 'unchecked') {
      return isUnvalidated ? 'unvalidated' : deviate('unchecked', verdict.detail);
    }
    if (verdict.kind !== 'invalid') return verdict.kind;
    return deviate('invalid', `${verdict.faults.slice(0, 4).join('; ')} ${text}`);
  } catch (error) {
    return deviate('unanswered', String(error));
  }
}

type Judgement =
  | Awaited<ReturnType<Referee['judge']>>
  | { readonly kind: 'unchecked'; readonly detail: string };

/** The second validator has its own limits: a pattern that it can't compile, say. */
async function judge(
  referee: Referee,
  operation: DescribedOperation,
  reply: Parameters<Referee['judge']>[1],
): Promise<Judgement> {
  try {
    return await referee.judge(operation, reply);
  } catch (error) {
    return { kind: 'unchecked', detail: String(error) };
  }
}
