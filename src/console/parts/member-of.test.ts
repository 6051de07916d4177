import { describe, expect, it } from 'vitest';

import { memberOf } from './member-of.ts';

const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'];

describe('a member', () => {
  it.each(names)('%s is that of the object alone', (name) => {
    expect(memberOf({}, name)).toBe(undefined);
    expect(memberOf(Object.fromEntries([[name, 1]]), name)).toBe(1);
  });
});
