import type { Contract } from '../../contract/compile.ts';
import type { ServerOptions } from '../options/options.ts';

const pagePath = '/';
const documentPaths = ['/openapi.yaml', '/openapi.json'];
/** Browsers ask for it beside whatever they show. */
export const iconPath = '/favicon.ico';

/** The paths of the front page that the contract leaves free; none where other servers answer. */
export function listFrontPagePaths(
  { index, unmatched }: Pick<ServerOptions, 'index' | 'unmatched'>,
  { routes }: Pick<Contract, 'routes'>,
): readonly string[] {
  if (!index || unmatched !== '404') return [];
  return [pagePath, iconPath, ...documentPaths].filter(
    (path) => routes.readings(path).length === 0,
  );
}

/** The page is for browsers alone: a program gets the refusal of an unknown path. */
export function isForFrontPage(
  { method, headers }: FrontRequest,
  path: string,
  listPaths: () => readonly string[],
): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (path !== pagePath && path !== iconPath && !documentPaths.includes(path)) return false;
  if (path === iconPath && !acceptsImages(headers['accept'])) return false;
  if (path === pagePath && !acceptsHtml(headers['accept'])) return false;
  return listPaths().includes(path);
}

interface FrontRequest {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Whether a client names HTML itself, as browsers do; ranges such as those of curl do not. */
export function acceptsHtml(accept: string | readonly string[] | undefined): boolean {
  return [accept ?? []]
    .flat()
    .flatMap((text) => text.split(','))
    .some((item) => /^\s*text\/html\s*(;|$)/i.test(item) && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(item));
}

function acceptsImages(accept: string | readonly string[] | undefined): boolean {
  return [accept ?? []].flat().some((text) => /(^|,)\s*image\//i.test(text));
}
