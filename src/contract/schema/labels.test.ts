import { describe, expect, it } from 'vitest';

import { labelsIn } from './labels.ts';

describe('a description says what listed codes mean', () => {
  it.each<[string, string, readonly string[]]>([
    ['in lines', 'a: Play\nb: Stop', ['Play', 'Stop']],
    ['in one line with commas', 'a: Play, b: Stop', ['Play', 'Stop']],
    [
      'in lines with commas of their own',
      'a: Play a song, then stop\nb: Stop',
      ['Play a song, then stop', 'Stop'],
    ],
    ['with semicolons', 'a: Play a song, then stop; b: Stop', ['Play a song, then stop', 'Stop']],
    ['in lines of HTML', 'One of:<br>`a` - Play<br>`b` - Stop<br/>', ['Play', 'Stop']],
    ['not where one is missing', 'a: Play', []],
  ])('%s', (_, description, expected) => {
    expect([...labelsIn([{ enum: ['a', 'b'], description }]).values()]).toEqual(expected);
  });
});
