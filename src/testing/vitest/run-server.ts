import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Reporter, TestProject, Vitest } from 'vitest/node';

import { messageOf, StartError } from '../../base/errors.ts';
import type { ReportOptions } from '../../command/report/options.ts';
import type { Terminal } from '../../command/terminal.ts';
import { printableLines } from '../../base/printable.ts';
import { createPaint, isColored } from '../../command/terminal.ts';
import { connect } from '../../client/index.ts';
import type { Mock, MockOptions, Notice } from '../../index.ts';
import type { PluginOptions, StuntdoubleOptions } from './plugin-options.ts';
import { nameAsOptions, readPluginOptions } from './plugin-options.ts';
import type { ProvidedServer } from './provided.ts';

/** Below it, pages of browser mode find each server at their own origin. */
export const mountPath = '/__stuntdouble';

/**
 * The servers that pages may reach, by their ids. The server of a page reads the configuration
 * again, and so has a plugin of its own, which can find the one that started a server only here.
 */
const reachable = new Map<string, Mock>();

/** Answers a request of a page in browser mode, below the mount path. */
export function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const [, id = '', rest = '/'] = /^\/([^/?]+)(.*)$/.exec(request.url ?? '') ?? [];
  const mock = reachable.get(id);
  if (!mock) return next();
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  mock.app(request, response);
}

/** The server of a plugin. It starts with the first run of a test file of its projects. */
export interface RunServer {
  /** Takes a project in: the hook `configureVitest`. */
  join(this: void, where: Joining): void;
}

interface Joining {
  readonly vitest: Vitest;
  readonly project: TestProject;
}

/** What there is while vitest runs. */
interface Session {
  readonly vitest: Vitest;
  readonly projects: Set<TestProject>;
  readonly options: PluginOptions;
  readonly id: string;
  /** Undefined: none was needed, or it could not start. */
  server: Promise<OpenServer | undefined> | undefined;
}

interface OpenServer {
  readonly mock: Mock;
  /** As tests reach it, but for those in a browser. */
  readonly provided: ProvidedServer;
}

/** By file, root and options: each project that extends a file has a plugin of its own from it. */
const sessions = new WeakMap<Vitest, Map<string, Session>>();

export function createRunServer(given: StuntdoubleOptions): RunServer {
  return {
    join({ vitest, project }) {
      const { root } = project.config;
      const file = project.vite.config.configFile ?? project.name;
      const key = JSON.stringify([file, root, given], textOfFunction);
      const known = sessions.get(vitest) ?? new Map<string, Session>();
      sessions.set(vitest, known);
      const session = known.get(key) ?? open(vitest, readPluginOptions(given, root));
      known.set(key, session);
      // A plugin of its own goes before that of the file that it extends.
      for (const other of known.values()) other.projects.delete(project);
      session.projects.add(project);
    },
  };
}

function textOfFunction(_name: string, value: unknown): unknown {
  return typeof value === 'function' ? String(value) : value;
}

/** A reporter hears when tests run, so that `vitest list` starts nothing. */
function open(vitest: Vitest, options: PluginOptions): Session {
  const session: Session = {
    vitest,
    projects: new Set(),
    options,
    id: randomUUID(),
    server: undefined,
  };
  let isAsked = false;
  const reporter: Reporter = {
    async onTestRunStart(specifications) {
      isAsked = specifications.some(({ project }) => session.projects.has(project));
      if (!isAsked) return;
      const running = await session.server;
      if (running) return forgetCoverage(session, running);
      const starting = start(session);
      // An end that comes earlier, since another server failed, waits for it.
      session.server = starting.catch(() => undefined);
      await starting;
    },
    async onTestRunEnd(_modules, _errors, reason) {
      const server = await session.server;
      if (server && isAsked && reason !== 'interrupted') await conclude(session, server);
    },
  };
  vitest.config.reporters.push(reporter);
  vitest.onClose(async () => {
    reachable.delete(session.id);
    await (await session.server)?.mock.close();
  });
  return session;
}

