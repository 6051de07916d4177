import { expect, it } from 'vitest';

import { formatCount } from '../parts/count.ts';
import { classOfStatus, formatDuration, formatTime, tellNoBody } from './format.ts';

it.each([
  [0.412, '0.4 ms'],
  [12.6, '13 ms'],
  [1234, '1.23 s'],
  [61_000, '61.0 s'],
])('writes %d milliseconds as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it('writes times to the millisecond, and leaves alone what is none', () => {
  expect(formatTime('2030-01-01T08:09:10.045Z')).toMatch(/^\d\d:\d\d:10\.045$/);
  expect(formatTime('soon')).toBe('soon');
});

it('counts in words', () => {
  expect([formatCount(1, 'request'), formatCount(1234, 'request')]).toEqual([
    '1 request',
    '1,234 requests',
  ]);
});

it.each([
  [200, 'status-good'],
  [302, 'status-plain'],
  [404, 'status-warn'],
  [503, 'status-bad'],
])('colours %d as %s', (status, name) => {
  expect(classOfStatus(status)).toBe(name);
});

it.each([
  [undefined, 'No body.'],
  ['not read: the operation takes none', 'The body was not read, as the operation takes none.'],
  [
    'it could not be read, see the problem',
    'The body is not shown: it could not be read, see the problem.',
  ],
])('the note %s is told as %s', (note, text) => {
  expect(tellNoBody(note)).toBe(text);
});
