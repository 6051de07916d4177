/** What a generator throws when there is no value that a schema allows. */
export interface UnsatisfiableError extends Error {
  /** Where in the schema's value. */
  readonly pointer: string;
}

export function isUnsatisfiable(thrown: unknown): thrown is UnsatisfiableError {
  return thrown instanceof Error && thrown.name === 'Unsatisfiable' && 'pointer' in thrown;
}
