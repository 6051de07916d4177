import { join } from 'node:path';

import { messageOf } from '../base/errors.ts';
import { version } from '../base/version.ts';
import { shortestSafeToken } from '../server/control/control-access.ts';
import type { Notice, ServerOptions } from '../server/options/options.ts';
import type { SampleRequest } from '../server/samples/samples.ts';
import { listSamples } from '../server/samples/samples.ts';
import type { MockServer } from '../server/server.ts';
import { openMockServer } from '../server/server.ts';
import type { BannerOptions } from './banner.ts';
import { bannerText } from './banner.ts';
import { countOf } from './complaints.ts';
import { leastColumns } from './columns.ts';
import { createLog, jsonLine } from './log.ts';
import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';
import { printable } from './terminal.ts';
import { withSmallYoungSpace } from './young-space.ts';

/** Starts a server; the caller closes it. */
export async function serve(settings: Settings, terminal: Terminal): Promise<MockServer> {
  const log = createLog(settings.log, terminal);
  const options: ServerOptions = {
    ...settings,
    // To describe a request can cost more than to answer it.
    onExchange: settings.log === 'silent' ? undefined : (exchange) => log.exchange(exchange),
    onNotice: (notice) => log.notice(notice),
  };
  const { server, reloading } = await withSmallYoungSpace(() => openMockServer(options));
  try {
    const { isLocal } = await server.listen({ port: settings.port, host: settings.host });
    const samples = (): readonly SampleRequest[] => listSamples(reloading.runtime(), options);
    const greeting = { control: describeControl(settings, isLocal), samples };
    announce(server, greeting, settings, terminal);
  } catch (error) {
    // Otherwise the server would keep its port and its data folder.
    await server.close();
    throw error;
  }
  const { controlToken } = settings;
  if (controlToken !== undefined && controlToken.length < shortestSafeToken) {
    log.notice(warnOfShortToken(controlToken.length));
  }
  return server;
}

function warnOfShortToken(length: number): Notice {
  const message = `the control token has ${countOf(length, 'character')}, so that it can be guessed: take ${shortestSafeToken} or more, such as what "openssl rand -hex 16" prints`;
  return { level: 'warning', message };
}

function describeControl(
  { control, controlToken, controlPrefix: prefix }: Settings,
  isLocal: boolean,
): BannerOptions['control'] {
  if (!control) return undefined;
  if (controlToken !== undefined) return { prefix, access: 'token' };
  return { prefix, access: isLocal ? 'local' : 'closed' };
}

/** What the banner says besides what the server and the settings tell. */
interface Greeting {
  readonly control: BannerOptions['control'];
  samples(this: void): readonly SampleRequest[];
}

/** Prints the banner. If that fails, prints one plain line, and the server goes on. */
function announce(
  server: MockServer,
  greeting: Greeting,
  settings: Settings,
  terminal: Terminal,
): void {
  if (settings.log === 'silent') return;
  let text: string;
  try {
    text = greetingText(server, greeting, settings, terminal);
  } catch (error) {
    const message = `the banner can not be shown: ${messageOf(error)}`;
    text =
      settings.log === 'json'
        ? jsonLine('ready', { url: server.url, version, message })
        : `\n  ${printable(`at ${server.url}, ${message}`)}\n\n`;
  }
  terminal.out(text);
}

function greetingText(
  server: MockServer,
  { control, samples }: Greeting,
  settings: Settings,
  { paint, columns }: Terminal,
): string {
  const { url, contract } = server;
  const stateIn = settings.durability === 'memory' ? undefined : join(settings.data, 'db.json');
  if (settings.log === 'json') {
    const { title, operations } = contract;
    const count = operations.length;
    const state = stateIn ?? null;
    return jsonLine('ready', { url, version, contract: title, operations: count, state });
  }
  return bannerText(
    server,
    {
      stateIn,
      scenario: settings.scenario,
      control,
      isStateless: settings.stateless,
      unmatched: settings.unmatched === '404' ? undefined : settings.unmatched,
      samples: samples(),
      isComplete: settings.list,
      columns: columns === undefined ? undefined : Math.max(leastColumns, columns),
    },
    paint,
  );
}
