import type { Received } from '../../pipeline/exchange.ts';
import { acceptsHtml } from '../front-page/front-page-paths.ts';

/** The folder of the files that the page loads, in the address and in the build. */
export const filesFolder = 'console';

const filesPath = `/${filesFolder}/`;

/** The page is for browsers alone: a program gets what the control API answers. */
export function isForConsole({
  method,
  path,
  headers,
}: Pick<Received, 'method' | 'path' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (path === '' || path === '/') return acceptsHtml(headers['accept']);
  return path.startsWith(filesPath);
}

/** The name of a file that the page loads; empty: the request is for the page. */
export function fileIn(path: string): string {
  return path.startsWith(filesPath) ? path.slice(filesPath.length) : '';
}
