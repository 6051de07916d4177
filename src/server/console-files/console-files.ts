import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

import { ApiError, codeOf } from '../../base/errors.ts';
import type { Received, Reply } from '../../pipeline/exchange.ts';
import { packageRoot } from '../places.ts';
import { fileIn, filesFolder } from './console-paths.ts';

/** Where the build puts the console. An object, so that a test can name another folder. */
export const consoleBuild = {
  folder: (): string => join(packageRoot, 'dist', 'console'),
};

/** Answers what `console-paths.ts` says is the console's. */
export function createConsoleFiles(folder: string): (received: Received) => Promise<Reply> {
  return async (received) => {
    const { path } = received;
    const name = fileIn(path);
    if (path === '') return leadToPage(received);
    return path === '/' ? showPage(folder) : showFile(folder, name);
  };
}

/** Relative, for proxies that take something off the path. */
function leadToPage({ prefix, query }: Received): Reply {
  const segment = prefix.slice(prefix.lastIndexOf('/') + 1);
  const location = `./${segment}/${query === '' ? '' : `?${query}`}`;
  return reply(302, ['Location', location, ...headersOfPage], '');
}

async function showPage(folder: string): Promise<Reply> {
  const page = await readIn(folder, 'index.html');
  if (page) return reply(200, ['Content-Type', 'text/html; charset=utf-8', ...headersOfPage], page);
  const detail =
    'The console is not built: there is no dist/console/index.html. Build it with "npm run build" in the folder of the package, or leave it out with --no-console (in the library console: false).';
  throw new ApiError('unknown-path', detail);
}

async function showFile(folder: string, name: string): Promise<Reply> {
  // Without a slash, a percent sign or a dot in front, no name leads out of the folder.
  const content = /^[\w-][\w.-]*$/.test(name)
    ? await readIn(join(folder, filesFolder), name)
    : undefined;
  if (content) return reply(200, [...headersOfFile, 'Content-Type', typeOf(name)], content);
  const shown = JSON.stringify(name.slice(0, 100));
  const detail = `The console has no file ${shown}. If a page of the console asked for it, the page is older than the server: load it again.`;
  throw new ApiError('unknown-path', detail);
}

/** Undefined where there is no such file. */
async function readIn(folder: string, name: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(join(folder, name));
  } catch (error) {
    if (absences.has(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

const absences: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

/** The page runs its own scripts, and nothing that a record or a description brings with it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A file that is opened by itself, such as an image with a script in it, has the same policy. */
const safety: readonly string[] = [
  'Content-Security-Policy',
  policy,
  'Referrer-Policy',
  'no-referrer',
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cross-Origin-Resource-Policy',
  'same-origin',
];

const headersOfPage: readonly string[] = [...safety, 'Cache-Control', 'no-cache', 'Vary', 'Accept'];

/** The name of a file has a hash of its content. */
const headersOfFile: readonly string[] = [
  ...safety,
  'Cache-Control',
  'public, max-age=31536000, immutable',
];

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

function typeOf(name: string): string {
  return types[extname(name)] ?? 'application/octet-stream';
}

function reply(status: number, headers: readonly string[], body: Reply['body']): Reply {
  return { status, headers, body, verdict: { kind: 'served' }, operation: undefined };
}
