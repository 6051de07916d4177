import express from 'express';
import { expect, it, vi } from 'vitest';

import { hostApp } from '../../../tests/library/host-app.ts';
import { patience } from '../../../tests/patience.ts';
import type { DeliveryProgress } from '../../pipeline/delivery-progress.ts';
import type { Delivery, Reply } from '../../pipeline/exchange.ts';
import { createDeliveries } from './deliver.ts';

/** A server that delivers this body, and what it was told of that. */
async function serve(
  body: Reply['body'],
  delivery: Partial<Delivery>,
  onClose: () => void = () => undefined,
) {
  const told: (readonly [string, DeliveryProgress['state'] | undefined])[] = [];
  const { deliver } = createDeliveries();
  const app = express();
  let progress: DeliveryProgress | undefined;
  app.use((request, response) => {
    const by = { by: 'fault', id: 'slow', what: 'slow' } as const;
    const whole: Delivery = {
      delay: 0,
      bytesPerSecond: undefined,
      end: { kind: 'whole' },
      by,
      ...delivery,
    };
    const reply: Reply = {
      status: 200,
      headers: [],
      body,
      verdict: { kind: 'served' },
      operation: undefined,
    };
    request.socket.once('close', onClose);
    progress = deliver(
      { reply, delivery: whole, request, response, headers: [], started: performance.now() },
      () => told.push(['over', progress?.state]),
      () => {
        told.push(['given up', progress?.state]);
        response.destroy();
      },
    );
  });
  return { url: await hostApp(app), told, progress: () => progress };
}

async function* breaking() {
  yield Buffer.from('begun');
  await Promise.resolve();
  throw new Error('the other server is gone');
}

it.each([
  ['slowly', { bytesPerSecond: 1_000_000 }],
  ['up to a cut', { end: { kind: 'cut', after: 100 } }],
] as const)('a delivery is over where the body breaks that it sends %s', async (_, delivery) => {
  const { url, told, progress } = await serve(breaking(), delivery);
  const heard = fetch(url).then((response) => response.text());
  await expect(heard).rejects.toThrow('terminated');
  expect(told).toEqual([
    ['over', 'done'],
    ['given up', 'done'],
  ]);
  expect(progress()).toMatchObject({
    state: 'done',
    sent: 'part',
    milliseconds: expect.any(Number),
  });
});

it.each<[Partial<Delivery>, DeliveryProgress['sent'], boolean]>([
  [{ end: { kind: 'cut', after: 3 } }, 'part', false],
  [{ end: { kind: 'cut', after: 5 } }, 'whole', true],
  [{ end: { kind: 'cut', after: 100 } }, 'whole', true],
  [{ end: { kind: 'cut', after: 100 }, bytesPerSecond: 1_000_000 }, 'whole', true],
])('says how much of a text it has sent: %j, %s', async (delivery, sent, isWhole) => {
  const { url, told, progress } = await serve('short', delivery);
  const heard = await fetch(url).then(
    (response) => response.text().catch(() => undefined),
    () => undefined,
  );
  expect(heard).toBe(isWhole ? 'short' : undefined);
  await vi.waitFor(() => expect(told).toEqual([['over', 'done']]), patience);
  expect(progress()).toMatchObject({ state: 'done', sent });
});

it('the client has left where the body breaks since the connection is closed', async () => {
  const control = new AbortController();
  let close = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  async function* breakingThen() {
    yield Buffer.from('begun');
    await closed;
    throw new Error('no client waits for more');
  }
  const { url, told } = await serve(breakingThen(), { bytesPerSecond: 1_000_000 }, () => close());
  const { body } = await fetch(url, { signal: control.signal });
  const reader = body?.getReader();
  await reader?.read();
  control.abort();
  await vi.waitFor(() => expect(told[0]).toEqual(['over', 'left']), patience);
});
