import type { Json, RequestDocument } from '../api/documents.ts';
import { isJsonObject } from '../parts/json-lines.ts';

/** A text in which hidden secrets have become names of variables. */
export type Template = readonly (string | { readonly variable: string })[];

/** A request as a client would send it again. */
export interface SentAgain {
  readonly method: string;
  /** Path and query. */
  readonly target: Template;
  readonly headers: readonly { readonly name: string; readonly value: Template }[];
  readonly body: SentBody | undefined;
  /** What is other than it was sent, for a comment. */
  readonly notes: readonly string[];
}

export type SentBody =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'text'; readonly text: Template }
  | { readonly kind: 'multipart'; readonly fields: readonly (readonly [string, Template])[] };

/** What the server shows in the place of a secret. */
export const hidden = '…';

export function describeSent(entry: RequestDocument): SentAgain {
  const { method, path, query, headers = {} } = entry.request;
  const target = [
    ...hideIn(path, 'PATH_PART'),
    ...(query === '' ? [] : ['?', ...hidePairs(query, '&')]),
  ];
  const body = readBody(entry);
  const sent = Object.entries(headers).filter(([name]) => isChosen(name, body));
  const shown = sent
    .filter(([, value]) => value !== '*/*' && value !== '*')
    .map(([name, value]) => ({ name, value: hideHeader(name.toLowerCase(), value) }));
  const variables = variablesOf([target, ...shown.map(({ value }) => value), ...bodyTexts(body)]);
  const { body_note: note } = entry.request;
  return {
    method,
    target,
    headers: shown,
    body,
    notes: [
      ...(variables.length === 0 ? [] : [`Set ${variables.join(', ')}: the server hides secrets.`]),
      ...(note === undefined ? [] : [`The body is left out: ${oneLine(note)}.`]),
    ],
  };
}

/** A value of JSON that was hidden, by the name of its member. */
export function variableOf(name: string): string {
  const word = name.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase();
  return /^[A-Z]/.test(word) ? word : `SECRET_${word}`.replace(/_+$/, '');
}

export function mediaOf(headers: Readonly<Record<string, string>> = {}): string {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type');
  return (found?.[1].split(';')[0] ?? '').trim().toLowerCase();
}

function isJsonMedia(media: string): boolean {
  return /[/+]json$/.test(media);
}

/** What a client sets by itself, or what is about one connection alone. */
const ownOfClients =
  /^(host|content-length|connection|keep-alive|accept-encoding|user-agent|transfer-encoding|expect|te|upgrade.*|sec-.*|priority|dnt|proxy-.*)$/i;

function isChosen(name: string, body: SentBody | undefined): boolean {
  // The boundary between its parts is another each time.
  if (body?.kind === 'multipart' && name.toLowerCase() === 'content-type') return false;
  return !ownOfClients.test(name);
}

function readBody({ request: { body, headers } }: RequestDocument): SentBody | undefined {
  if (body === undefined) return undefined;
  const media = mediaOf(headers);
  if (isJsonObject(body) && media === 'multipart/form-data')
    return { kind: 'multipart', fields: fieldsOf(body) };
  if (isJsonObject(body) && media === 'application/x-www-form-urlencoded')
    return { kind: 'text', text: writeForm(fieldsOf(body)) };
  if (typeof body === 'string' && !isJsonMedia(media)) return { kind: 'text', text: [body] };
  return { kind: 'json', value: body };
}

function fieldsOf(body: Readonly<Record<string, Json>>): readonly (readonly [string, Template])[] {
  return Object.entries(body).flatMap(([name, value]) =>
    [value]
      .flat()
      .map(
        (one) => [name, one === hidden ? [{ variable: variableOf(name) }] : [textOf(one)]] as const,
      ),
  );
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function writeForm(fields: readonly (readonly [string, Template])[]): Template {
  return fields.flatMap(([name, value], index) => [
    `${index === 0 ? '' : '&'}${encodeURIComponent(name)}=`,
    ...value.map((piece) => (typeof piece === 'string' ? encodeURIComponent(piece) : piece)),
  ]);
}

function hideHeader(name: string, value: string): Template {
  if (name === 'cookie') return hidePairs(value, ';');
  return hideIn(value, name === 'authorization' ? 'TOKEN' : variableOf(name));
}

function hidePairs(text: string, divider: string): Template {
  return text.split(divider).flatMap((pair, index) => {
    const name = pair.split('=', 1)[0] ?? '';
    return [...(index === 0 ? [] : [divider]), ...hideIn(pair, variableOf(name.trim()))];
  });
}

function hideIn(text: string, variable: string): Template {
  return text
    .split(hidden)
    .flatMap((piece, index) => (index === 0 ? [piece] : [{ variable }, piece]))
    .filter((piece) => piece !== '');
}

function bodyTexts(body: SentBody | undefined): readonly Template[] {
  if (!body) return [];
  if (body.kind === 'text') return [body.text];
  if (body.kind === 'multipart') return body.fields.map(([, value]) => value);
  return [hiddenIn(body.value, 'SECRET')];
}

function hiddenIn(value: Json, name: string): Template {
  if (value === hidden) return [{ variable: variableOf(name) }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, one]) =>
    hiddenIn(one, Array.isArray(value) ? name : member),
  );
}

function variablesOf(templates: readonly Template[]): readonly string[] {
  const names = templates
    .flat()
    .flatMap((piece) => (typeof piece === 'string' ? [] : [piece.variable]));
  return [...new Set(names)];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
