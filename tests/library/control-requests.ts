import { bookIds } from './bookshop.ts';

/**
 * A request that an operation of the control API answers with success. The first of each operation is
 * sent again where it has to be refused, so it needs nothing but the fixtures, a snapshot `kept` and one
 * request in the journal.
 */
export interface ControlRequest {
  readonly operation: string;
  readonly status: number;
  readonly method: string;
  /** Below the prefix. */
  readonly path: string;
  readonly body?: unknown;
  /** Whether the answer goes on until nobody listens any more. */
  readonly isEndless?: boolean;
  /** Whether the server needs the control token for it. */
  readonly needsToken?: boolean;
}

/** The control token of servers that have one. */
export const token = 'a-control-token-of-the-tests';

const [first = ''] = bookIds;
const given = { id: first, title: 'Given', created_at: '2021-01-01T00:00:00Z' };
const otherId = '99999999-1111-4111-8111-111111111111';
const other = { ...given, id: otherId };
const override = { operation: 'listBooks', reply: { status: 200 } };
const credential = { name: 'Ann', scheme: 'token', scopes: [] };

/** For every operation and every success that it declares; played in this order. */
export const controlRequests: readonly ControlRequest[] = [
  row('getHealth', 200, 'GET /health'),
  row('getReadiness', 200, 'GET /ready'),
  row('getSession', 200, 'GET /session'),
  { ...row('startSession', 204, 'POST /session', { token }), needsToken: true },
  row('endSession', 204, 'DELETE /session'),
  row('getVersion', 200, 'GET /version'),
  row('listContracts', 200, 'GET /contracts'),
  row('getContract', 200, 'GET /contract'),
  row('getPlan', 200, 'GET /plan'),
  row('getOperation', 200, 'GET /operations/listBooks'),
  row('draftCorrection', 200, 'POST /correction', { operation: 'listBooks', correction: false }),
  row('listFindings', 200, 'GET /findings'),
  row('listOverlays', 200, 'GET /overlays'),
  { ...row('followServer', 200, 'GET /live'), isEndless: true },
  row('listCollections', 200, 'GET /collections'),
  row('getCollectionShape', 200, 'GET /collections/books'),
  row('listRecords', 200, 'GET /collections/books/records'),
  row('findRecords', 200, 'GET /records?search=a'),
  row('getRecording', 200, 'GET /recording'),
  row('answerAgent', 200, 'POST /mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }),
  row('answerAgent', 202, 'POST /mcp', { jsonrpc: '2.0', method: 'notifications/initialized' }),
  row('getState', 200, 'GET /state'),
  row('getCollection', 200, 'GET /state/books'),
  row('getRecord', 200, `GET /state/books/${first}`),
  row('showRemoval', 200, `GET /state/books/${first}/removal`),
  row('putRecord', 200, `PUT /state/books/${first}`, given),
  row('putRecord', 201, `PUT /state/books/${otherId}`, other),
  row('patchRecord', 200, `PATCH /state/books/${first}`, { title: 'New' }),
  row('deleteRecord', 204, `DELETE /state/books/${first}`),
  row('patchCollection', 200, 'PATCH /state/books', [given]),
  row('putCollection', 200, 'PUT /state/books', [given]),
  row('deleteCollection', 204, 'DELETE /state/books'),
  row('patchState', 200, 'PATCH /state', { books: [given] }),
  row('putState', 200, 'PUT /state', { books: [given] }),
  row('seedState', 201, 'POST /seed', { count: { books: 1 } }),
  row('getDifferences', 200, 'GET /diff'),
  row('listChanges', 200, 'GET /changes'),
  row('getFixtures', 200, 'GET /fixtures'),
  row('resetState', 204, 'POST /reset'),
  row('getClock', 200, 'GET /clock'),
  row('setClock', 200, 'PUT /clock', { frozen: true }),
  row('advanceClock', 200, 'POST /clock/advance', { by: '1h' }),
  row('resetClock', 204, 'DELETE /clock'),
  row('makeWorld', 201, 'PUT /worlds/b', { seed: 's' }),
  row('makeWorld', 200, 'PUT /worlds/b'),
  row('listWorlds', 200, 'GET /worlds'),
  row('getWorld', 200, 'GET /worlds/b'),
  row('dropWorld', 204, 'DELETE /worlds/b'),
  row('saveSnapshot', 201, 'PUT /snapshots/s'),
  row('saveSnapshot', 200, 'PUT /snapshots/s'),
  row('listSnapshots', 200, 'GET /snapshots'),
  row('getSnapshot', 200, 'GET /snapshots/kept'),
  row('restoreSnapshot', 204, 'POST /snapshots/kept/restore'),
  row('dropSnapshot', 204, 'DELETE /snapshots/kept'),
  row('listScenarios', 200, 'GET /scenarios'),
  row('saveScenario', 201, 'POST /scenarios/s'),
  row('saveScenario', 200, 'POST /scenarios/s', { description: 'As it is.' }),
  row('getScenario', 200, 'GET /scenarios/s'),
  row('mintCredential', 201, 'POST /credentials', credential),
  row('listCredentials', 200, 'GET /credentials'),
  row('getCredentials', 200, 'GET /credentials/Everyone'),
  row('revokeCredential', 204, 'DELETE /credentials/Everyone'),
  row('listRequests', 200, 'GET /requests'),
  row('getRequest', 200, 'GET /requests/1'),
  row('explainRequest', 200, 'GET /requests/1/explain'),
  row('repeatRequest', 201, 'POST /requests/1/repeat'),
  row('verifyRequests', 200, 'POST /verify', { operation: 'listBooks' }),
  { ...row('followRequests', 200, 'GET /requests/live'), isEndless: true },
  row('clearRequests', 204, 'DELETE /requests'),
  row('addOverride', 201, 'POST /overrides', override),
  row('putOverride', 201, 'PUT /overrides/o', override),
  row('putOverride', 200, 'PUT /overrides/o', override),
  row('getOverride', 200, 'GET /overrides/o'),
  row('listOverrides', 200, 'GET /overrides'),
  row('removeOverride', 204, 'DELETE /overrides/o'),
  row('removeOverrides', 204, 'DELETE /overrides'),
  row('getCoverage', 200, 'GET /coverage'),
  row('getSample', 200, 'GET /sample?operation=listBooks'),
  row('sendSample', 201, 'POST /sample?operation=listBooks'),
  row('listReplicas', 200, 'GET /replicas'),
  row('clearCoverage', 204, 'DELETE /coverage'),
];

function row(operation: string, status: number, line: string, body?: unknown): ControlRequest {
  const [method = '', path = ''] = line.split(' ');
  return { operation, status, method, path, ...(body === undefined ? {} : { body }) };
}
