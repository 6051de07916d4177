import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Reporter, TestProject, Vitest } from 'vitest/node';

import { messageOf } from '../../base/errors.ts';
import { assertReportable, concludeRun } from '../../command/report/conclude-run.ts';
import type { ReportOptions } from '../../command/report/options.ts';
import type { Terminal } from '../../command/terminal.ts';
import { printableLines } from '../../base/printable.ts';
import { createPaint, isColored } from '../../command/terminal.ts';
import type { Mock, MockOptions, Notice } from '../../index.ts';
import { createMock, StartError } from '../../index.ts';
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
  readonly projects: TestProject[];
  readonly options: PluginOptions;
  readonly id: string;
  mock: Mock | undefined;
}

export function createRunServer(given: StuntdoubleOptions): RunServer {
  let session: Session | undefined;
  return {
    join({ vitest, project }) {
      if (session?.vitest !== vitest) {
        const options = readPluginOptions(given, project.config.root);
        session = { vitest, projects: [], options, id: randomUUID(), mock: undefined };
        attach(session);
      }
      session.projects.push(project);
    },
  };
}

/** A reporter hears when tests run, so that `vitest list` starts nothing. */
function attach(session: Session): void {
  const { vitest } = session;
  const reporter: Reporter = {
    async onTestRunStart(specifications) {
      const isAsked = specifications.some(({ project }) => session.projects.includes(project));
      if (isAsked && !session.mock) await start(session);
    },
    async onTestRunEnd(_modules, _errors, reason) {
      if (session.mock && reason !== 'interrupted') await conclude(session, session.mock);
    },
  };
  vitest.config.reporters.push(reporter);
  vitest.onClose(async () => {
    reachable.delete(session.id);
    await session.mock?.close();
    session.mock = undefined;
  });
}

async function start(session: Session): Promise<void> {
  const { vitest, projects, options } = session;
  await checkReport(options);
  const hasBrowser = projects.some((project) => project.isBrowserEnabled());
  const given = completeOptions(options.mock, vitest, hasBrowser);
  const mock = await open(given);
  session.mock = mock;
  const { url } = await mock.listen();
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
}

/** What is wrong with the contract is for the user; where this file found it is not. */
async function open(options: MockOptions): Promise<Mock> {
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
  try {
    await assertReportable(report, coverage);
  } catch (error) {
    throw new TypeError(nameAsOptions(messageOf(error)), { cause: error });
  }
}

function completeOptions(given: MockOptions, vitest: Vitest, hasBrowser: boolean): MockOptions {
  const { logger, config } = vitest;
  return {
    watch: config.watch,
    onNotice: ({ level, message }: Notice) => {
      if (level !== 'info') logger.warn(`stuntdouble: ${printableLines(message)}`);
    },
    ...given,
    // Without one, a mounted control API lets nothing in.
    ...(hasBrowser ? { controlToken: given.controlToken ?? randomUUID() } : {}),
  };
}

async function conclude({ vitest, options }: Session, mock: Mock): Promise<void> {
  const { formats, failOn, minimums, baseline } = options.report;
  const isAsked = formats.length + failOn.size + minimums.size > 0 || baseline !== undefined;
  if (!isAsked || options.mock.coverage === false) return;
  const tried = { url: mock.url, report: mock.coverage(), advice };
  const terminal = openTerminal(vitest);
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
