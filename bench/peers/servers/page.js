import { readFileSync } from 'node:fs';

/** The page that every server answers with: the first of the fixtures, as its contract shows it. */
const [{ id, name, description, created_at }] = JSON.parse(
  readFileSync(new URL('../../../fixtures/pages.json', import.meta.url), 'utf8'),
);

export const page = { id, name, description, created_at };

export const pagePath = '/api/v1/workspaces/:workspace_slug/projects/:project_id/pages/:page_id/';
export const assetPath = '/api/v1/workspaces/:workspace_slug/assets/:asset_id/';
