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
  many: 'It takes or answers many records at once, and makes no one of them.',
  command: 'It is a command: its body has little or nothing of a record.',
  likeVersion: 'The path ends in what reads like a version.',
  inLink:
    'Records say their key only within a link, and links are made up: a limit of the stand-in.',
  redirect: 'It answers with a redirection to what it has set about, and says no key.',
  neverShown: 'A member is demanded that may be neither sent (read-only) nor shown (write-only).',
  foreignPattern:
    'The pattern of the record is of another language than JavaScript, and refuses what may be sent.',
  narrower: 'Replies allow fewer values than requests, and another one stands in.',
  ambiguousList:
    'Any list of the records fits two alternatives of its schema, and may fit only one.',
  copy: 'It copies a record that has to be there, and the parents above it are new.',
  noEmptyList: 'The body is of form fields, which have no word for the empty list that it needs.',
  password: 'A password that users sent never comes back, where replies don’t require it.',
  ownLink: 'The link to itself leads to where the record is read here, whatever was sent.',
  otherKind: 'The reply to the create is described as a record of another kind.',
} as const;

/** Each has to be needed: one that isn't any more fails its document. */
export const exceptions: readonly FlowException[] = [
  ...explain('atlassian.com/jira', 'unmade', because.contradiction, [
    'POST /rest/api/3/screenscheme',
  ]),
  ...explain('sendgrid.com', 'refused', because.onlyRefusals, ['POST /sso/certificates']),
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
  ...explain('sendgrid.com', 'unequal', because.narrower, ['POST /alerts']),
  ...explain('vercel.com', 'keyless', because.noKey, ['POST /v1/teams/{teamId}/request']),
  ...explain('vercel.com', 'missing', because.ambiguousList, ['POST /v1/webhooks']),
  ...explain('linode.com', 'refused', because.copy, [
    'POST /linode/instances/{linodeId}/disks/{diskId}/clone',
  ]),
  ...explain('linode.com', 'unequal', because.foreignPattern, ['POST /domains/import']),
  ...explain('linode.com', 'unmade', because.noSuchText, ['POST /networking/firewalls']),
  ...explain('api.github.com', 'keyless', because.noKey, [
    'POST /repos/{owner}/{repo}/attestations',
    'POST /repos/{owner}/{repo}/pages/deployments',
  ]),
  ...explain('api.github.com', 'unseen', because.many, [
    'POST /orgs/{org}/actions/runners/{runner_id}/labels',
    'POST /orgs/{org}/secret-scanning/custom-patterns',
    'POST /repos/{owner}/{repo}/actions/runners/{runner_id}/labels',
    'POST /repos/{owner}/{repo}/issues/{issue_number}/assignees',
    'POST /repos/{owner}/{repo}/issues/{issue_number}/issue-field-values',
    'POST /repos/{owner}/{repo}/secret-scanning/custom-patterns',
  ]),
  ...explain('atlassian.com/jira', 'unseen', because.many, [
    'POST /rest/api/3/field/{fieldId}/context/{contextId}/option',
  ]),
  ...explain('atlassian.com/jira', 'unseen', because.command, [
    'POST /rest/api/3/filter/{id}/permission',
  ]),
  ...explain('atlassian.com/jira', 'keyless', because.noKey, [
    'POST /rest/api/3/issueLink',
    'POST /rest/api/3/issuetypescheme',
  ]),
  ...explain('linode.com', 'keyless', because.noKey, [
    'POST /account/payment-methods',
    'POST /databases/mongodb/instances/{instanceId}/backups',
    'POST /databases/mysql/instances/{instanceId}/backups',
    'POST /databases/postgresql/instances/{instanceId}/backups',
    'POST /object-storage/buckets',
  ]),
  ...explain('netlify.com', 'unseen', because.many, ['POST /accounts/{account_id}/env']),
  ...explain('netlify.com', 'keyless', because.many, ['POST /{account_slug}/members']),
  ...explain('sendgrid.com', 'unseen', because.many, [
    'POST /access_settings/whitelist',
    'POST /asm/groups/{group_id}/suppressions',
    'POST /asm/suppressions/global',
    'POST /contactdb/recipients',
  ]),
  ...explain('sendgrid.com', 'unseen', because.command, [
    'POST /ips',
    'POST /ips/pools',
    'POST /ips/warmup',
  ]),
  ...explain('sendgrid.com', 'unseen', because.likeVersion, ['POST /marketing/segments/2.0']),
  ...explain('sendgrid.com', 'keyless', because.noKey, [
    'POST /api_keys',
    'POST /subusers',
    'POST /teammates',
  ]),
  ...explain('telnyx.com', 'unseen', because.command, [
    'POST /phone_numbers/csv_downloads',
    'POST /porting_orders',
  ]),
  ...explain('twilio.com/api', 'unseen', because.command, [
    'POST /2010-04-01/Accounts/{AccountSid}/OutgoingCallerIds.json',
  ]),
  ...explain('vercel.com', 'unseen', because.command, [
    'POST /v1/deployments/{deploymentId}/checks',
    'POST /v1/edge-config',
    'POST /v8/artifacts',
  ]),
  ...explain('vimeo.com', 'keyless', because.inLink, [
    'POST /channels',
    'POST /channels/{channel_id}/videos/{video_id}/comments',
    'POST /channels/{channel_id}/videos/{video_id}/credits',
    'POST /channels/{channel_id}/videos/{video_id}/texttracks',
    'POST /groups',
    'POST /me/albums',
    'POST /me/customlogos',
    'POST /me/ondemand/pages',
    'POST /me/pictures',
    'POST /me/projects',
    'POST /me/videos',
    'POST /ondemand/pages/{ondemand_id}/backgrounds',
    'POST /ondemand/pages/{ondemand_id}/pictures',
    'POST /ondemand/pages/{ondemand_id}/promotions',
    'POST /users/{user_id}/albums',
    'POST /users/{user_id}/albums/{album_id}/custom_thumbnails',
    'POST /users/{user_id}/albums/{album_id}/logos',
    'POST /users/{user_id}/customlogos',
    'POST /users/{user_id}/ondemand/pages',
    'POST /users/{user_id}/pictures',
    'POST /users/{user_id}/projects',
    'POST /users/{user_id}/videos',
    'POST /videos/{video_id}/comments',
    'POST /videos/{video_id}/credits',
    'POST /videos/{video_id}/pictures',
    'POST /videos/{video_id}/texttracks',
    'POST /videos/{video_id}/timelinethumbnails',
  ]),
  ...explain('xero.com/xero_accounting', 'unseen', because.many, [
    'POST /BankTransactions',
    'POST /Contacts',
    'POST /CreditNotes',
    'POST /Employees',
    'POST /Invoices',
    'POST /Items',
    'POST /ManualJournals',
    'POST /PurchaseOrders',
    'POST /Quotes',
  ]),
  ...explain('xero.com/xero_accounting', 'keyless', because.noKey, ['POST /Payments']),
  ...explain('traccar.org', 'unequal', because.password, ['POST /users']),
  ...explain('adyen.com/ManagementService', 'unequal', because.ownLink, [
    'POST /companies/{companyId}/apiCredentials/{apiCredentialId}/allowedOrigins',
  ]),
  ...explain('box.com', 'unequal', because.otherKind, ['POST /terms_of_services']),
];

function explain(
  document: string,
  trouble: Trouble,
  reason: string,
  flows: readonly string[],
): readonly FlowException[] {
  return flows.map((flow) => ({ document, flow, trouble, because: reason }));
}
