import type { Json, RequestDocument } from '../api/documents.ts';
import { escapeHidden, quoteForShell } from '../parts/hidden-signs.ts';
import { isJsonObject, isList } from '../parts/json-lines.ts';
import type { SentAgain, SentBody, Template } from './sent.ts';
import { describeSent, hidden, variableOf } from './sent.ts';

/** A command for a POSIX shell. */
export function writeCurl(entry: RequestDocument, origin: string): string {
  const { method, target, headers, body, notes } = describeSent(entry);
  const url: Template = [origin, ...target];
  const isGlob = url.some((piece) => typeof piece === 'string' && /[[\]{}]/.test(piece));
  const usual = body ? 'POST' : 'GET';
  const parts = [
    `curl${isGlob ? ' -g' : ''}${writeMethod(method, usual)} ${quoteShell(url)}`,
    ...headers.map(({ name, value }) => `-H ${quoteShell([`${name}: `, ...value])}`),
    ...(body ? curlBody(body) : []),
  ];
  return [...notes.map((note) => `# ${escapeHidden(note)}`), parts.join(' \\\n  ')].join('\n');
}

export function writeFetch(entry: RequestDocument, origin: string): string {
  const sent = describeSent(entry);
  const url = quoteScript([origin, ...sent.target]);
  const lines = [
    ...sent.notes.map((note) => `// ${note}`),
    ...formLines(sent.body),
    `const response = await fetch(${url}${optionsOf(sent)});`,
    'console.log(response.status, await response.text());',
  ];
  return escapeHidden(lines.join('\n'));
}

/** A test that starts a mock of its own from these contracts. */
export function writeTest(entry: RequestDocument, contracts: readonly string[]): string {
  const sent = describeSent(entry);
  const { operation, reply, request } = entry;
  const title = `${operation ?? `${request.method} ${request.path}`} answers ${reply.status}`;
  const isExpected = isJsonObject(reply.body) || isList(reply.body);
  const expected = isExpected ? writeScript(reply.body, expectLeaf(entry)) : '';
  const lines = [
    ...sent.notes.map((note) => `// ${note}`),
    'await using mock = await createMock({',
    `  contract: ${JSON.stringify(contracts.length === 1 ? contracts[0] : contracts)},`,
    '});',
    'const { url } = await mock.listen();',
    '',
    ...formLines(sent.body),
    `const response = await fetch(${quoteScript(sent.target, '${url}')}${optionsOf(sent)});`,
    '',
    `expect(response.status).toBe(${reply.status});`,
    // A long one hides what the test is about.
    ...(expected === '' || expected.length > longest
      ? []
      : [`expect(await response.json()).toMatchObject(${expected});`]),
  ];
  const all = [
    "import { createMock } from 'stuntdouble';",
    "import { expect, test } from 'vitest';",
    '',
    `test(${JSON.stringify(title)}, async () => {`,
    ...indent(lines),
    '});',
    '',
  ];
  return escapeHidden(all.join('\n'));
}

/** Characters of an expected body. */
const longest = 4000;

function writeMethod(method: string, usual: string): string {
  if (method === 'HEAD') return ' --head';
  return method === usual ? '' : ` -X ${quoteShell([method])}`;
}

function curlBody(body: SentBody): readonly string[] {
  if (body.kind === 'multipart')
    return body.fields.map(
      ([name, value]) => `--form-string ${quoteShell([`${name}=`, ...value])}`,
    );
  const text = body.kind === 'text' ? body.text : templateOf(body.value);
  return [`--data-raw ${quoteShell(text)}`];
}

/** JSON in which hidden values have become variables. */
function templateOf(value: Json): Template {
  const text = JSON.stringify(value, (name, one: Json) =>
    one === hidden ? `\uE000${variableOf(name)}\uE001` : one,
  );
  return text
    .split(/(?<=")\uE000(\w+)\uE001(?=")/)
    .map((piece, index) => (index % 2 === 0 ? piece : { variable: piece }));
}

