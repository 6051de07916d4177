import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { project } from './place.ts';

/** One request, and the answer that is right. */
export interface Question {
  readonly method: 'GET' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
  /** The whole body as JSON; undefined: it isn't looked at. */
  readonly answer?: unknown;
}

/** What a load generator asks, over and over. All of them have the same headers. */
export type Load = readonly [Question, ...Question[]];

type Page = Readonly<Record<string, string>> & { readonly id: string };

export const assetCount = 1000;
const key = { 'X-API-Key': 'key-all-scopes' };
const json = { 'Content-Type': 'application/json' };
const workspace = '/api/v1/workspaces/northwind';
const pages = `${workspace}/projects/4b1f0c52-6a3e-4d29-9c77-2e8d5a90f1b3/pages`;

export const page: Page = readFirstPage();

export const askPage: Question = {
  method: 'GET',
  path: `${pages}/${page.id}/`,
  headers: key,
  status: 200,
  answer: page,
};

export const askWithoutKey: Question = {
  method: 'GET',
  path: askPage.path,
  headers: {},
  status: 401,
};

export const askWithoutScope: Question = {
  ...askWithoutKey,
  headers: { 'X-API-Key': 'key-assets-only' },
  status: 403,
};

/** The path of any page of the first project. */
export function askPageOf(id: string): Question {
  return { method: 'GET', path: `${pages}/${id}/`, headers: key, status: 200 };
}

export function changeAsset(id: string, isUploaded: boolean | string, status = 204): Question {
  return {
    method: 'PATCH',
    path: `${workspace}/assets/${id}/`,
    headers: { ...key, ...json },
    body: JSON.stringify({ is_uploaded: isUploaded }),
    status,
  };
}

/** One after the other, and then from the beginning. */
export function toLoad(questions: readonly Question[]): Load {
  const [first, ...rest] = questions;
  if (!first) throw new Error('there is nothing to ask');
  return [first, ...rest];
}

/** Every asset in turn, and at the next turn the other value: each request changes something. */
export function changeAssets(ids: readonly string[]): Load {
  return toLoad([true, false].flatMap((value) => ids.map((id) => changeAsset(id, value))));
}

/** An identifier that is a UUID and tells its number. */
export function numberedId(kind: number, number: number): string {
  return `${kind.toString(16).padStart(8, '0')}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

export function assetId(number: number): string {
  return numberedId(1, number);
}

export function pageId(number: number): string {
  return numberedId(2, number);
}

export const assetIds: readonly string[] = Array.from({ length: assetCount }, (_, number) =>
  assetId(number),
);

/** What servers of the two operations are asked, if it is nothing special. */
export const readAndWrite: readonly { readonly kind: string; readonly load: Load }[] = [
  { kind: 'GET page 200', load: [askPage] },
  { kind: 'PATCH 204', load: changeAssets(assetIds) },
];

function readFirstPage(): Page {
  const text = readFileSync(join(project, 'fixtures', 'pages.json'), 'utf8');
  // The fixtures are ours, and the tests hold them to the contract.
  const [first] = JSON.parse(text) as { readonly [key: string]: string; readonly id: string }[];
  if (!first) throw new Error('fixtures/pages.json is empty');
  const { id, name = '', description = '', created_at: createdAt = '' } = first;
  return { id, name, description, created_at: createdAt };
}
