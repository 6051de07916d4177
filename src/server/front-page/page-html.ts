import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { toUriReference } from '../../base/texts.ts';
import { version } from '../../base/version.ts';
import type { Contract } from '../../contract/compile.ts';
import type { Operation } from '../../contract/operations.ts';
import { isOpen } from '../samples/request-credentials.ts';
import { describeNeeds } from './describe-needs.ts';

export interface PageLink {
  /** Below the base. */
  readonly path: string;
  readonly text: string;
}

export interface FrontPageContent {
  readonly contract: Contract;
  /** Whether credentials are not looked at. */
  readonly isOpenToAll: boolean;
  /** What stands in front of all paths. */
  readonly base: string;
  readonly links: readonly PageLink[];
}

/** Written once, since its hash stands in the policy of the page. */
export const pageStyle = `
:root{color-scheme:light dark;--ink:#1c2024;--soft:#5b6470;--line:#e1e4e8;--paper:#fff;--well:#f5f6f8;--link:#0b5cad;--get:#0a6b3d;--post:#0b5cad;--put:#8a4b00;--delete:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#e6e8eb;--soft:#9aa3ae;--line:#2c3238;--paper:#14171a;--well:#1c2126;--link:#79b8ff;--get:#5fd39a;--post:#79b8ff;--put:#f0b35e;--delete:#ff8f86}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:64rem;padding:2.5rem 1.25rem 4rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{margin:0;font-size:1.75rem;line-height:1.2}
h1 small{font-size:1rem;font-weight:400;color:var(--soft)}
h2{margin:2.25rem 0 .5rem;font-size:1.0625rem}
p{margin:.5rem 0;max-width:42rem}
a{color:var(--link);text-decoration:none}
a:hover,a:focus-visible{text-decoration:underline}
code,b{font:.875rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
main{margin-top:.5rem}
nav{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0 0}
main nav{gap:.25rem 1rem;font-size:.9375rem}
header nav a{padding:.125rem .625rem;border:1px solid var(--line);border-radius:1rem;background:var(--well);font-size:.875rem}
ul{margin:0;padding:0;list-style:none;border-top:1px solid var(--line)}
section{content-visibility:auto;contain-intrinsic-size:auto 24rem}
li{display:grid;grid-template-columns:4.5rem minmax(0,3fr) minmax(0,2fr);gap:0 .75rem;padding:.4375rem 0;border-bottom:1px solid var(--line)}
b{font-weight:600;color:var(--put)}
b.get,b.head{color:var(--get)}b.post{color:var(--post)}b.delete{color:var(--delete)}
li.old code{text-decoration:line-through}
li span,footer{color:var(--soft);font-size:.9375rem}
li small{display:block;font-size:.8125rem}
footer{margin-top:2.5rem;font-size:.875rem}
@media(max-width:40rem){body{padding:1.5rem 1rem 3rem}li{grid-template-columns:4.5rem minmax(0,1fr)}li span{grid-column:2}}
`;

/** Names the contract, lists its operations by tag, and links to what there is to see. */
export function pageHtml({ contract, isOpenToAll, base, links }: FrontPageContent): string {
  const { title, version: edition, operations, documents } = contract;
  const groups = groupByTag(operations);
  const name = escapeHtml(title);
  const info = documents.root.value;
  const about = shorten(textAt(info, 'info', 'description') || textAt(info, 'info', 'summary'));
  const tags = [...groups.keys()];
  const sections = tags.map((tag, index) => {
    const rows = (groups.get(tag) ?? []).map((one) => operationHtml(one, isOpenToAll, base));
    const heading = tags.length === 1 ? '' : `<h2>${escapeHtml(tag || others)}</h2>`;
    return `<section id="t${index}">${heading}<ul>\n${rows.join('\n')}\n</ul></section>`;
  });
  const count = `${operations.length} ${operations.length === 1 ? 'operation' : 'operations'}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${name}</title>
<link rel="icon" href="data:,">
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>${name} <small>${escapeHtml(edition)}</small></h1>
${about === '' ? '' : `<p>${escapeHtml(about)}</p>\n`}<p>This is a mock server of the contract, with ${count}.</p>
<nav aria-label="Also here">${links.map((link) => linkHtml(base + link.path, link.text)).join('')}</nav>
</header>
<main>
${tags.length > 1 ? `<nav aria-label="Tags">${tags.map((tag, index) => linkHtml(`#t${index}`, tag || others)).join('')}</nav>\n` : ''}${sections.join('\n')}
</main>
<footer>Stuntdouble ${escapeHtml(version)}</footer>
</body>
</html>
`;
}

const others = 'Others';

/** In the order in which the contract names the tags. */
function groupByTag(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const tag = textAt(operation.part.value, 'tags', 0);
    const group = groups.get(tag);
    if (group) group.push(operation);
    else groups.set(tag, [operation]);
  }
  return groups;
}

function operationHtml(operation: Operation, isOpenToAll: boolean, base: string): string {
  const { method, path, part } = operation;
  const code = `<code>${escapeHtml(path).replaceAll(/(?<=.)\//g, '/<wbr>')}</code>`;
  const isOld = isJsonObject(part.value) && part.value['deprecated'] === true;
  const shown = isFollowable(operation, isOpenToAll)
    ? `<a href="${escapeHtml(base + toUriReference(path))}">${code}</a>`
    : code;
  const about = escapeHtml(describeOperation(operation));
  const needs =
    isOpenToAll || isOpen(operation.security)
      ? ''
      : `<small>${escapeHtml(describeNeeds(operation.security))}</small>`;
  const text = about + needs === '' ? '' : `<span>${about}${needs}</span>`;
  return `<li${isOld ? ' class="old"' : ''}><b class="${method.toLowerCase()}">${method}</b>${shown}${text}</li>`;
}

/** Its summary, else the first sentence of its description, else its operationId. */
function describeOperation({ part: { value } }: Operation): string {
  const [sentence = ''] = shorten(textAt(value, 'description')).split(/(?<=[.!?])\s/, 1);
  const known = [textAt(value, 'summary'), sentence, textAt(value, 'operationId')];
  return shorten(known.find((text) => text.trim() !== '') ?? '', 120);
}

/** Whether a browser that follows a link sends all that the operation asks for. */
function isFollowable(
  { method, path, parameters, security }: Operation,
  isOpenToAll: boolean,
): boolean {
  if (method !== 'GET' || /[?#{]/.test(path)) return false;
  return (isOpenToAll || isOpen(security)) && parameters.every(({ isRequired }) => !isRequired);
}

function linkHtml(address: string, text: string): string {
  return `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`;
}

/** The first paragraph of a text in Markdown; headings tell little. */
function shorten(text: string, most = 300): string {
  const lines = text.trim().replaceAll(/^(?:#+ .*|[=-]{3,})$/gm, '');
  const [first = ''] = lines.trim().split(/\n\s*\n/, 1);
  const plain = first.replaceAll(/\s+/g, ' ');
  return plain.length > most ? `${plain.slice(0, most - 1).trimEnd()}…` : plain;
}

function textAt(value: JsonValue, ...steps: readonly (string | number)[]): string {
  let current: JsonValue | undefined = value;
  for (const step of steps) {
    if (Array.isArray(current) && typeof step === 'number') current = current[step];
    else if (isJsonObject(current) && Object.hasOwn(current, step)) current = current[step];
    else return '';
  }
  return typeof current === 'string' ? current : '';
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