function quoteShell(template: Template): string {
  if (template.every((piece) => typeof piece === 'string')) return quotePlain(template.join(''));
  return template
    .map((piece) => (typeof piece === 'string' ? quotePlain(piece) : `"$${piece.variable}"`))
    .join('');
}

export function quotePlain(text: string): string {
  return /^[\w.:/-]+$/.test(text) ? text : quoteForShell(text);
}

function optionsOf({ method, headers, body }: SentAgain): string {
  const members = [
    ...(method === 'GET' ? [] : [`method: ${JSON.stringify(method)},`]),
    ...(headers.length === 0
      ? []
      : [
          'headers: {',
          ...headers.map(({ name, value }) => `  ${writeName(name)}: ${quoteScript(value)},`),
          '},',
        ]),
    ...(body ? [bodyOption(body)] : []),
  ];
  return members.length === 0 ? '' : `, {\n${indent(members).join('\n')}\n}`;
}

function bodyOption(body: SentBody): string {
  if (body.kind === 'multipart') return 'body: form,';
  if (body.kind === 'text') return `body: ${quoteScript(body.text)},`;
  return `body: JSON.stringify(${writeScript(body.value, writeLeaf)}),`;
}

function formLines(body: SentBody | undefined): readonly string[] {
  if (body?.kind !== 'multipart') return [];
  return [
    'const form = new FormData();',
    ...body.fields.map(
      ([name, value]) => `form.append(${JSON.stringify(name)}, ${quoteScript(value)});`,
    ),
  ];
}

/** A text in a script; `base` is what stands before it in a template. */
function quoteScript(template: Template, base = ''): string {
  if (base === '' && template.every((piece) => typeof piece === 'string'))
    return JSON.stringify(template.join(''));
  const text = template.map((piece) =>
    typeof piece === 'string'
      ? piece.replaceAll(/[\\`]|\$\{/g, String.raw`\$&`)
      : `\${process.env.${piece.variable}}`,
  );
  return `\`${base}${text.join('')}\``;
}

type Leaf = string | number | boolean | null;

type WriteLeaf = (value: Leaf, name: string) => string;

function writeLeaf(value: Leaf, name: string): string {
  return value === hidden ? `process.env.${variableOf(name)}` : JSON.stringify(value);
}

/** A moment and the key of a new record are others in each run, and what is hidden is not known. */
function expectLeaf({ changes = [] }: RequestDocument): WriteLeaf {
  const made = new Set(changes.filter(({ before }) => before === null).map(({ key }) => key));
  return (value) => {
    if (typeof value === 'number' && made.has(String(value))) return 'expect.any(Number)';
    if (typeof value !== 'string') return JSON.stringify(value);
    const isOther = value === hidden || made.has(value) || /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value);
    return isOther ? 'expect.any(String)' : JSON.stringify(value);
  };
}

function writeScript(value: Json | undefined, leaf: WriteLeaf, name = ''): string {
  if (isList(value)) {
    const items = value.map((item) => `${writeScript(item, leaf, name)},`);
    return items.length === 0 ? '[]' : `[\n${indent(items).join('\n')}\n]`;
  }
  if (!isJsonObject(value)) return leaf(value ?? null, name);
  const members = Object.entries(value).map(
    ([member, one]) => `${writeName(member)}: ${writeScript(one, leaf, member)},`,
  );
  return members.length === 0 ? '{}' : `{\n${indent(members).join('\n')}\n}`;
}

/** A plain member of the name `__proto__` would set the prototype. */
function writeName(name: string): string {
  if (name === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** Also the lines within the parts; a text of a script has no line break in quotes. */
function indent(parts: readonly string[]): readonly string[] {
  return parts.flatMap((part) => part.split('\n').map((line) => (line === '' ? '' : `  ${line}`)));
}
