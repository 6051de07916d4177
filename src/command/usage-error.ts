/** The command line can't be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command could not be run; the exit code is what a shell has for it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: 126 | 127;

  constructor(message: string, exitCode: 126 | 127) {
    super(message);
    this.exitCode = exitCode;
  }
}
