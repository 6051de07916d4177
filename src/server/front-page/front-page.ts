import { createHash } from 'node:crypto';

import { ApiError } from '../../base/errors.ts';
import { onceFor } from '../../base/once.ts';
import type { Contract } from '../../contract/compile.ts';
import type { DocumentFormat, ServedDocument } from '../../contract/load/served-documents.ts';
import { listDocuments, writeDocument } from '../../contract/load/served-documents.ts';
import { isFromThisMachine } from '../../control/guard.ts';
import type { Received, Reply } from '../../pipeline/exchange.ts';
import type { Guard } from '../../pipeline/credentials/guard.ts';
import type { ServerOptions } from '../options/options.ts';
import { iconPath } from './front-page-paths.ts';
import type { PageLink } from './page-html.ts';
import { pageHtml, pageStyle } from './page-html.ts';
import { pointHere } from './point-here.ts';

export interface FrontPageSetting {
  readonly options: Pick<
    ServerOptions,
    'control' | 'console' | 'controlPrefix' | 'controlToken' | 'coverage'
  >;
  readonly contract: () => Contract;
  readonly auth: () => Guard['mode'];
}

/** Answers what `front-page-paths.ts` says is this page's. */
export function createFrontPage(setting: FrontPageSetting): (received: Received) => Reply {
  const documentsOf = onceFor(openDocuments);
  return (received) => {
    if (received.path === iconPath) return noIcon;
    const contract = setting.contract();
    const documents = documentsOf(contract);
    return received.path === '/'
      ? showPage(setting, contract, documents.contracts, received)
      : showDocument(documents, received);
  };
}

const noIcon: Reply = {
  status: 204,
  headers: ['Cache-Control', 'max-age=86400'],
  body: undefined,
  verdict: { kind: 'served' },
  operation: undefined,
};

/** Scripts, frames and everything from elsewhere are forbidden. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`,
  // The icon of the page is an empty one, so that no browser asks for /favicon.ico.
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function showPage(
  { options, auth }: FrontPageSetting,
  contract: Contract,
  contracts: readonly ServedDocument[],
  received: Received,
): Reply {
  // Relative where nothing was taken off the path, for proxies that take off something themselves.
  const base = received.prefix === '' ? '.' : received.prefix;
  const links = listLinks(options, contracts, received);
  const html = pageHtml({ contract, isOpenToAll: auth() === 'off', base, links });
  return reply('text/html; charset=utf-8', html, [
    'Content-Security-Policy',
    policy,
    'Referrer-Policy',
    'no-referrer',
    'Vary',
    'Accept',
  ]);
}

/** All that there is to see besides the operations. Whatever comes with a page adds its link here. */
function listLinks(
  { control, console, controlPrefix, controlToken, coverage }: FrontPageSetting['options'],
  contracts: readonly ServedDocument[],
  received: Received,
): readonly PageLink[] {
  const documents = (['yaml', 'json'] as const).flatMap((format) =>
    contracts.map(({ name }) => {
      const file = `openapi.${format}`;
      return contracts.length === 1
        ? { path: `/${file}`, text: file }
        : { path: `/${file}?name=${encodeURIComponent(name)}`, text: `${name} (${format})` };
    }),
  );
  const hasToken = controlToken !== undefined;
  const isOpen = control && !hasToken && isFromThisMachine(received);
  const shown = ['state', 'requests', ...(coverage ? ['coverage'] : []), 'plan'];
  const controls = isOpen
    ? shown.map((name) => ({ path: `${controlPrefix}/${name}`, text: name }))
    : [];
  // Where a token is needed, the console asks for it.
  const hasConsole = console && (isOpen || (control && hasToken));
  const pages = hasConsole ? [{ path: `${controlPrefix}/`, text: 'console' }] : [];
  return [...documents, ...pages, ...controls];
}

/** The contracts, and what they refer to; each text is written once. */
interface Documents {
  readonly contracts: readonly ServedDocument[];
  readonly all: readonly ServedDocument[];
  write(name: string, format: DocumentFormat, prefix: string): string;
}

/** Texts of large contracts take megabytes. */
const mostKept = 4;

function openDocuments(contract: Contract): Documents {
  // The address of a document of another host may have a password in it.
  const all = listDocuments(contract).filter(({ name }) => !name.includes('://'));
  const kept = new Map<string, string>();
  return {
    contracts: all.filter(({ isContract }) => isContract),
    all,
    write(name, format, prefix) {
      const key = JSON.stringify([name, format, prefix]);
      const known = kept.get(key);
      if (known !== undefined) return known;
      const text = writeDocument(contract, name, format, (root) => pointHere(root, prefix)) ?? '';
      if (kept.size >= mostKept) kept.clear();
      kept.set(key, text);
      return text;
    },
  };
}

function showDocument(documents: Documents, { path, query, prefix }: Received): Reply {
  const format = path.endsWith('.json') ? 'json' : 'yaml';
  const name = chooseName(documents, new URLSearchParams(query).get('name'), prefix + path);
  return reply(`application/${format}`, documents.write(name, format, prefix), []);
}

function chooseName({ contracts, all }: Documents, name: string | null, path: string): string {
  const [only, ...others] = contracts;
  if (name === null && only && others.length === 0) return only.name;
  const found = all.find((one) => one.name === name);
  if (found) return found.name;
  const known = name === null ? contracts : all;
  const named = known.slice(0, 20).map((one) => `${path}?name=${encodeURIComponent(one.name)}`);
  const what = name === null ? 'Several contracts are served' : 'No document has this name';
  throw new ApiError('unknown-path', `${what}. There is: ${named.join(', ')}.`);
}

function reply(type: string, body: string, more: readonly string[]): Reply {
  const own = [
    'Content-Type',
    type,
    'Cache-Control',
    'no-cache',
    'X-Content-Type-Options',
    'nosniff',
  ];
  const verdict = { kind: 'served' } as const;
  return { status: 200, headers: [...own, ...more], body, verdict, operation: undefined };
}
