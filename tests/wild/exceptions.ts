import type { Trouble } from './play-document.ts';

/** Something that is not as it should be, and the reason why it can't be otherwise. */
export interface Exception {
  readonly document: string;
  readonly operation: string;
  readonly trouble: Trouble;
  readonly because: string;
}

const because = {
  listOfObjects:
    'OpenAPI does not say how objects in a list are written in a query, and the one who asks guesses JSON.',
  hiddenButRequired:
    'It requires a member whose schema is write-only, so that no response may hold it.',
  nullableIn31:
    'The contract is of 3.1 and speaks of "nullable", which 3.1 does not know: it is taken as it is meant.',
  typeInType: 'The schema has an object in place of a type, which the second validator falls over.',
  writtenOut:
    'All that the parameter may be is written out in paths of their own, and those have no GET.',
  sameShape:
    'Two paths differ in nothing but the names of their parameters: the first is the one that is served.',
  emptyObject:
    'Nothing is required of the object that the parameter is, and an empty one leaves the path without a segment.',
  discriminated:
    'The value is judged by the branch that the discriminator names; the second validator knows no discriminators, and finds it valid in others, too.',
  nothingBetween:
    'Nothing parts the two parameters of the path, so that nobody can tell where one ends.',
  unsatisfiable: 'It has to be null, and a text or a number as well: there is no such value.',
  nothingListed: 'It has to be a text, and one of two numbers: there is no such value.',
  nullAsMeant:
    '"nullable" stands beside a choice, where by the letter of 3.0.3 it says nothing; it is taken as it is meant, and the example in the contract is null.',
} as const;

/** Each has to be needed: one that isn't any more fails its document. */
export const exceptions: readonly Exception[] = [
  ...explain('amazonaws.com/sqs', 'refused', because.listOfObjects, [
    'GET /{AccountNumber}/{QueueName}/#Action=ChangeMessageVisibilityBatch',
    'GET /{AccountNumber}/{QueueName}/#Action=DeleteMessageBatch',
    'GET /{AccountNumber}/{QueueName}/#Action=SendMessageBatch',
  ]),
  ...explain('atlassian.com/jira', 'invalid', because.hiddenButRequired, [
    'GET /rest/api/3/dashboard/{dashboardId}/gadget',
  ]),
  ...explain('codat.io/accounting', 'unchecked', because.typeInType, [
    'GET /companies/{companyId}/data/items/{itemId}',
  ]),
  ...explain('gitlab.com', 'refused', because.writtenOut, [
    'GET /v3/projects/{id}/services/{service_slug}',
  ]),
  ...explain('jellyfin.local', 'refused', because.sameShape, [
    'GET /MusicGenres/{name}/InstantMix',
  ]),
  ...explain('jellyfin.local', 'unmade', because.emptyObject, [
    'GET /Plugins/{pluginId}/{version}/Image',
  ]),
  ...explain('linode.com', 'invalid', because.discriminated, [
    'GET /account/payment-methods',
    'GET /account/payment-methods/{paymentMethodId}',
  ]),
  ...explain('loket.nl', 'refused', because.sameShape, [
    'GET /providers/employers/employees/employments/{employmentId}/payslips/{year}',
  ]),
  ...explain('nasa.gov/asteroids neows', 'refused', because.nothingBetween, [
    'GET /api/projects/{id}{.format}',
  ]),
  ...explain('vercel.com', 'failed', because.unsatisfiable, [
    'GET /v1/edge-config/{edgeConfigId}/item/{edgeConfigItemKey}',
    'GET /v1/edge-config/{edgeConfigId}/items',
    'GET /v1/integrations/search-repo',
  ]),
  ...explain('xero.com/xero_accounting', 'refused', because.sameShape, [
    'GET /Accounts/{AccountID}/Attachments/{FileName}',
    'GET /BankTransactions/{BankTransactionID}/Attachments/{FileName}',
    'GET /BankTransfers/{BankTransferID}/Attachments/{FileName}',
    'GET /Contacts/{ContactID}/Attachments/{FileName}',
    'GET /Contacts/{ContactNumber}',
    'GET /CreditNotes/{CreditNoteID}/Attachments/{FileName}',
    'GET /Invoices/{InvoiceID}/Attachments/{FileName}',
    'GET /ManualJournals/{ManualJournalID}/Attachments/{FileName}',
    'GET /PurchaseOrders/{PurchaseOrderID}/Attachments/{FileName}',
    'GET /PurchaseOrders/{PurchaseOrderNumber}',
    'GET /Quotes/{QuoteID}/Attachments/{FileName}',
    'GET /Receipts/{ReceiptID}/Attachments/{FileName}',
    'GET /RepeatingInvoices/{RepeatingInvoiceID}/Attachments/{FileName}',
  ]),
  ...explain('zoom.us', 'unmade', because.nothingListed, ['GET /users/{userId}/tsp/{tspId}']),
  ...explain('api.github.com', 'invalid', because.nullAsMeant, [
    'GET /repos/{owner}/{repo}/issues/{issue_number}/suggestions',
  ]),
];

function explain(
  document: string,
  trouble: Trouble,
  reason: string,
  operations: readonly string[],
): readonly Exception[] {
  return operations.map((operation) => ({ document, operation, trouble, because: reason }));
}
