import type { Trouble } from './miss.ts';

/** A flow that does not come to its end, and the reason why it can't. */
export interface FlowException {
  readonly document: string;
  readonly flow: string;
  readonly trouble: Trouble;
  readonly because: string;
}

const because = {
  onlyRefusals: 'Nothing but refusals is declared, and the first of them comes.',
  noSuchText: 'The pattern of a required member forbids every text.',
  contradiction:
    'What one part of the schema demands another part forbids: there is no such value.',
} as const;

/** Each has to be needed: one that isn't any more fails its document. */
export const exceptions: readonly FlowException[] = [
  ...explain('atlassian.com/jira', 'unmade', because.contradiction, [
    'POST /rest/api/3/screenscheme',
  ]),
  ...explain('sendgrid.com', 'refused', because.onlyRefusals, ['POST /sso/certificates']),
  ...explain('vercel.com', 'refused', because.onlyRefusals, ['POST /v8/artifacts']),
  ...explain('linode.com', 'unmade', because.noSuchText, ['POST /networking/firewalls']),
];

function explain(
  document: string,
  trouble: Trouble,
  reason: string,
  flows: readonly string[],
): readonly FlowException[] {
  return flows.map((flow) => ({ document, flow, trouble, because: reason }));
}
