import { expect, it } from 'vitest';

import { ApiError } from '../../src/base/errors.ts';
import { contractText, loadText, plainPath } from '../../src/contract/contract-text.test-kit.ts';
import type { Passage } from '../../src/pipeline/exchange.ts';
import { respond } from '../../src/pipeline/respond.ts';
import { createBook } from '../../src/store/credentials/book.ts';
import type { RecordChange } from '../../src/store/record.ts';

const change: RecordChange = {
  collection: 'things',
  before: undefined,
  after: { key: 'a', parents: [], body: { id: 'a' } },
};

/** What the road tells of a request whose change is stored as said. */
async function passageOf(stored: Promise<void> | undefined, hasCommit = true): Promise<Passage> {
  const contract = await loadText(contractText({ '/things': plainPath('post') }));
  return respond(
    {
      method: 'POST',
      prefix: '',
      path: '/things',
      query: '',
      headers: {},
      world: undefined,
      isLocal: true,
      findPeer: () => undefined,
      readBody: () => ({ kind: 'text', text: '' }),
    },
    {
      contract,
      guard: { realm: '', book: createBook([]), mode: 'off', now: () => 0, isOpen: () => true },
      behave: () => ({ status: 200, ...(hasCommit && { commit: () => undefined }) }),
      trace: () => ({ stored, changes: [change] }),
      durable: () => undefined,
      direct: () => undefined,
      refusalFiller: { body: () => undefined, headers: (_, own) => own },
      onBreach: 'error',
      unknownQuery: 'allow',
      preferences: 'none',
    },
  );
}

it('a request tells its changes, at once or when they are stored', async () => {
  expect((await passageOf(undefined)).changes).toEqual([change]);
  expect((await passageOf(Promise.resolve())).changes).toEqual([change]);
});

it('a change that could not be stored is none', async () => {
  const lost = Promise.reject<void>(new ApiError('storage-failed', 'The disk is full.'));
  // The contract is loaded first, while no code waits for it.
  lost.catch(() => undefined);
  const { reply, changes } = await passageOf(lost);
  expect(reply.status).toBe(507);
  expect(changes).toBeUndefined();
});

it('a request without a change tells none', async () => {
  expect((await passageOf(undefined, false)).changes).toBeUndefined();
});
