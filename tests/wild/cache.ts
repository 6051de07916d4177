import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { packages } from './documents.ts';

const run = promisify(execFile);

/** A contract that is there to be tried. */
export interface WildDocument {
  /** What it is called in the table. */
  readonly name: string;
  readonly file: string;
}

interface Package {
  readonly name: string;
  readonly version: string;
  readonly files: readonly string[];
}

export type Cache =
  | { readonly kind: 'filled'; readonly documents: readonly WildDocument[] }
  | { readonly kind: 'offline'; readonly reason: string };

/**
 * Fetches what isn't there yet from the npm registry, into a folder that outlives the checkout.
 * Where there is no registry there is nothing to try; where there is one, not to get them is a
 * fault like any other.
 */
export async function fillCache(): Promise<Cache> {
  const documents: WildDocument[] = [];
  for (const pack of packages) {
    let place: string;
    try {
      place = await keepPackage(pack);
    } catch (error) {
      if (await isReachable()) throw error;
      return { kind: 'offline', reason: `there is no npm registry: ${String(error)}` };
    }
    for (const file of pack.files) {
      const name = file.replace(/^(api|generated)\//, '').replace(/\.json$/, '');
      documents.push({ name, file: join(place, file) });
    }
  }
  return { kind: 'filled', documents };
}

/** The folder that has these files of the package; fetched if it isn't there yet. */
export async function keepPackage(pack: Package): Promise<string> {
  const folder = join(
    process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
    'stuntdouble-wild',
  );
  const place = join(folder, `${pack.name.replaceAll('/', '+')}-${pack.version}`);
  if (!pack.files.every((file) => existsSync(join(place, file)))) await fetchPackage(pack, place);
  return place;
}

/** Packs it, takes out what is needed, and puts it in place in one go. */
async function fetchPackage(pack: Package, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  const work = await mkdtemp(`${place}-`);
  try {
    const identity = `${pack.name}@${pack.version}`;
    await run('npm', ['pack', '--silent', '--pack-destination', work, identity], { cwd: work });
    const [tarball = ''] = await readdir(work);
    const unpacked = join(work, 'unpacked');
    await mkdir(unpacked);
    const wanted = pack.files.map((file) => `package/${file}`);
    await run('tar', [
      '-xzf',
      join(work, tarball),
      '-C',
      unpacked,
      '--strip-components=1',
      ...wanted,
    ]);
    await rm(place, { recursive: true, force: true });
    await rename(unpacked, place);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function isReachable(): Promise<boolean> {
  try {
    await run('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=10000']);
    return true;
  } catch {
    return false;
  }
}
