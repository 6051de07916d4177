import { describe, expect, it, vi } from 'vitest';

import type { App } from '../../src/http/app.ts';
import type { openInProcess } from '../../src/http/in-process/in-process.ts';
import { openQuietThings } from './thing-shop.ts';

const faults = vi.hoisted((): { next: Error | undefined } => ({ next: undefined }));

vi.mock('../../src/http/in-process/in-process.ts', async (load) => {
  const real = await load<{ openInProcess: typeof openInProcess }>();
  return {
    openInProcess(app: App, assertOpen: () => void) {
      const { next } = faults;
      faults.next = undefined;
      if (next) throw next;
      return real.openInProcess(app, assertOpen);
    },
  };
});

const refusal = expect.objectContaining({
  name: 'TypeError',
  message: 'fetch failed',
  cause: expect.objectContaining({ message: 'the mock is closed' }),
});

describe('a mock that is closed', () => {
  it('answers no more', async () => {
    const mock = await openQuietThings();
    const world = mock.world();
    await mock.fetch('/things');

    await mock.close();

    await expect(mock.fetch('/things')).rejects.toEqual(refusal);
    await expect(world.fetch('/things')).rejects.toEqual(refusal);
  });

  it('answers no first request either', async () => {
    const mock = await openQuietThings();

    await mock.close();

    await expect(mock.fetch('/things')).rejects.toEqual(refusal);
  });

  it('sends no request whose body comes after the close', async () => {
    const mock = await openQuietThings();
    await mock.fetch('/things');
    const headers = { 'Content-Type': 'application/json' };
    let send = (): void => {};
    const body = new ReadableStream({
      start(control) {
        send = () => {
          control.enqueue(new TextEncoder().encode('{"id":"late"}'));
          control.close();
        };
      },
    });
    const given = new Request('http://localhost/things', {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    });
    const asked = mock.fetch(given).catch((error: unknown) => error);

    await mock.close();
    send();

    expect(await asked).toEqual(refusal);
  });
});

it('a first request that fails does not fail the next', async () => {
  const mock = await openQuietThings();
  faults.next = new Error('no memory');

  await expect(mock.fetch('/things')).rejects.toThrow('no memory');
  const response = await mock.fetch('/things');

  expect(response.status).toBe(200);
});

it('a first request that fails does not fail the close', async () => {
  const mock = await openQuietThings();
  const fault = new Error('no memory');
  faults.next = fault;
  const asked = mock.fetch('/things').catch((error: unknown) => error);

  await mock.close();

  expect(await asked).toBe(fault);
});
