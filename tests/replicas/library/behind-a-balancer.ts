import { inject, vi } from 'vitest';

import type { MockServer, OpenedServer } from '../../../src/server/server.ts';
import type { ServerOptions } from '../../../src/server/options/options.ts';
import type { openReplica as OpenReplica, Replica } from '../../../src/server/replicas/replica.ts';
import type { Balancer } from '../balancer.test-kit.ts';
import { openBalancer } from '../balancer.test-kit.ts';

type Open = (options: ServerOptions) => Promise<OpenedServer>;

// What a test of the library opens is the owner of three replicas, and its address is that of their balancer: about two
// of three requests go through a standby.
vi.mock('../../../src/server/server.ts', async (load) => {
  const original: { readonly openMockServer: Open } = await load();
  return {
    ...original,
    openMockServer: (options: ServerOptions) => openThree(original.openMockServer, options),
  };
});

// The balancer is gone before its servers are: none has to wait until it has noticed.
vi.mock('../../../src/server/replicas/replica.ts', async (load) => {
  const original: { readonly openReplica: typeof OpenReplica } = await load();
  return {
    ...original,
    openReplica: async (...given: Parameters<typeof original.openReplica>) => {
      const opened = await original.openReplica(...given);
      const replica = { ...opened, leave: () => Promise.resolve() };
      replicas.push(replica);
      return replica;
    },
  };
});

let names = 0;
const replicas: Replica[] = [];

async function openThree(open: Open, options: ServerOptions): Promise<OpenedServer> {
  // What is about a data folder is not about replicas.
  if (options.data !== undefined) return open(options);
  names += 1;
  const store = `${inject('storeUrl')}#library-${process.pid}-${names}`;
  const opened = await open({ ...options, store });
  const { server } = opened;
  const replica = replicas.at(-1);
  const standbys: MockServer[] = [];
  let balancer: Balancer | undefined;
  const close = async (): Promise<void> => {
    await balancer?.close();
    await Promise.all([server, ...standbys].map((each) => each.close()));
  };
  const listen: MockServer['listen'] = async (given) => {
    const own = await server.listen(given);
    await untilServing(replica);
    for (const _ of ['second', 'third']) {
      const { server: standby } = await open({
        ...options,
        onExchange: undefined,
        onNotice: undefined,
        store,
      });
      standbys.push(standby);
      await standby.listen();
    }
    const ports = [own.url, ...standbys.map(({ url }) => url ?? '')].map((url) =>
      Number(new URL(url).port),
    );
    balancer = await openBalancer({ ports, seed: names });
    return { ...own, url: balancer.url, port: Number(new URL(balancer.url).port) };
  };
  const replaced: MockServer = Object.create(server, {
    url: { get: () => balancer?.url ?? server.url },
    listen: { value: listen },
    close: { value: close },
    [Symbol.asyncDispose]: { value: close },
  }) as MockServer;
  return { ...opened, server: replaced };
}

async function untilServing(replica: Replica | undefined): Promise<void> {
  await vi.waitUntil(() => replica?.problem() === undefined, { timeout: 10_000, interval: 10 });
}
