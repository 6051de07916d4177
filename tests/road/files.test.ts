import { describe, expect, it } from 'vitest';

import type { Contract } from '../../src/contract/compile.ts';
import { contractText, loadText } from '../../src/contract/contract-text.test-kit.ts';
import type { Outcome, Reply } from '../../src/pipeline/exchange.ts';
import { respond } from '../../src/pipeline/respond.ts';
import { createBook } from '../../src/store/credentials/book.ts';

/** What a behaviour's outcome becomes at the end of the road. */
async function replyOf(outcome: Outcome, accept?: string): Promise<Reply> {
  const picture = { schema: { type: 'string', format: 'binary', maxLength: 1 } };
  const contract: Contract = await loadText(
    contractText({
      '/picture': {
        get: {
          responses: {
            '200': { description: 'It.', content: { 'image/*': picture } },
            '204': { description: 'None.' },
          },
        },
      },
    }),
  );
  const { reply } = await respond(
    {
      method: 'GET',
      prefix: '',
      path: '/picture',
      query: '',
      headers: accept === undefined ? {} : { accept },
      world: undefined,
      isLocal: true,
      findPeer: () => undefined,
      readBody: () => {
        throw new Error('nobody wants it');
      },
    },
    {
      contract,
      guard: {
        realm: '',
        book: createBook([]),
        mode: 'off',
        now: () => 0,
        isOpen: () => true,
      },
      behave: () => outcome,
      trace: (change) => ({ stored: change(), changes: [] }),
      durable: () => undefined,
      direct: () => undefined,
      refusalFiller: { body: () => undefined, headers: (_, own) => own },
      onBreach: 'error',
      unknownQuery: 'allow',
      preferences: 'none',
    },
  );
  return reply;
}

const bytes = new Uint8Array([1, 0, 255]);

describe('an outcome that is a file', () => {
  it.each<[string | undefined, string]>([
    [undefined, 'image/png'],
    ['image/gif, image/*;q=0.1', 'image/gif'],
  ])('goes out as it is, for %s', async (accept, type) => {
    const reply = await replyOf({ status: 200, bytes }, accept);
    expect(reply).toMatchObject({ status: 200, headers: ['Content-Type', type], body: bytes });
  });

  it('breaks the contract where no body is declared', async () => {
    const reply = await replyOf({ status: 204, bytes });
    expect(reply).toMatchObject({ status: 500, verdict: { kind: 'breach' } });
  });
});
