import type { Running } from './run-stuntdouble.ts';

/** What the tests know of the default world. */
export const page = {
  id: '7c2f4e0a-9d1b-4b6e-8a35-1f6d2c9e7b10',
  path: '/api/v1/workspaces/northwind/projects/4b1f0c52-6a3e-4d29-9c77-2e8d5a90f1b3/pages/7c2f4e0a-9d1b-4b6e-8a35-1f6d2c9e7b10/',
  body: {
    id: '7c2f4e0a-9d1b-4b6e-8a35-1f6d2c9e7b10',
    name: 'Release checklist',
    description: 'What we go through before every release.',
    created_at: '2026-03-02T09:14:07Z',
  },
} as const;

/** Its upload has not been reported yet. */
export const asset = {
  id: 'd90e6b14-52c8-4f7a-b3a1-60c7e5f2a984',
  path: '/api/v1/workspaces/northwind/assets/d90e6b14-52c8-4f7a-b3a1-60c7e5f2a984/',
} as const;

export const everyScope = { 'X-API-Key': 'key-all-scopes' } as const;

/** Every value that the default credentials have. */
export const credentialValues: readonly string[] = ['key', 'token'].flatMap((kind) =>
  ['all-scopes', 'assets-only', 'pages-only', 'no-scopes', 'expired', 'northwind-only'].map(
    (rest) => `${kind}-${rest}`,
  ),
);

export function readPage(
  { url }: Running,
  headers: Readonly<Record<string, string>> = everyScope,
): Promise<Response> {
  return fetch(url + page.path, { headers });
}

/** The one write of the default world. */
export function reportUpload(
  { url }: Running,
  body: unknown = { is_uploaded: true },
  headers: Readonly<Record<string, string>> = everyScope,
): Promise<Response> {
  return fetch(url + asset.path, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Whether the state says that the asset was uploaded. */
export async function isUploaded({ url }: Running): Promise<boolean> {
  const response = await fetch(`${url}/_mock/state/assets/${asset.id}`);
  const { is_uploaded: found }: { is_uploaded: boolean } = JSON.parse(await response.text());
  return found;
}
