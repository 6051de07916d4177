import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { widthOf } from './columns.ts';
import type { Exchange } from '../server/watching/observer.ts';
import { createLog } from './log.ts';
import { createScreen } from './report/sample-report.test-kit.ts';

const exchange: Exchange = {
  lane: 'contract',
  method: 'GET',
  path: '/api/v1/shops/berlin/orders/0d1f7a52/lines/77aa01b2',
  world: undefined,
  status: 200,
  milliseconds: 1.5,
  operation: 'getOrderLine',
  verdict: 'served',
  reason: '',
};
const reason =
  'body /quantity: must be a whole number; body /price: must be a number of 0 or more; body: needs the member "product"';

async function print(columns: number | undefined, more: Partial<Exchange>): Promise<string> {
  let text = '';
  const note = (said: string): void => void (text += said);
  const paint = (_: unknown, plain: string): string => plain;
  const log = createLog('human', { out: note, error: note, isInteractive: false, columns, paint });
  log.exchange({ ...exchange, ...more });
  await nextTurn();
  return text.replaceAll(/^\d\d:\d\d:\d\d/gm, '12:00:00');
}

describe('a line of the log', () => {
  it('is whole where no terminal shows it', async () => {
    expect(await print(undefined, { status: 400, reason })).toBe(
      `12:00:00 GET    ${exchange.path} 400 1.5 ms getOrderLine – ${reason}\n`,
    );
  });

  it.each([80, 40])('has a shorter path in a terminal of %i columns', async (columns) => {
    expect(await print(columns, {})).toBe(
      '12:00:00 GET    /api/v1/…/orders/0d1f7a52/lines/77aa01b2 200 1.5 ms getOrderLine\n',
    );
  });

  it('has its reason below it, broken between words', async () => {
    expect(await print(80, { status: 400, reason })).toBe(
      [
        '12:00:00 GET    /api/v1/…/orders/0d1f7a52/lines/77aa01b2 400 1.5 ms getOrderLine',
        '         – body /quantity: must be a whole number; body /price: must be a number',
        '         of 0 or more; body: needs the member "product"',
        '',
      ].join('\n'),
    );
  });

  it.each(['reset', 'hang'] as const)('has the fault in place of a status: %s', async (unsent) => {
    const note = `override 1: ${unsent === 'reset' ? 'the connection is reset' : 'never answered'}`;
    expect(await print(undefined, { unsent, reason: note })).toBe(
      `12:00:00 GET    ${exchange.path} ${unsent} 1.5 ms getOrderLine – ${note}\n`,
    );
  });

  it('has its reason beside it where there is room', async () => {
    expect(await print(160, { status: 404, reason: 'There is no such order.' })).toBe(
      `12:00:00 GET    ${exchange.path} 404 1.5 ms getOrderLine – There is no such order.\n`,
    );
  });

  it('keeps some of the path beside a long name of an operation', async () => {
    const operation = 'getTheLineOfAnOrderOfAShopInACityByItsNumberAndByNothingElse';
    const line = await print(80, { operation, world: 'a-world-with-a-long-name' });
    expect(widthOf(line.trimEnd())).toBeLessThanOrEqual(80);
    expect(line).toMatch(/GET {4}\/.*…\/lines\/77aa01b2 200 1\.5 ms getTheLineOf.*…\n/);
  });
});

it.each<[number | undefined, string]>([
  [undefined, `warning: ${'word '.repeat(30)}end\n`],
  [80, `warning: ${'word '.repeat(13)}word\n  ${'word '.repeat(14)}word\n  word end\n`],
])('a notice is broken between words at %s columns', (columns, expected) => {
  let text = '';
  const note = (said: string): void => void (text += said);
  const paint = (_: unknown, plain: string): string => plain;
  const log = createLog('human', { out: note, error: note, isInteractive: false, columns, paint });
  log.notice({ level: 'warning', message: `${'word '.repeat(30)}end` });
  expect(text).toBe(expected);
});

async function logged(form: 'human' | 'json', unknownQuery?: readonly string[]): Promise<string> {
  const screen = createScreen();
  const plain = { ...exchange, operation: 'listOrders' };
  createLog(form, screen).exchange(unknownQuery ? { ...plain, unknownQuery } : plain);
  await nextTurn();
  return screen.printed();
}

it('a line names the query parameters that are not declared, three at most', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const sentences = names.map((name) => `"${name}" is not a parameter of listOrders`);
  expect(await logged('human')).toMatch(/ms listOrders\n$/);
  expect(await logged('human', sentences.slice(0, 1))).toMatch(
    /ms listOrders – "a" is not a parameter of listOrders\n$/,
  );
  const line = await logged('human', sentences);
  expect(line).toMatch(/ – "c" is not a parameter of listOrders … and 2 more\n$/);
  expect(line).not.toContain('"d"');
});

it('a line of JSON has all of them', async () => {
  const line: unknown = JSON.parse(await logged('json', ['one', 'two']));
  expect(line).toMatchObject({ event: 'request', unknownQuery: ['one', 'two'] });
  expect(await logged('json')).not.toContain('unknownQuery');
});

it('a name can not write to the terminal', async () => {
  const line = await logged('human', ['"\u001b[31m\n::error::x" is not a parameter']);
  expect(line).not.toContain('\u001b');
  expect(line.trimEnd().split('\n')).toHaveLength(1);
});
