import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of what `npm pack` made of the checkout. */
    tarball: string;
  }
}

/** Packs once for all files: it builds, and one build would take away the files of another. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'stuntdouble-packed-'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  project.provide('tarball', join(folder, readdirSync(folder)[0] ?? ''));
  return () => rmSync(folder, { recursive: true, force: true });
}
