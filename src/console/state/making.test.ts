import { expect, it } from 'vitest';

import { describeMaking, findCountFault } from './making.ts';
import { makeShape } from './shape.test-kit.ts';

const begin = 'The server makes them up, valid by the contract and under parents that exist.';
const end = 'Undo does not bring that back; a reset of the world does.';

it.each([
  ['a complete collection', { is_complete: true, count: 4 }, 20, begin],
  [
    'one that shows made-up records',
    { is_complete: false, count: 1, made_up: 29 },
    20,
    `${begin} All that is made up now goes (29 records): lines then has 21 records. ${end}`,
  ],
  [
    'one that others refer to',
    {
      is_complete: false,
      made_up: 1,
      referred_by: [
        { collection: 'notes', parameter: 'line_id' },
        { collection: 'parcels', member: 'line_id' },
      ],
    },
    1,
    `${begin} All that is made up now goes (1 record): lines then has 1 record. Stored records of parcels that refer to what goes lead nowhere then. ${end}`,
  ],
  [
    'one that shows none made up',
    { is_complete: false, count: 2, made_up: 0 },
    20,
    `${begin} From then on it makes up no others in lines.`,
  ],
])('what happens to %s is told before more is made', (_, members, wanted, text) => {
  expect(describeMaking(makeShape(members), wanted)).toBe(text);
});

it.each(['', ' ', '-3', '0', '1.5', '10001', 'many', 'Infinity'])(
  'no number of records to make: %j',
  (text) => {
    expect(findCountFault(text)).toBe('Write a whole number from 1 to 10,000.');
  },
);

it.each(['1', '20', '1e3', '10000'])('a number of records to make: %s', (text) => {
  expect(findCountFault(text)).toBe(undefined);
});
