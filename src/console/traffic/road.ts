import type { Explanation, RequestDocument } from '../api/documents.ts';
import { memberOf } from '../parts/member-of.ts';

/** A step of the road, as one request took it. */
export interface RoadStep {
  readonly name: string;
  readonly label: string;
  /**
   * `answered`: the reply was made here; `refused`: it ended here; `breached`: the reply breaks the contract, and was
   * sent all the same; `skipped`: it did not come so far.
   */
  readonly state: 'passed' | 'answered' | 'refused' | 'breached' | 'skipped';
  /** What was found there; empty where there is nothing to say. */
  readonly note: string;
}

/** The steps that every request takes, and those that are shown only where they decided. */
const steps: readonly { readonly name: string; readonly label: string; readonly isRare?: true }[] =
  [
    { name: 'receive', label: 'Receive' },
    { name: 'access', label: 'Check host and origin', isRare: true },
    { name: 'world', label: 'Find the world', isRare: true },
    { name: 'route', label: 'Find the operation' },
    { name: 'intervene', label: 'Look up overrides', isRare: true },
    { name: 'authenticate', label: 'Authenticate' },
    { name: 'authorize', label: 'Authorize' },
    { name: 'read-body', label: 'Read the body' },
    { name: 'validate-request', label: 'Validate the request' },
    { name: 'force', label: 'Override or fault', isRare: true },
    { name: 'behave', label: 'Behave' },
    { name: 'handle', label: 'Ask the handler', isRare: true },
    { name: 'validate-response', label: 'Validate the response' },
    { name: 'store', label: 'Store' },
  ];

export function walkRoad(entry: RequestDocument, explanation: Explanation): readonly RoadStep[] {
  const { refused_by: refused } = explanation;
  const isSent = isSentWithBreach(entry);
  const decided = refused ?? findAnswering(explanation.source.kind);
  const end = steps.findIndex(({ name }) => name === decided);
  return steps
    .filter(({ name, isRare }) => !isRare || name === decided)
    .map(({ name, label }) => {
      const at = steps.findIndex((step) => step.name === name);
      const isReplaced = name === 'behave' && decided === 'force' && !hasBehaved(entry);
      const isOver =
        isReplaced || (at > end && !isSent && (refused !== null || endings.has(decided)));
      const ending = refused === null ? 'answered' : isSent ? 'breached' : 'refused';
      const state = name === decided ? ending : isOver ? 'skipped' : 'passed';
      return {
        name,
        label,
        state,
        note: state === 'skipped' ? '' : noteOf(name, entry, explanation),
      };
    });
}

/** Whether the server sent a reply that breaks the contract, marked as such, instead of a 500. */
export function isSentWithBreach({ verdict, reply: { headers = {} } }: RequestDocument): boolean {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  return verdict === 'breach' && names.includes('x-stuntdouble-breach');
}

/** What changes the delivery alone, or leaves the change, lets the operation do its part. */
function hasBehaved({ changed, delivery }: RequestDocument): boolean {
  return changed > 0 || delivery !== null;
}

/** Steps after which a request that was not refused goes no further. */
const endings: ReadonlySet<string> = new Set(['receive', 'route']);

function findAnswering(kind: string): string {
  return memberOf(answering, kind) ?? 'behave';
}

const answering: Readonly<Record<string, string>> = {
  preflight: 'receive',
  forwarded: 'route',
  intervention: 'force',
  handler: 'handle',
};

function noteOf(name: string, entry: RequestDocument, explanation: Explanation): string {
  if (explanation.refused_by === name && entry.problem)
    return entry.violations.length > 0 ? '' : entry.problem.code.replaceAll('-', ' ');
  return memberOf(notes, name)?.(entry, explanation) ?? '';
}

type TellNote = (entry: RequestDocument, explanation: Explanation) => string;

const notes: Readonly<Record<string, TellNote>> = {
  route: ({ operation, forwarded_to: forwarded }) =>
    operation ?? (forwarded === null ? '' : `forwarded to ${forwarded}`),
  force: ({ forced }) => [forced?.by, forced?.id].filter(Boolean).join(' '),
  authenticate: ({ credentials }) =>
    credentials.length === 0 ? 'no credential' : credentials.join(', '),
  'read-body': ({ request: { body, body_note: note } }) =>
    body === undefined && note === undefined ? 'none' : '',
  behave: (_entry, { source, operation }) => tellSource(source.kind, operation?.role),
  store: ({ changed }) =>
    changed === 0 ? 'no change' : changed === 1 ? '1 record' : `${changed} records`,
};

function tellSource(kind: string, role: string | undefined): string {
  if (kind === 'example') return 'an example';
  if (kind === 'generated') return 'made up';
  if (kind === 'empty') return 'no body';
  return role ?? '';
}
