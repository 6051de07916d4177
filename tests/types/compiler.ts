import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const typescript = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin',
  'tsc',
);

/** What became of a run of the compiler. */
export interface Compiled {
  /** 0 where it has found nothing; else its exit code, or the signal that has ended it. */
  readonly exit: string | number;
  /** The errors, one a line, and what it says where it breaks down itself. */
  readonly text: string;
}

export const withoutErrors: Compiled = { exit: 0, text: '' };

/** Compiles the project of a folder. */
export async function compile(folder: string, compiler: string = typescript): Promise<Compiled> {
  const given = [compiler, '-p', folder, '--pretty', 'false'];
  const run = promisify(execFile)(process.execPath, given, { maxBuffer: 1e8 });
  return run.then(
    ({ stdout, stderr }) => ({ exit: 0, text: stdout + stderr }),
    ({ code, signal, stdout, stderr }: Failure) => ({
      exit: code ?? signal ?? 'unknown',
      text: stdout + stderr,
    }),
  );
}

interface Failure {
  readonly code: string | number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}
