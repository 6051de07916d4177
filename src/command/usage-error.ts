/** The command line can't be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
