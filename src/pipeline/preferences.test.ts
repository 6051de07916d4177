import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ApiError } from '../base/errors.ts';
import type { Received } from './exchange.ts';
import { findPreferences, readPreferences } from './preferences.ts';

function receivedWith(prefer: string | readonly string[], query = ''): Received {
  return {
    method: 'GET',
    prefix: '',
    path: '/',
    query,
    headers: { prefer },
    world: undefined,
    isLocal: true,
    findPeer: () => undefined,
    readBody: () => {
      throw new Error('nobody reads it');
    },
  };
}

const rules = { preferences: 'header-or-query' } as const;

describe('preferences', () => {
  it('are read from several headers', () => {
    const received = receivedWith(['code=404', 'example=one, dynamic', 'seed="a, \\"b\\"; c"']);
    expect(readPreferences(received, rules)).toEqual({
      code: 404,
      example: 'one',
      isDynamic: true,
      seed: 'a, "b"; c',
    });
  });

  it('are not looked for where nobody knows them', () => {
    const received = receivedWith('code=x', '__code=y');
    expect(findPreferences(received, { preferences: 'none' }).size).toBe(0);
  });

  it('are read or refused, whatever is sent', () => {
    const pieces = fc.constantFrom(
      'code',
      'seed',
      '=',
      ';',
      ',',
      '"',
      '\\',
      ' ',
      '404',
      'true',
      'ä',
    );
    const headers = fc.oneof(
      fc.string(),
      fc.array(pieces).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(headers, headers, (prefer, query) => {
        try {
          readPreferences(receivedWith(prefer, query), rules);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
    );
  });

  it('survive being written: any text as a seed', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (seed) => {
        const quoted = `"${seed.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
        const received = receivedWith(`return=minimal, seed=${quoted}, code=200`);
        expect(readPreferences(received, rules)).toMatchObject({ seed, code: 200 });
      }),
    );
  });
});
