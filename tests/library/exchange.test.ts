import { expect, it } from 'vitest';

import type { Exchange } from '../../src/index.ts';
import { openBookshop } from './open-bookshop.ts';

it('tells of no credential that a request showed, wherever it turns up', async () => {
  const heard: Exchange[] = [];
  const { mock, ask } = await openBookshop({ onExchange: (exchange) => heard.push(exchange) });
  const secrets = ['first-secret', 'long-secret-'.repeat(6)];
  for (const [index, value] of secrets.entries()) {
    mock.world('default').mint({ name: `${index}`, scheme: 'token', scopes: [], value });
    const headers = { Authorization: `Bearer ${value}` };
    await ask('GET', `/books/${value}`, { headers });
    await ask('GET', `/nothing/${value}`, { headers });
    await ask('GET', `/books?limit=${value}`, { headers });
  }
  const told = [
    ['/books/…', 404, 'There is no "…" in books.'],
    ['/nothing/…', 404, expect.stringMatching(/^There is no \/nothing\/…/)],
    ['/books', 400, expect.stringMatching(/query \/limit: .* the string "…/)],
  ];
  expect(heard.map(({ path, status, reason }) => [path, status, reason])).toEqual([
    ...told,
    ...told,
  ]);
  expect(JSON.stringify(heard)).not.toMatch(/first-s|long-s/);
});
