import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { openDocument } from '../../src/contract/load/documents.ts';
import { controlFile } from '../../src/server/control/grammar.ts';

const documents = openDocument(controlFile);

/** The members of a schema of the control contract. */
function membersOf(...steps: readonly string[]): readonly string[] {
  const schema = documents.child(documents.root, 'components', 'schemas', ...steps);
  return schema ? documents.mapBelow(schema, 'properties').map(([name]) => name) : [];
}

function textOf(name: string): string {
  return readFileSync(join(import.meta.dirname, '..', '..', 'docs', name), 'utf8');
}

/** The names in the first column of a table, which its first heading tells. */
function rowsOf(text: string, heading: string): readonly string[] {
  const table = text.split(`\n| ${heading} |`)[1]?.split('\n\n')[0] ?? '';
  return [...table.matchAll(/\n\| `(\w+)` \|/g)].map(([, name = '']) => name);
}

describe('docs/overrides.md', () => {
  const text = textOf('overrides.md');

  it('has a row for each member of faults', () => {
    expect(rowsOf(text, 'member of `fault`')).toEqual(membersOf('Fault'));
  });

  it('has no row for a member that overrides do not have', () => {
    const rows = rowsOf(text, 'member');
    expect(rows.length).toBeGreaterThan(5);
    expect(membersOf('OverrideWish')).toEqual(expect.arrayContaining([...rows]));
  });

  it.each([
    ...membersOf('OverrideWish'),
    ...membersOf('OverrideReply'),
    ...membersOf('Match'),
    ...membersOf('BodyCondition'),
  ])('tells of %s', (name) => {
    expect(text).toMatch(new RegExp(`["\`]${name}["\`]`));
  });
});

it.each([...membersOf('Expectation'), ...membersOf('Expectation', 'properties', 'times')])(
  'docs/requests.md tells of %s',
  (name) => {
    expect(textOf('requests.md')).toMatch(new RegExp(`["\`]${name}["\`]`));
  },
);

describe('docs/scenarios.md', () => {
  it('has a row for each member of scenarios, and no other', () => {
    const rows = rowsOf(textOf('scenarios.md'), 'member of a scenario');
    expect(rows.toSorted()).toEqual(membersOf('ScenarioDocument').toSorted());
  });
});
