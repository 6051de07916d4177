import { expect, it } from 'vitest';

import { openBookshop } from './open-bookshop.ts';

const texts = {
  description: 'A text.',
  content: {
    'text/plain': { examples: { short: { value: 'a' }, long: { value: 'b' } } },
    'application/json': { schema: { type: 'string' }, examples: { short: { value: 'a' } } },
  },
};
const paths = {
  '/texts': {
    get: {
      operationId: 'getText',
      summary: 'Read a text',
      tags: ['Texts', 'Reading'],
      responses: {
        200: texts,
        '4xx': { description: 'Refused.' },
        default: { description: 'Else.' },
      },
    },
    delete: { operationId: 'dropText', responses: { 204: { description: 'Gone.' } } },
  },
};

it('the plan tells how each operation can answer, and what the contract says of it', async () => {
  const { ask } = await openBookshop({}, paths);
  const { json } = await ask('GET', '/_mock/plan');
  const { operations } = Object(json) as { operations: readonly { id: string }[] };
  expect(operations.find(({ id }) => id === 'getText')).toMatchObject({
    summary: 'Read a text',
    tag: 'Texts',
    responses: [
      {
        status: '200',
        description: 'A text.',
        media: ['text/plain', 'application/json'],
        examples: ['short', 'long'],
      },
      { status: '4XX', description: 'Refused.', media: [], examples: [] },
      { status: 'default', description: 'Else.', media: [], examples: [] },
    ],
  });
  expect(operations.find(({ id }) => id === 'dropText')).toMatchObject({
    summary: null,
    tag: null,
    responses: [{ status: '204', description: 'Gone.', media: [], examples: [] }],
  });
});
