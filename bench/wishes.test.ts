import { expect, it } from 'vitest';

import { chooseByName, readArguments } from './wishes.ts';

const known = ['get', 'patch'];

it('plays what is named, with what is wished', () => {
  expect(readArguments(['get', '--rounds', '3', '--seconds=2', '--long'], known)).toEqual({
    kind: 'run',
    names: ['get'],
    wishes: { rounds: 3, seconds: 2, isLong: true },
  });
});

it('plays everything where nothing is named', () => {
  expect(readArguments([], known)).toMatchObject({ kind: 'run', names: [] });
});

it.each([
  [['put'], 'there is no scene "put"; there are get, patch'],
  [['--rounds', '0'], '--rounds takes a whole number'],
  [['--seconds', 'x'], '--seconds takes a whole number'],
  [['--fast'], '--fast'],
])('refuses %j', (given, message) => {
  expect(readArguments(given, known)).toEqual({
    kind: 'wrong',
    message: expect.stringContaining(message) as string,
  });
});

it('helps', () => {
  expect(readArguments(['get', '-h'], known)).toEqual({ kind: 'help' });
});

it.each([
  [[], ['get', 'patch']],
  [['patch'], ['patch']],
  [['replicas'], ['cost', 'count']],
  [
    ['count', 'get'],
    ['get', 'count'],
  ],
  [
    ['replicas', 'count'],
    ['cost', 'count'],
  ],
])('plays of %j %j', (names, played) => {
  const toScenes = (all: readonly string[]) => all.map((name) => ({ name }));
  const all = { usual: toScenes(known), replicas: toScenes(['cost', 'count']) };
  expect(chooseByName(all, names).map(({ name }) => name)).toEqual(played);
});
