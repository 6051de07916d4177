import { execute, explain, findSettings } from '../../src/command/execute.ts';
import { parseInvocation } from '../../src/command/invocation.ts';
import { startRun } from '../../src/command/run.ts';
import { serve } from '../../src/command/serve.ts';
import type { Terminal } from '../../src/command/terminal.ts';
import { createPaint } from '../../src/command/terminal.ts';
import type { Ended, Surroundings } from './run-stuntdouble.ts';
import { createFolder, removeFolder } from './temporary-folder.ts';

/**
 * Runs a command that ends by itself in this process, which takes a tenth of what a process takes.
 * A server that starts although it should refuse to is closed, and its code is null.
 */
export function runHere(
  args: readonly string[],
  { cwd, env = {} }: Omit<Surroundings, 'wrapper'> = {},
): Promise<Ended> {
  const ended = queue.then(async () => {
    const folder = cwd ?? (await createFolder());
    const before = process.cwd();
    process.chdir(folder);
    try {
      return await runIn(args, env);
    } finally {
      process.chdir(before);
      if (cwd === undefined) await removeFolder(folder);
    }
  });
  queue = ended.catch(() => undefined);
  return ended;
}

/** A process has one working directory: of several commands each waits for the one before. */
let queue: Promise<unknown> = Promise.resolve();

async function runIn(args: readonly string[], env: Surroundings['env']): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  const terminal: Terminal = {
    out: (text) => void (stdout += text),
    error: (text) => void (stderr += text),
    isInteractive: false,
    columns: undefined,
    paint: createPaint(false),
  };
  const code = await finish(args, env ?? {}, terminal).catch((error: unknown) =>
    explain(error, terminal),
  );
  return { code, signal: null, stdout, stderr };
}

async function finish(
  args: readonly string[],
  env: NonNullable<Surroundings['env']>,
  terminal: Terminal,
): Promise<number | null> {
  const invocation = parseInvocation(args, env);
  const { command, program, wants } = invocation;
  if (wants !== 'run') return execute(invocation, terminal);
  const settings = await findSettings(invocation, terminal);
  if (command === 'run') return startRun({ settings, program, env }, terminal).ended;
  if (command !== 'serve') return execute({ ...invocation, settings }, terminal);
  const server = await serve(settings, terminal);
  await server.close();
  return null;
}
