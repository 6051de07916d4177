import { seedWorld } from '../server/seeding.ts';
import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';
import { printable } from '../base/printable.ts';
import { UsageError } from './usage-error.ts';

/** Adds records to the state, writes them as fixtures, or adds them to a running server. */
export async function seed(settings: Settings, terminal: Terminal): Promise<void> {
  const { count: counts } = settings;
  if (settings.url.length > 0) {
    const { seedServers } = await import('./seed-server.ts');
    await seedServers(settings, terminal);
    return;
  }
  if (settings.world !== undefined) {
    throw new UsageError('--world is one of a running server: name that with --url');
  }
  if (counts === undefined) {
    throw new UsageError(
      'say what to make, such as --count items=100; with --url, files with records are added to a running server',
    );
  }
  const place = await seedWorld({
    ...settings,
    counts,
    onNotice: (message) =>
      terminal.error(`${terminal.paint('yellow', 'warning:')} ${printable(message)}\n`),
    onProgress: terminal.isInteractive ? createProgressBar(terminal) : ignore,
  });
  const made = [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
  terminal.out(`${printable(`made ${made}; they are in ${place}`)}\n`);
}

const width = 30;

/** The bar appears after half a second, so short runs show none. */
function createProgressBar({ error, paint }: Terminal): (made: number, total: number) => void {
  const started = performance.now();
  let isShown = false;
  return (made, total) => {
    isShown ||= performance.now() - started > 500;
    if (!isShown) return;
    const full = Math.round((made / total) * width);
    const bar = paint('green', '━'.repeat(full)) + paint('dim', '━'.repeat(width - full));
    error(`\r${bar} ${made} of ${total}${made === total ? '\n' : ''}`);
  };
}

function ignore(): void {
  // Without a terminal there is no progress bar.
}
