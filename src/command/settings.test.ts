import { describe, expect, test } from 'vitest';

import { parseInvocation } from './invocation.ts';
import { UsageError } from './usage-error.ts';

function durabilityOf(line: string, env: Readonly<Record<string, string>>): string {
  return parseInvocation(line.split(' ').filter(Boolean), env).settings.durability;
}

describe('durability', () => {
  const kept = { STUNTDOUBLE_EPHEMERAL: 'off' };
  const ephemeral = { STUNTDOUBLE_EPHEMERAL: 'on' };
  const flush = { STUNTDOUBLE_DURABILITY: 'flush' };
  const memory = { STUNTDOUBLE_DURABILITY: 'memory' };

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['', {}, 'sync'],
    ['--durability flush', {}, 'flush'],
    ['--durability memory', {}, 'memory'],
    ['--ephemeral', {}, 'memory'],
    ['--no-ephemeral', {}, 'sync'],
    ['--no-ephemeral --durability flush', {}, 'flush'],
    ['--ephemeral --durability memory', {}, 'memory'],
    ['', flush, 'flush'],
    ['', ephemeral, 'memory'],
    ['', kept, 'sync'],
    ['', { ...kept, ...flush }, 'flush'],
    ['', { ...ephemeral, ...memory }, 'memory'],
    // Arguments win.
    ['--durability sync', flush, 'sync'],
    ['--durability sync', ephemeral, 'sync'],
    ['--durability memory', kept, 'memory'],
    ['--ephemeral', flush, 'memory'],
    ['--no-ephemeral', memory, 'sync'],
    ['--no-ephemeral', ephemeral, 'sync'],
  ])('%s %o is %s', (line, env, expected) => {
    expect(durabilityOf(line, env)).toBe(expected);
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['--ephemeral --durability flush', {}, '--ephemeral and --durability flush contradict'],
    ['--no-ephemeral --durability memory', {}, '--no-ephemeral and --durability memory contradict'],
    [
      '',
      { ...ephemeral, ...flush },
      'STUNTDOUBLE_EPHEMERAL and STUNTDOUBLE_DURABILITY flush contradict',
    ],
    ['', { STUNTDOUBLE_DURABILITY: 'no' }, 'STUNTDOUBLE_DURABILITY must be one of sync, flush'],
  ])('%s %o is refused', (line, env, expected) => {
    expect(() => durabilityOf(line, env)).toThrow(UsageError);
    expect(() => durabilityOf(line, env)).toThrow(expected);
  });
});

describe('the prefix of the control API', () => {
  test.each([
    ['', {}, '/_mock'],
    ['--control-prefix /ctl', {}, '/ctl'],
    ['', { STUNTDOUBLE_CONTROL_PREFIX: '/a/b' }, '/a/b'],
  ])('%s %o is %s', (line, env, expected) => {
    const { settings } = parseInvocation(line.split(' ').filter(Boolean), env);
    expect(settings.controlPrefix).toBe(expected);
  });

  test('is no other text', () => {
    const parse = () => parseInvocation(['--control-prefix', '/'], {});
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow('--control-prefix must be a path such as /_mock or /admin/mock');
  });
});

describe('what no operation matches', () => {
  test.each(['404', 'http://127.0.0.1:3000', 'https://api.example.com/v1/'])(
    'goes to %s',
    (text) => {
      expect(parseInvocation(['--unmatched', text], {}).settings.unmatched).toBe(text);
    },
  );

  test.each([
    '405',
    'localhost:3000',
    'ftp://a',
    'http://u:p@a',
    'http://a?b',
    'http://a#b',
    'http://',
  ])('can not go to %s', (text) => {
    const parse = () => parseInvocation([], { STUNTDOUBLE_UNMATCHED: text });
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(/^STUNTDOUBLE_UNMATCHED must be 404, or a URL such as/);
  });
});

describe.each(['--unmatched', '--host', '--allow-host', '--trust-proxy', '--cors-origin'])(
  'a fault of %s',
  (option) => {
    test.each([
      ['ann:Zq7@host', '…@host'],
      ['//ann:Zq7@host', '//…@host'],
      ['https://ann:Zq7/Zq7@host', '@host'],
    ])('does not show the user of %s', (text, shown) => {
      const read = () => parseInvocation([option, text], {});
      expect(read).toThrow(UsageError);
      expect(read).toThrow(shown);
      expect(read).not.toThrow('Zq7');
    });
  },
);

describe('the pages and hosts that are let in', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[], readonly string[]]>([
    ['', {}, [], []],
    ['--cors-origin https://a.example', {}, ['https://a.example'], []],
    ['--cors-origin * --cors-origin null', {}, ['*', 'null'], []],
    ['', { STUNTDOUBLE_CORS_ORIGIN: 'http://a.example:1' }, ['http://a.example:1'], []],
    ['', { STUNTDOUBLE_CORS_ORIGIN: ' app://a,  null ' }, ['app://a', 'null'], []],
    ['--cors-origin null', { STUNTDOUBLE_CORS_ORIGIN: 'app://a' }, ['null'], []],
    ['--allow-host a --allow-host *.b', {}, [], ['a', '*.b']],
    ['', { STUNTDOUBLE_ALLOW_HOST: 'a.example b.example' }, [], ['a.example', 'b.example']],
  ])('%s %o are %o and %o', (line, env, corsOrigin, allowHost) => {
    const { settings } = parseInvocation(line.split(' ').filter(Boolean), env);
    expect(settings).toMatchObject({ corsOrigin, allowHost });
  });

  test('a fault names the variable that it is in', () => {
    const env = { STUNTDOUBLE_CORS_ORIGIN: 'https://a.example b.example' };
    expect(() => parseInvocation([], env)).toThrow(UsageError);
    expect(() => parseInvocation([], env)).toThrow(
      /^STUNTDOUBLE_CORS_ORIGIN must be an origin .*not "b\.example"$/,
    );
  });
});

