import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { momentOf } from './moments.ts';

const morning = Date.UTC(2024, 4, 6, 7, 8, 9);
const day = Date.UTC(2024, 4, 6);

const before = process.env['TZ'];

describe.each<[string, number]>([
  ['UTC', 0],
  ['Asia/Kolkata', -330],
  ['America/New_York', 300],
])('a moment, read in %s', (zone, offset) => {
  beforeEach(() => {
    process.env['TZ'] = zone;
  });

  afterEach(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  it('is read there', () => {
    expect(new Date(2024, 0).getTimezoneOffset()).toBe(offset);
  });

  it.each<[string, number | undefined]>([
    ['2024-05-06T07:08:09Z', morning],
    ['2024-05-06T07:08:09.000z', morning],
    ['2024-05-06T07:08:09', morning],
    ['2024-05-06 07:08:09', morning],
    ['2024-05-06T09:08:09+02:00', morning],
    ['2024-05-06T09:08:09+02', undefined],
    ['2024-05-06 03:08:09 -0400', morning],
    ['Mon, 06 May 2024 07:08:09 GMT', morning],
    ['Mon, 06 May 2024 07:08:09 +0000', morning],
    ['Mon, 06 May 2024 07:08:09', morning],
    ['Mon May 06 2024 09:08:09 GMT+0200 (Central European Summer Time)', morning],
    ['May 6, 2024 3:08:09 AM EDT', morning],
    ['2024-05-06', day],
    ['2024-05', Date.UTC(2024, 4, 1)],
    [' 2024-05-06 ', day],
    ['May 6, 2024', day],
    ['05-06-2024', day],
    ['soon', undefined],
    ['', undefined],
  ])('%s', (text, moment) => {
    expect(momentOf(text)).toBe(moment);
  });
});
