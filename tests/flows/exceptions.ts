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
  noKey: 'No reply says the key of what was made.',
  notOne: 'It takes a list, of which each entry is a record.',
  redirect: 'It answers with a redirection to what it has set about, and says no key.',
  neverShown: 'A member is demanded that may be neither sent (read-only) nor shown (write-only).',
  foreignPattern:
    'The pattern of the record is of another language than JavaScript, and refuses what may be sent.',
  narrower: 'Replies allow fewer values than requests, and another one stands in.',
  ambiguousList:
    'Any list of the records fits two alternatives of its schema, and may fit only one.',
  noEmptyList: 'The body is of form fields, which have no word for the empty list that it needs.',
} as const;

/** Each has to be needed: one that isn't any more fails its document. */
export const exceptions: readonly FlowException[] = [
  ...explain('atlassian.com/jira', 'unmade', because.contradiction, [
    'POST /rest/api/3/screenscheme',
  ]),
  ...explain('sendgrid.com', 'refused', because.onlyRefusals, ['POST /sso/certificates']),
  ...explain('vercel.com', 'refused', because.onlyRefusals, ['POST /v8/artifacts']),
  ...explain('api.github.com', 'keyless', because.noKey, [
    'POST /repos/{owner}/{repo}/pages/builds',
  ]),
  ...explain('stripe.com', 'unequal', because.narrower, ['POST /v1/customers/{customer}/sources']),
  ...explain('stripe.com', 'refused', because.noEmptyList, [
    'POST /v1/billing_portal/configurations',
  ]),
  ...explain('atlassian.com/jira', 'invalid', because.neverShown, [
    'POST /rest/api/3/dashboard/{dashboardId}/gadget',
  ]),
  ...explain('atlassian.com/jira', 'keyless', because.redirect, [
    'POST /rest/api/3/issue/properties',
  ]),
  ...explain('box.com', 'keyless', because.noKey, ['POST /storage_policy_assignments']),
  ...explain('sendgrid.com', 'keyless', because.noKey, ['POST /messages/download']),
  ...explain('sendgrid.com', 'keyless', because.notOne, [
    'POST /asm/groups/{group_id}/suppressions',
    'POST /asm/suppressions/global',
  ]),
  ...explain('sendgrid.com', 'unequal', because.narrower, ['POST /alerts']),
  ...explain('vercel.com', 'keyless', because.noKey, ['POST /v1/teams/{teamId}/request']),
  ...explain('vercel.com', 'missing', because.ambiguousList, ['POST /v1/webhooks']),
  ...explain('vercel.com', 'unequal', because.narrower, ['POST /v13/deployments']),
  ...explain('linode.com', 'unequal', because.foreignPattern, ['POST /domains/import']),
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
