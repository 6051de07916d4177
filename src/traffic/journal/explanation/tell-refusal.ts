import { describeViolation } from '../../../base/errors.ts';
import { endSentence } from '../../../base/texts.ts';
import type { DescribedRequest } from '../entry.ts';
import type { OperationFacts } from '../journal-context.ts';

export type RefusingStep =
  | 'receive'
  | 'access'
  | 'world'
  | 'route'
  | 'intervene'
  | 'authenticate'
  | 'authorize'
  | 'read-body'
  | 'validate-request'
  | 'behave'
  | 'handle'
  | 'validate-response'
  | 'store';

interface RefusedStep {
  readonly entry: DescribedRequest;
  readonly operation: OperationFacts | undefined;
  readonly refusedBy: RefusingStep | undefined;
}

const stepWords: Readonly<Record<RefusingStep, string>> = {
  receive: 'It was refused where the server reads it, before anything else was looked at',
  access: 'It was refused before anything was looked up, by its headers Origin and Host',
  world: 'It was refused before its way began, where its world is chosen',
  route: 'It was refused where its operation is looked for',
  intervene:
    'It was refused where it is looked up what is to happen instead of the usual, before its body was read',
  authenticate:
    'It was refused where it is asked who is calling, before anything else was looked at',
  authorize:
    'It was refused where it is asked how far the credential reaches, before its body was read',
  'read-body': 'It was refused where its body is read',
  'validate-request': 'It was refused where it is held to the contract; nothing was done',
  behave: 'The request is valid; the state refused it',
  handle: 'The request is valid; its handler failed',
  'validate-response': 'It was refused where the reply is held to the contract',
  store: 'It was refused where the change is stored; it was taken back',
};

/** Where a request was refused, and why; `usual` is the status of such a refusal. */
export function tellRefusal(
  { entry, operation, refusedBy }: RefusedStep,
  usual: number,
): readonly string[] {
  const { problem, violations, verdict, reply } = entry;
  if (!refusedBy || !problem) return [];
  if (verdict === 'breach') {
    const became =
      reply.status === 500
        ? 'The reply would have broken the contract, and a 500 was sent in its place; what had been done was dropped.'
        : 'The reply breaks the contract, and was sent all the same, marked with X-Stuntdouble-Breach.';
    return [became, problem.detail];
  }
  const reasons =
    violations.length > 0
      ? violations.map((one) => endSentence(`At fault is ${describeViolation(one)}`))
      : [problem.detail];
  return [
    `${stepWords[refusedBy]} (${problem.code}).`,
    ...reasons,
    ...tellReplaced(operation?.statuses ?? [], usual, reply.status),
  ];
}

/** A refusal takes the nearest status that its operation declares. */
function tellReplaced(
  declared: readonly string[],
  usual: number,
  status: number,
): readonly string[] {
  if (status === usual || !declared.includes(String(status))) return [];
  return declared.includes(String(usual))
    ? [`The refusal has the declared ${status} in place of ${usual}.`]
    : [`The contract declares no ${usual} for it, so the refusal has the declared ${status}.`];
}
