/** A fault in arguments or variables (exit code 2). */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The program of `run` could not start. Shells report it with the same exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: 126 | 127;

  constructor(message: string, exitCode: 126 | 127) {
    super(message);
    this.exitCode = exitCode;
  }
}