describe('bytes in flight', () => {
  test.each<[string, Readonly<Record<string, string>>, number | undefined]>([
    ['', {}, 134_217_728],
    ['--max-bytes-in-flight 268435456', {}, 268_435_456],
    ['', { STUNTDOUBLE_MAX_BYTES_IN_FLIGHT: '17179869184' }, 17_179_869_184],
  ])('%s %o is %s', (line, env, expected) => {
    const { settings } = parseInvocation(line.split(' ').filter(Boolean), env);
    expect(settings.maxBytesInFlight).toBe(expected);
  });

  test.each(['0', 'many', '128MB', '-1'])('can not be %s', (given) => {
    const read = (): unknown => parseInvocation([`--max-bytes-in-flight=${given}`], {});
    expect(read).toThrow(UsageError);
    expect(read).toThrow('--max-bytes-in-flight must be a whole number from 1 to');
  });
});

describe('variables that a command does not have', () => {
  test.each<[line: string, env: Readonly<Record<string, string>>]>([
    ['check', { PORT: 'none' }],
    ['check', { STUNTDOUBLE_PORT: 'none' }],
    ['reset', { STUNTDOUBLE_AUTH: 'none' }],
    ['report', { STUNTDOUBLE_MAX_WORLDS: 'none' }],
    ['serve', { STUNTDOUBLE_FAIL_ON: 'none' }],
    // These have no variable.
    ['seed', { STUNTDOUBLE_COUNT: 'none', STUNTDOUBLE_OUT: 'none' }],
    ['plan', { STUNTDOUBLE_JSON: 'none' }],
  ])('count for nothing: %s %o', (line, env) => {
    expect(parseInvocation([line], env)).toEqual(parseInvocation([line], {}));
  });
});

describe('the server that runs', () => {
  const env = { STUNTDOUBLE_URL: 'http://127.0.0.1:1' };

  test.each<[line: string, url: readonly string[]]>([
    ['report', ['http://127.0.0.1:1']],
    ['report --url http://127.0.0.1:2', ['http://127.0.0.1:2']],
    // `run` sets the variable, also for programs that start a server of their own.
    ['mcp', []],
    ['mcp my-api.yaml --port 4010', []],
    ['mcp --url http://127.0.0.1:2', ['http://127.0.0.1:2']],
    ['seed --count items=1', []],
    ['seed items.json --url http://127.0.0.1:2', ['http://127.0.0.1:2']],
  ])('%s asks %o', (line, url) => {
    expect(parseInvocation(line.split(' '), env).settings.url).toEqual(url);
  });

  test.each<[line: string, leftOut: string]>([
    ['mcp my-api.yaml --url http://127.0.0.1:2', 'my-api.yaml'],
    ['mcp --url http://127.0.0.1:2 --port 4010', '--port'],
    ['mcp a.yaml b.yaml --url http://127.0.0.1:2 --no-cors', 'a.yaml, b.yaml, --no-cors'],
  ])('%s is refused', (line, leftOut) => {
    const parse = () => parseInvocation(line.split(' '), {});
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(`no contract and no options of serving: leave out ${leftOut}`);
  });

  test('has its own contract and options, whatever variables say of others', () => {
    const others = { STUNTDOUBLE_CONTRACT: 'a.yaml', STUNTDOUBLE_PORT: '1' };
    const line = 'mcp --url http://127.0.0.1:2 --control-token abc --control-prefix /ctl';
    const { settings } = parseInvocation(line.split(' '), others);
    expect(settings).toMatchObject({ url: ['http://127.0.0.1:2'], controlPrefix: '/ctl' });
  });
});

describe('an option without its value', () => {
  test.each(['serve --data=', 'serve --overlay=', 'report --url=', 'seed --out='])('%s', (line) => {
    const parse = () => parseInvocation(line.split(' '), {});
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(/^--\w+ needs a value$/);
  });
});

describe('defaults that are those of a command', () => {
  test.each([
    ['serve', { port: 4010, log: 'human', durability: 'sync', data: '.stuntdouble' }],
    ['run -- x', { port: 0, log: 'silent', durability: 'memory', data: '.stuntdouble' }],
    ['run --data kept -- x', { port: 0, log: 'silent', durability: 'sync', data: 'kept' }],
  ])('%s', (line, settings) => {
    expect(parseInvocation(line.split(' '), {}).settings).toMatchObject(settings);
  });
});

describe('limits of visitors', () => {
  const read = (line: string, env = {}): unknown =>
    parseInvocation(line.split(' ').filter(Boolean), env);

  test.each([['--visitor-records 5'], ['--visitor-requests 5']])(
    '%s is refused where no browser has a world of its own',
    (line) => {
      expect(() => read(line)).toThrow(UsageError);
      expect(() => read(line)).toThrow(`${line.split(' ')[0]} is a limit of --visitor-worlds`);
      expect(() => read(`${line} --visitor-worlds`)).not.toThrow();
      expect(() => read(line, { STUNTDOUBLE_VISITOR_WORLDS: 'on' })).not.toThrow();
    },
  );

  test('in variables may be there for other servers', () => {
    expect(() => read('', { STUNTDOUBLE_VISITOR_RECORDS: '5' })).not.toThrow();
  });
});
