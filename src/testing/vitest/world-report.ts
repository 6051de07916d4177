import type { ToldWorld } from '../../client/index.ts';
import { tellWorld } from '../../client/index.ts';
import { tellUnread } from '../unread-world.ts';

/** An error as vitest keeps it. */
interface FailedTestError {
  stack?: string | undefined;
  cause?: unknown;
}

/**
 * Adds what happened in the world of a test to its error: as the last cause, which reporters print
 * below the assertion, its difference and its place; and to the stack, for those that print only that.
 */
export async function addReport(
  error: FailedTestError | undefined,
  world: ToldWorld,
): Promise<void> {
  if (!error) return;
  const report = await tell(world, error);
  const end = lastOf(error);
  end.cause = { name: 'Stuntdouble', message: report, stack: '' };
  if (error.stack !== undefined) error.stack += `\nCaused by: Stuntdouble: ${report}`;
}

async function tell(world: ToldWorld, failed: FailedTestError): Promise<string> {
  try {
    return await tellWorld(world, { error: failed });
  } catch (error) {
    return tellUnread(world, error);
  }
}

/** The error, or the last of its causes. */
function lastOf(error: FailedTestError): FailedTestError {
  const { cause } = error;
  return typeof cause === 'object' && cause !== null ? lastOf(cause) : error;
}