async function start(session: Session): Promise<OpenServer> {
  const { vitest, projects, options } = session;
  await checkReport(options);
  const hasBrowser = [...projects].some((project) => project.isBrowserEnabled());
  const given = completeOptions(options.mock, vitest, hasBrowser);
  const mock = await create(given);
  const url = await listen(mock);
  if (hasBrowser) reachable.set(session.id, mock);
  const { controlToken, controlPrefix } = given;
  const provided: ProvidedServer = {
    url,
    ...(controlToken === undefined ? {} : { controlToken }),
    ...(controlPrefix === undefined ? {} : { controlPrefix }),
  };
  for (const project of projects) {
    // The control API refuses pages of other origins.
    const isPage = project.isBrowserEnabled();
    project.provide(
      'stuntdouble',
      isPage ? { ...provided, url: `${mountPath}/${session.id}` } : provided,
    );
  }
  return { mock, provided };
}

async function listen(mock: Mock): Promise<string> {
  try {
    return (await mock.listen()).url;
  } catch (error) {
    await mock.close();
    throw error;
  }
}

/** A run again in watch mode is judged by what it does itself, as vitest does with its coverage. */
async function forgetCoverage({ options }: Session, { provided }: OpenServer): Promise<void> {
  if (options.mock.coverage === false) return;
  const { url, ...how } = provided;
  await connect(url, how).call('DELETE /coverage');
}

/** What is wrong with the contract is for the user; where this file found it is not. */
async function create(options: MockOptions): Promise<Mock> {
  // Loaded on first use: a list of tests needs no server.
  const { createMock } = await import('../../library/mock.ts');
  try {
    return await createMock(options);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const { name, message } = error;
    throw Object.assign(new Error(message), { name, stack: `${name}: ${message}` });
  }
}

/** Refuses an impossible report before the tests run. */
async function checkReport({ mock: { coverage = true }, report }: PluginOptions): Promise<void> {
  const { assertReportable } = await import('../../command/report/conclude-run.ts');
  try {
    await assertReportable(report, coverage);
  } catch (error) {
    throw new TypeError(nameAsOptions(messageOf(error)), { cause: error });
  }
}

function completeOptions(given: MockOptions, vitest: Vitest, hasBrowser: boolean): MockOptions {
  const { logger, config } = vitest;
  const { watch = config.watch } = given;
  return {
    watch,
    onNotice: ({ level, message }: Notice) => {
      const line = `stuntdouble: ${printableLines(message)}`;
      if (level !== 'info') logger.warn(line);
      // That a contract was loaded again is no news in a run that ends.
      else if (watch) logger.log(line);
    },
    ...given,
    // Without one, a mounted control API lets nothing in.
    ...(hasBrowser ? { controlToken: given.controlToken ?? randomUUID() } : {}),
  };
}

async function conclude({ vitest, options }: Session, { mock }: OpenServer): Promise<void> {
  const { formats, failOn, minimums, baseline } = options.report;
  const isAsked = formats.length + failOn.size + minimums.size > 0 || baseline !== undefined;
  if (!isAsked || options.mock.coverage === false) return;
  const tried = { server: mock.url, report: mock.coverage(), advice };
  const terminal = openTerminal(vitest);
  const { concludeRun } = await import('../../command/report/conclude-run.ts');
  const code = await concludeRun(tried, options.report, terminal);
  if (code === 0) return;
  const table: ReportOptions = {
    ...options.report,
    formats: [{ format: 'table', file: undefined }],
  };
  // Else a user would have to run it once more to learn what it is about.
  if (formats.length === 0) await concludeRun(tried, table, terminal);
  vitest.logger.error('stuntdouble: its gates fail this run');
  if (!vitest.config.watch) process.exitCode = 1;
}

const advice =
  'send them to mock.url, with mock.headers or by mock.fetch; a server that a test starts itself does not count';

function openTerminal({ logger }: Vitest): Terminal {
  return {
    out: (text) => logger.log(withoutEnd(text)),
    error: (text) => logger.error(withoutEnd(text)),
    isInteractive: false,
    columns: process.stdout.columns,
    paint: createPaint(isColored(process.env, process.stdout)),
    summaryFile: process.env['GITHUB_STEP_SUMMARY'],
  };
}

/** The logger ends the line itself. */
const withoutEnd = (text: string): string => text.replace(/\n$/, '');
