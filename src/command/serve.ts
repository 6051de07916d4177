import { join } from 'node:path';

import { messageOf } from '../base/errors.ts';
import { version } from '../base/version.ts';
import { iconPath, listFrontPagePaths } from '../server/front-page/front-page-paths.ts';
import { shortestSafeToken } from '../server/control/control-access.ts';
import type { Notice, ServerOptions } from '../server/options/options.ts';
import type { Reloading } from '../server/reloading.ts';
import { readStoreAddress } from '../server/replicas/store-address.ts';
import { findSamples } from '../server/samples/samples.ts';
import type { MockServer } from '../server/server.ts';
import { openMockServer } from '../server/server.ts';
import type { BannerOptions } from './banner.ts';
import { bannerText, trialText } from './banner.ts';
import { countOf } from './complaints.ts';
import { fitColumns } from './columns.ts';
import type { Log } from './log.ts';
import { createLog, jsonLine } from './log.ts';
import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';
import { printable } from '../base/printable.ts';
import { withSmallYoungSpace } from './young-space.ts';

/** Starts a server; the caller closes it. */
export async function serve(
  settings: Settings,
  terminal: Terminal,
  log: Log = createLog(settings.log, terminal),
): Promise<MockServer> {
  const options: ServerOptions = {
    ...settings,
    // To describe a request can cost more than to answer it.
    onExchange: settings.log === 'silent' ? undefined : (exchange) => log.exchange(exchange),
    onNotice: (notice) => log.notice(notice),
  };
  const { server, reloading, replicaUrl } = await withSmallYoungSpace(() =>
    openMockServer(options),
  );
  try {
    const { isLocal } = await server.listen({ port: settings.port, host: settings.host });
    const known = { control: describeControl(settings, isLocal), replicaUrl: replicaUrl() };
    const isShown = announce(server, known, settings, terminal);
    if (isShown) announceSamples(server.url, reloading, options, terminal);
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

/** What is known when the server listens. */
type KnownNow = Pick<BannerOptions, 'control' | 'replicaUrl'>;

function warnOfShortToken(length: number): Notice {
  const message = `the control token has ${countOf(length, 'character')}, so that it can be guessed: take ${shortestSafeToken} or more, such as what "openssl rand -hex 16" prints`;
  return { level: 'warning', message };
}

function describeControl(
  { control, console: hasConsole, controlToken, controlPrefix: prefix, visitorWorlds }: Settings,
  isLocal: boolean,
): BannerOptions['control'] {
  if (!control) return undefined;
  if (controlToken !== undefined) return { prefix, hasConsole, access: 'token' };
  return { prefix, hasConsole, access: isLocal && !visitorWorlds ? 'local' : 'closed' };
}

/**
 * Prints the banner, and returns whether it did. If that fails, prints one plain line, and the server
 * goes on.
 */
function announce(
  server: MockServer,
  known: KnownNow,
  settings: Settings,
  terminal: Terminal,
): boolean {
  if (settings.log === 'silent') return false;
  let text: string;
  let isShown = settings.log === 'human';
  try {
    text = greetingText(server, known, settings, terminal);
  } catch (error) {
    isShown = false;
    const message = `the banner can not be shown: ${messageOf(error)}`;
    text =
      settings.log === 'json'
        ? jsonLine('ready', { url: server.url, version, message })
        : `\n  ${printable(`at ${server.url}, ${message}`)}\n\n`;
  }
  terminal.out(text);
  return isShown;
}

/** In milliseconds. Clients that waited for the server to start are served first. */
const rest = 50;

/** Prints commands to try. They are found in steps, and requests are served between these. */
function announceSamples(
  url: string,
  reloading: Reloading,
  options: ServerOptions,
  { out, columns, paint }: Terminal,
): void {
  const steps = findSamples(reloading.runtime(), options);
  const step = (): void => {
    if (reloading.isStopped()) return;
    let text: string;
    try {
      const { done, value } = steps.next();
      if (done !== true) {
        setImmediate(step);
        return;
      }
      const shown = { url, columns: fitColumns(columns), hasVisitors: options.visitorWorlds };
      text = trialText(shown, value, paint);
    } catch (error) {
      text = `  ${printable(`no commands to try can be made: ${messageOf(error)}`)}\n\n`;
    }
    out(text);
  };
  setTimeout(step, rest).unref();
}

function findStatePlace({ durability, data, store }: Settings): string | undefined {
  if (store !== undefined) return readStoreAddress(store).shown;
  return durability === 'memory' ? undefined : join(data, 'db.json');
}

function greetingText(
  server: MockServer,
  { control, replicaUrl }: KnownNow,
  settings: Settings,
  { paint, columns }: Terminal,
): string {
  const { url, contract } = server;
  const stateIn = findStatePlace(settings);
  if (settings.log === 'json') {
    const { title, operations } = contract;
    const count = operations.length;
    const state = stateIn ?? null;
    const replica = replicaUrl === undefined ? {} : { replica: replicaUrl };
    return jsonLine('ready', {
      url,
      version,
      contract: title,
      operations: count,
      state,
      ...replica,
    });
  }
  return bannerText(
    server,
    {
      stateIn,
      replicaUrl,
      contractNote: settings.contractNote,
      scenario: settings.scenario,
      mostOfVisitors: settings.visitorWorlds ? settings.maxWorlds : undefined,
      control,
      isStateless: settings.stateless,
      unmatched: settings.unmatched === '404' ? undefined : settings.unmatched,
      shown: listFrontPagePaths(settings, contract).filter((path) => path !== iconPath),
      isComplete: settings.list,
      columns: fitColumns(columns),
    },
    paint,
  );
}
