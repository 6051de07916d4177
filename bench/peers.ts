import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { lacks } from './engines.ts';
import { peersFolder } from './place.ts';

/** Installs the peers where they are missing, or older than what the lock file says. */
export function installPeers(say: (line: string) => void): void {
  const lock = join(peersFolder, 'package-lock.json');
  // npm writes this file at the end of each install.
  const installed = timeOf(join(peersFolder, 'node_modules', '.package-lock.json'));
  if (installed >= timeOf(lock)) return;
  say('installing the peers (once, 265 MB) …');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--silent'], {
    cwd: peersFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

export interface Peer {
  readonly name: string;
  readonly version: string;
}

/** What is measured beside ours, as the package file names it: exact versions. */
export function listPeers(): readonly Peer[] {
  const { dependencies } = readPackage(join(peersFolder, 'package.json'));
  return Object.entries(dependencies ?? {}).map(([name, version]) => ({ name, version }));
}

/** Why a package can't run on that Node; undefined where it can. */
export function findHindrance(name: string, nodeVersion: string): string | undefined {
  const { engines, version } = readPackage(join(peersFolder, 'node_modules', name, 'package.json'));
  return lacks(engines?.['node'], nodeVersion)
    ? `${name} ${version} needs Node ${engines?.['node']}`
    : undefined;
}

export function peerFile(...path: readonly string[]): string {
  return join(peersFolder, ...path);
}

interface PackageFile {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
}

function readPackage(file: string): PackageFile {
  // npm wrote it, or it is ours.
  return JSON.parse(readFileSync(file, 'utf8')) as PackageFile;
}

function timeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
