import { join } from 'node:path';

import type { MockOptions } from '../mock-options.ts';
import type { StandIn } from '../stand-in.ts';
import { isLoopback, openStandIn } from '../stand-in.ts';
import { version } from '../version.ts';
import { bannerText } from './banner.ts';
import { createLog, jsonLine } from './log.ts';
import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';
import { withSmallYoungSpace } from './young-space.ts';

/** Starts a server as told; whoever called stops it. */
export async function serve(settings: Settings, terminal: Terminal): Promise<StandIn> {
  const log = createLog(settings.log, terminal);
  const options: MockOptions = {
    ...(settings.contracts.length === 0 ? {} : { contract: settings.contracts }),
    ...(settings.fixtures === undefined ? {} : { fixtures: settings.fixtures }),
    data: settings.data,
    durability: settings.durability,
    ...(settings.controlToken === undefined ? {} : { controlToken: settings.controlToken }),
    controlPrefix: settings.controlPrefix,
    unmatched: settings.unmatched,
    ...(settings.resetEvery === undefined ? {} : { resetEvery: settings.resetEvery }),
    ...(settings.bodyTimeout === undefined ? {} : { bodyTimeout: settings.bodyTimeout }),
    ...(settings.maxWorlds === undefined ? {} : { maxWorlds: settings.maxWorlds }),
    ...(settings.worldIdle === undefined ? {} : { worldIdle: settings.worldIdle }),
    ...(settings.journal === undefined ? {} : { journal: settings.journal }),
    ...(settings.lenient === undefined ? {} : { lenient: settings.lenient }),
    ...(settings.auth === undefined ? {} : { auth: settings.auth }),
    ...(settings.onBreach === undefined ? {} : { onBreach: settings.onBreach }),
    allowRemoteRefs: settings.allowRemoteRefs,
    allowRefs: settings.allowRefs,
    overlay: settings.overlays,
    unknownQuery: settings.unknownQuery,
    queryPreferences: settings.queryPreferences,
    stateless: settings.stateless,
    seed: settings.seed,
    cors: settings.cors,
    requestFaults: settings.requestFaults,
    watch: settings.watch,
    coverage: settings.coverage,
    onExchange: (exchange) => log.exchange(exchange),
    onNotice: (notice) => log.notice(notice),
  };
  const { standIn } = await withSmallYoungSpace(() => openStandIn(options));
  try {
    await standIn.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    await standIn.close();
    throw error;
  }
  announce(standIn, settings, terminal);
  return standIn;
}

function announce(standIn: StandIn, settings: Settings, { out, paint }: Terminal): void {
  const { url, contract } = standIn;
  const stateIn = settings.durability === 'memory' ? undefined : join(settings.data, 'db.json');
  const isControlOpen = settings.controlToken !== undefined || isLoopback(settings.host);
  if (settings.log === 'human')
    out(
      bannerText(
        standIn,
        {
          stateIn,
          control: isControlOpen ? settings.controlPrefix : undefined,
          isStateless: settings.stateless,
          unmatched: settings.unmatched === '404' ? undefined : settings.unmatched,
        },
        paint,
      ),
    );
  if (settings.log === 'json') {
    const { title, operations } = contract;
    out(
      jsonLine('ready', {
        url,
        version,
        contract: title,
        operations: operations.length,
        state: stateIn ?? null,
      }),
    );
  }
}
