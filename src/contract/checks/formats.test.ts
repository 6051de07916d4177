import { describe, expect, it } from 'vitest';

import type { JsonValue } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';

async function fits(format: string, value: JsonValue): Promise<boolean> {
  const { validators } = await loadSchemas({});
  return validators.checkOwn({ format })(value).length === 0;
}

describe('formats', () => {
  it.each<[string, JsonValue, boolean]>([
    ['int32', 2_147_483_647, true],
    ['int32', 2_147_483_648, false],
    ['int32', -2_147_483_648, true],
    ['int32', -2_147_483_649, false],
    ['int32', 1.5, false],
    ['int64', 2 ** 63 - 1, true],
    ['int64', 1e19, false],
    ['int64', -1e19, false],
    ['int64', 0.1, false],
    ['int64', 'text', true],
    ['float', 3.4e38, true],
    ['float', 3.5e38, false],
    ['double', 1e308, true],
    ['byte', 'aGVsbG8=', true],
    ['byte', '', true],
    ['byte', 'aGVsbG8', false],
    ['byte', 'aGVs\nbG8=', false],
    ['byte', 'abcd\n!!!!', false],
    ['binary', '\u0000', true],
    ['password', 'x', true],
    ['url', 'https://example.com/a?b#c', true],
    ['url', 'http://localhost:8080', true],
    ['url', 'example.com', false],
    ['url', 'http://', false],
    ['url', 'http://a b', false],
    ['uuid', '9f0c1a52-7b1e-4c63-8f0e-3f1d8f6b2a10', true],
    ['uuid', 'urn:uuid:9f0c1a52-7b1e-4c63-8f0e-3f1d8f6b2a10', false],
    ['date-time', '2024-02-29T12:00:00.5+01:00', true],
    ['date-time', '2024-02-29 12:00:00z', true],
    ['date-time', '2023-02-29T12:00:00Z', false],
    ['date-time', '2024-13-01T12:00:00Z', false],
    ['date-time', '2024-00-01T12:00:00Z', false],
    ['date-time', '2024-01-01T24:00:00Z', false],
    ['date-time', '2024-01-01T12:60:00Z', false],
    ['date-time', '2024-01-01T12:00:00', false],
    ['date-time', '2024-01-01T12:00:00+24:00', false],
    ['date-time', '2016-12-31T23:59:60Z', true],
    ['date-time', '2016-12-31T15:59:60-08:00', true],
    ['date-time', '2017-01-01T05:29:60+05:30', true],
    ['date-time', '2016-12-31T22:59:60Z', false],
    ['date-time', '2016-12-31T23:59:61Z', false],
    ['date-time', '2024-02-29\n12:00:00Z', false],
    ['email', 'a@b.example', true],
    ['email', 'a@', false],
    ['uri', 'urn:a:b', true],
    ['ipv4', '1.2.3.256', false],
    ['nothing-known', 'x', true],
  ])('%s: %j is %s', async (format, value, expected) => {
    expect(await fits(format, value)).toBe(expected);
  });

  it.each([
    ['url', 'http://x:', 'x:'],
    ['url', 'http://a', '-a'],
    ['email', 'a@', 'a-'],
    ['email', '', 'a.'],
    ['hostname', '', 'a-'],
    ['uri', 'http://', 'a.'],
    ['uri-reference', '', '/a'],
    ['uri-template', '', '{a}'],
    ['date-time', '', ' '],
    ['byte', '', 'A'],
    ['json-pointer', '', '/a'],
    ['duration', 'P', '1'],
    ['ipv6', '', '0:'],
    ['regex', '', '(a'],
  ])('%s takes no time over a long text', async (format, start, piece) => {
    expect(await fits(format, `${start}${piece.repeat(1_000_000 / piece.length)} ~`)).toBe(false);
  });
});
