import { expect, it } from 'vitest';

import { spellingAmong } from './spelling.ts';

it.each([
  ['the name itself', ['id', 'Id'], 'id', 'id'],
  ['another case', ['friendly_name'], 'FriendlyName', 'friendly_name'],
  ['dashes', ['friendly_name'], 'friendly-name', 'friendly_name'],
  ['humps for what is underlined', ['callSidToCoach'], 'call_sid_to_coach', 'callSidToCoach'],
  ['nothing alike', ['friendly_name'], 'name', undefined],
  ['two that are alike', ['friendly_name', 'friendlyName'], 'FriendlyName', undefined],
  ['one of two that are alike', ['friendly_name', 'friendlyName'], 'friendlyName', 'friendlyName'],
  ['other signs count', ['a.b'], 'ab', undefined],
])('finds %s', (_, names, name, meant) => {
  expect(spellingAmong(names, name)).toBe(meant);
});
