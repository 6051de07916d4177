import { readFile } from 'node:fs/promises';

import { beforeAll, describe, expect, test } from 'vitest';

import type { Case } from '../../contract/case.ts';
import { tables } from '../../contract/cases/tables.ts';
import { play } from '../../contract/play.ts';
import { contractFile, loadRules } from '../../contract/rules.ts';
import type { Stage } from '../../contract/stage.ts';
import { openBareStage } from '../../contract/stage.ts';
import { createTally } from '../../contract/tally.ts';
import type { Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';

/**
 * Of the contract suite just enough to try everything, and what nobody has tried without the case. What
 * another case tries as well is not lost.
 */
const lines: Readonly<Record<string, readonly string[]>> = {
  'what the operations do › PATCH reports a finished upload': [],
  'one credential › updateWorkspaceAsset: API key, no scopes': [
    "updateWorkspaceAsset: apiKey (assets:write) refused, at - apiKey: ['assets:write']",
  ],
  'one credential › updateWorkspaceAsset: OAuth token, all scopes': [
    "updateWorkspaceAsset: oauthToken (assets:write) admitted, at - oauthToken: ['assets:write']",
  ],
  'one credential › updateWorkspaceAsset: OAuth token, no scopes': [
    "updateWorkspaceAsset: oauthToken (assets:write) refused, at - oauthToken: ['assets:write']",
  ],
  'one credential › updateWorkspaceAsset: none at all': [
    "updateWorkspaceAsset: status 401, at '401':",
    "updateWorkspaceAsset: no credentials refused, at - apiKey: ['assets:write']",
  ],
  'the body of updateWorkspaceAsset › is_uploaded can\'t be "true"': [
    "updateWorkspaceAsset: status 400, at '400':",
  ],
  '404 for a record › PATCH: an unknown asset': ["updateWorkspaceAsset: status 404, at '404':"],
  'the size of a body › one byte more': ["updateWorkspaceAsset: status 413, at '413':"],
  'the content type of updateWorkspaceAsset › 415: text/plain': [
    "updateWorkspaceAsset: status 415, at '415':",
  ],
  'a reply or a record that breaks the contract › PATCH: an asset of the state that its schema does not allow stays as it is':
    ["updateWorkspaceAsset: status 500, at '500':"],
  'what the operations do › GET answers with the page': [],
  'one credential › getProjectPage: API key, no scopes': [
    "getProjectPage: apiKey (projects.pages:read) refused, at - apiKey: ['projects.pages:read']",
  ],
  'one credential › getProjectPage: OAuth token, no scopes': [
    "getProjectPage: oauthToken (projects.pages:read) refused, at - oauthToken: ['projects.pages:read']",
  ],
  'one credential › getProjectPage: none at all': [
    "getProjectPage: status 401, at '401':",
    "getProjectPage: no credentials refused, at - apiKey: ['projects.pages:read']",
  ],
  'path parameters › GET: a page of 256 characters is too long': [
    "getProjectPage: status 400, at '400':",
  ],
  '404 for a record › GET: an unknown page': ["getProjectPage: status 404, at '404':"],
  'Accept › GET 406: text/html': ["getProjectPage: status 406, at '406':"],
  'a reply or a record that breaks the contract › GET: a page of the state that its response does not allow':
    ["getProjectPage: status 500, at '500':"],
  'how credentials are sent › getProjectPage: bearer will do': [
    "getProjectPage: oauthToken (projects.pages:read) admitted, at - oauthToken: ['projects.pages:read']",
  ],
};

const chosen = Object.keys(lines);
const rules = loadRules();
let mock: Mock;
let stage: Stage;
let contract: readonly string[];

beforeAll(async () => {
  contract = (await readFile(contractFile, 'utf8')).split('\n');
  mock = await createMock();
  const { url } = await mock.listen();
  stage = openBareStage(url);
  return () => mock.close();
});

test('together they try everything', async () => {
  expect(await listMissing(chosen)).toEqual([]);
});

describe('without one of them exactly its lines are missing', () => {
  test.each(Object.entries(lines))('%s', async (left, lost) => {
    expect(await listMissing(chosen.filter((name) => name !== left))).toEqual(lost);
  });
});

test('without those of one operation, all of it is missing', async () => {
  expect(await listMissing(chosen.filter((name) => !/GET|getProjectPage/.test(name)))).toEqual([
    'getProjectPage: valid request, at get:',
    'getProjectPage: path workspace_slug present, at WorkspaceSlug:',
    'getProjectPage: path project_id present, at ProjectId:',
    'getProjectPage: path page_id present, at PageId:',
    ...['200', '400', '401', '403', '404', '406', '500'].map(
      (status) => `getProjectPage: status ${status}, at '${status}':`,
    ),
    ...['apiKey', 'oauthToken'].flatMap((scheme) =>
      ['admitted', 'refused'].map(
        (what) =>
          `getProjectPage: ${scheme} (projects.pages:read) ${what}, at - ${scheme}: ['projects.pages:read']`,
      ),
    ),
    "getProjectPage: no credentials refused, at - apiKey: ['projects.pages:read']",
  ]);
});

/** What nobody has tried after these cases, and the lines of the contract where it stands. */
async function listMissing(names: readonly string[]): Promise<readonly string[]> {
  await fetch(`${mock.url}/_mock/coverage`, { method: 'DELETE' });
  for (const name of names) await play(findCase(name), stage, rules, createTally(rules));
  return mock.coverage().operations.flatMap(({ id, points }) =>
    points
      .filter(({ count }) => count === 0)
      .map(({ label, file = '', line = 0 }) => {
        expect(contractFile).toContain(file);
        return `${id}: ${label}, at ${contract[line - 1]?.trim()}`;
      }),
  );
}

function findCase(title: string): Case {
  for (const table of tables) {
    const found = table.cases.find(({ name }) => `${table.title} › ${name}` === title);
    if (found) return found;
  }
  throw new Error(`the contract suite has no case "${title}"`);
}
