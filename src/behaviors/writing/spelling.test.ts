import { expect, it } from 'vitest';

import { createLooseSpelling, createSpelling } from './spelling.ts';

it.each([
  ['the name itself', ['id', 'Id'], 'id', 'id'],
  ['another case', ['friendly_name'], 'FriendlyName', 'friendly_name'],
  ['dashes', ['friendly_name'], 'friendly-name', 'friendly_name'],
  ['humps for what is underlined', ['callSidToCoach'], 'call_sid_to_coach', 'callSidToCoach'],
  ['none where nothing is alike', ['friendly_name'], 'name', 'name'],
  ['none of two that are alike', ['friendly_name', 'friendlyName'], 'FriendlyName', 'FriendlyName'],
  ['one of two that are alike', ['friendly_name', 'friendlyName'], 'friendlyName', 'friendlyName'],
  ['none where other signs differ', ['a.b'], 'ab', 'ab'],
])('finds %s', (_, names, name, meant) => {
  expect(createSpelling(names)(name)).toBe(meant);
});

it.each([
  ['comment_type', 'comment_type'],
  ['comment_kind', 'kind'],
  ['new_kind', 'kind'],
  ['username', 'login'],
  ['title', 'title'],
])('%j of comments may mean %j, which requests have no name for', (name, meant) => {
  const names = new Set(['comment_type', 'type', 'kind', 'login', 'title']);
  expect(createLooseSpelling(names, new Set(['title']), 'comments')(name)).toBe(meant);
});
