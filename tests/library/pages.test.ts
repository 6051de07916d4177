import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Mock, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { createFolder, removeFolder, writeFiles } from '../cli/temporary-folder.ts';
import { bookIds, bookshop } from './bookshop.ts';
import type { Case, Row } from './page-cases.ts';
import { byDefault, configured, rows, withoutOrigin } from './page-cases.ts';
import type { RawReply } from './raw-request.ts';
import { sendRequest } from './raw-request.ts';

const auth = 'Authorization: Bearer open';
const [book = ''] = bookIds;

/** What the CORS headers of a reply say. */
function readsOf({ headers }: RawReply, origin: string): Row['reads'] {
  const allowed = headers.get('Access-Control-Allow-Origin');
  if (allowed === null) {
    expect([...headers.keys()].join()).not.toContain('access-control');
    return 'no';
  }
  const isWithCredentials = headers.get('Access-Control-Allow-Credentials') === 'true';
  if (isWithCredentials || allowed !== '*') expect(allowed).toBe(origin);
  expect(headers.get('Access-Control-Expose-Headers')).toContain('ETag');
  return isWithCredentials ? 'with credentials' : 'without credentials';
}

function describeRows(options: MockOptions, cases: readonly Case[]): void {
  let mock: Mock;
  const notices: string[] = [];
  const send = (
    line: string,
    headers: readonly string[],
    { body = '', more = [] }: { readonly body?: string; readonly more?: readonly string[] } = {},
  ): Promise<RawReply> =>
    sendRequest(
      mock.url,
      line,
      [auth, ...(body === '' ? [] : ['Content-Type: application/json']), ...headers, ...more],
      body,
    );

  beforeAll(async () => {
    const folder = await createFolder();
    await writeFiles(folder, bookshop());
    mock = await createMock({
      contract: `${folder}/openapi.json`,
      onNotice: ({ message }) => notices.push(message),
      ...options,
    });
    await mock.listen();
    return async () => {
      await mock.close();
      await removeFolder(folder);
    };
  });

  beforeEach(async () => {
    notices.length = 0;
    await mock.reset();
  });

  describe.each(cases.map(([row, ...headers]) => ({ row, headers, of: headers.join(', ') })))(
    'the page of a request with "$of": $row',
    ({ row, headers }) => {
      const { reads, privateNetwork, writes } = rows[row];
      const origin = headers.find((one) => one.startsWith('Origin:'))?.slice('Origin: '.length);

      it.each(['GET', 'HEAD'])('%s is served, and is read or not', async (method) => {
        const reply = await send(`${method} /books`, headers);
        expect(reply.status).toBe(200);
        expect(readsOf(reply, origin ?? '')).toBe(reads);
        expect(reply.headers.get('Vary')).toMatch(/\bOrigin\b/);
      });

      it('an OPTIONS that is no preflight is a method like any other', async () => {
        const reply = await send('OPTIONS /books', headers);
        expect(reply.status).toBe(405);
        expect(readsOf(reply, origin ?? '')).toBe(reads);
      });

      it.each<[line: string, body: string, status: number]>([
        ['POST /books', '{"title":"New"}', 201],
        [`PUT /books/${book}`, '{"title":"Changed"}', 200],
        [`DELETE /books/${book}`, '', 204],
      ])('%s is done or refused', async (line, body, status) => {
        const before = mock.records('books');
        const reply = await send(line, headers, { body });
        expect(reply.status).toBe(writes ? status : 403);
        expect(readsOf(reply, origin ?? '')).toBe(reads);
        if (writes) expect(mock.records('books')).not.toEqual(before);
        else {
          expect(mock.records('books')).toEqual(before);
          expect(reply.headers.get('Content-Type')).toBe('application/problem+json');
          expect(JSON.parse(reply.body)).toMatchObject({
            type: 'urn:problem-type:origin-not-allowed',
            detail: expect.stringContaining('--cors-origin'),
          });
        }
      });

      it.runIf(origin !== undefined && row !== 'no page')(
        'a preflight is answered or refused',
        async () => {
          const asking = ['Access-Control-Request-Method: PUT'];
          const named = ['Access-Control-Request-Headers: content-type,x-api-key'];
          const reply = await send('OPTIONS /books', headers, { more: [...asking, ...named] });
          const fromOutside = ['Access-Control-Request-Private-Network: true'];
          const inside = await send('OPTIONS /books', headers, {
            more: [...asking, ...fromOutside],
          });
          expect([reply.status, inside.status]).toEqual(writes ? [204, 204] : [403, 403]);
          expect(readsOf(reply, origin ?? '')).toBe(reads);
          const told = ({ headers: own }: RawReply): readonly (string | null)[] =>
            ['Methods', 'Headers', 'Private-Network'].map((name) =>
              own.get(`Access-Control-Allow-${name}`),
            );
          expect(told(reply)).toEqual(
            writes ? ['PUT', 'content-type,x-api-key', null] : [null, null, null],
          );
          expect(told(inside)[2]).toBe(privateNetwork ? 'true' : null);
        },
      );
    },
  );
}

describe('by default', () => describeRows({}, [...byDefault, ...withoutOrigin]));

describe.each(configured)('with corsOrigin %j', (corsOrigin, cases) =>
  describeRows({ corsOrigin }, cases),
);
