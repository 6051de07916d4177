import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { run } from './run-stuntdouble.ts';

const packageFile = join(import.meta.dirname, '..', '..', 'package.json');

describe.concurrent('bad usage is told with a hint, and exit code 2', () => {
  test.each<[name: string, args: readonly string[], message: string | RegExp]>([
    ['an unknown option', ['--bogus'], 'there is no option --bogus'],
    ['a misspelt option', ['--wach'], 'there is no option --wach; did you mean --watch?'],
    ['an option without its value', ['--port'], /--port.*missing/],
    [
      'a value that begins with a dash',
      ['--journal', '-1'],
      /^--journal lacks.* --journal=<value>$/,
    ],
    ['a value that is negative', ['--journal=-1'], /^--journal must be a whole number from 0/],
    ['a value for a switch', ['--watch=yes'], /--watch.*does not take an argument/],
    ['a negated option that has a value', ['--no-port'], 'there is no option --no-port'],
    [
      'a port out of range',
      ['--port', '65536'],
      '--port must be a number from 0 to 65535, not "65536"',
    ],
    ['no folder', ['--allow-refs', ''], '--allow-refs needs a value'],
    ['no host', ['--host=', '--port', '0'], /^--host /],
    [
      'an unknown breach rule',
      ['--on-breach', 'no'],
      '--on-breach must be one of error, warn, not "no"',
    ],
    [
      'an unknown durability',
      ['--durability', 'forever'],
      '--durability must be one of sync, flush, memory, not "forever"',
    ],
    [
      'a state that is kept and is not',
      ['--ephemeral', '--durability', 'sync'],
      '--ephemeral and --durability sync contradict each other: leave one of them out',
    ],
    ['--durability with reset', ['reset', '--durability', 'sync'], /^--durability is an option of/],
    [
      'an unknown form of log',
      ['--log', 'xml'],
      '--log must be one of human, json, silent, not "xml"',
    ],
    [
      'an origin with a path',
      ['--cors-origin', 'https://app.example/'],
      '--cors-origin must be an origin such as https://app.example or http://10.0.0.7:5173, a pattern such as https://*.preview.example, "*", or "null" for files: scheme, host and port, without a path; not "https://app.example/"',
    ],
    [
      'a wildcard for a top-level domain',
      ['--cors-origin', 'https://*.com'],
      '--cors-origin must have at least two labels behind the asterisk, such as https://*.preview.example; "https://*.com" would allow every host below a top-level domain',
    ],
    ['an origin of nothing', ['--cors-origin='], '--cors-origin needs a value'],
    [
      'a host with a port',
      ['--allow-host', 'api.example:80'],
      '--allow-host must be a host name such as api.example, or *.example for all names below it, without scheme, port and path; not "api.example:80"',
    ],
    [
      'a duration without a unit',
      ['--reset-every', '30'],
      /^--reset-every must be a duration such as/,
    ],
    [
      'longer than a timer runs',
      ['--reset-every', '25d'],
      /^--reset-every must be a duration .*24d/,
    ],
    [
      'worlds that are no number',
      ['--max-worlds', 'many'],
      '--max-worlds must be a whole number from 1 to 1000000, not "many"',
    ],
    [
      'bodies that are not waited for',
      ['--body-timeout', '0s'],
      /^--body-timeout must be a duration such as 30s/,
    ],
    [
      'worlds that wait for nothing',
      ['--world-idle', '0s'],
      /^--world-idle must be a duration such as 30s/,
    ],
    [
      'a token that no header can carry',
      ['--control-token', 'schlüssel'],
      '--control-token can not be sent in a header: character 5 is not one of printable ASCII',
    ],
    [
      'a proxy that is no address',
      ['--trust-proxy', 'proxy'],
      '--trust-proxy proxy is no address or range of addresses such as 10.0.0.0/8',
    ],
    [
      '--no-control with report',
      ['report', '--no-control'],
      '--control is an option of "serve", "run", not of "report"',
    ],
    [
      'nothing to seed',
      ['seed'],
      'say what to make, such as --count items=100; with --url, files with records are added to a running server',
    ],
    ['a count that is no number', ['seed', '--count', 'pages=many'], /^--count .*not "pages=many"/],
    [
      '--port with check',
      ['check', '--port', '1'],
      '--port is an option of "serve", "run", not of "check"',
    ],
    [
      '--no-cors with reset',
      ['reset', '--no-cors'],
      '--cors is an option of "serve", "run", not of "reset"',
    ],
    ['--data with check', ['check', '--data', 'd'], /^--data is an option of .*, not of "check"/],
    [
      '--fixtures with reset',
      ['reset', '--fixtures', 'f'],
      /^--fixtures is an option of .*"reset"/,
    ],
    [
      '--count with serve',
      ['--count', 'pages=1'],
      '--count is an option of "seed", not of "serve"',
    ],
  ])('%s', async (_, args, message) => {
    const { code, stdout, stderr } = await run(args);

    const [first = '', hint, ...rest] = stderr.split('\n');
    expect({ code, stdout, hint, rest }).toEqual({
      code: 2,
      stdout: '',
      hint: 'See stuntdouble --help',
      rest: [''],
    });
    expect(first).toMatch(/^stuntdouble: /);
    const told = first.replace('stuntdouble: ', '');
    if (typeof message === 'string') expect(told).toBe(message);
    else expect(told).toMatch(message);
  });
});

const options =
  `request-faults port host fixtures data durability ephemeral stateless seed on-breach lenient
  allow-remote-refs allow-refs auth unknown-query query-preferences cors cors-origin allow-host log watch reset-every
  control control-token trust-proxy control-prefix unmatched max-worlds world-idle body-timeout count out help version`.split(
    /\s+/,
  );

describe('--help', () => {
  test('names every command and every option', async () => {
    const { code, stdout, stderr } = await run(['check', '--help']);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const command of ['serve', 'run', 'check', 'seed', 'reset'])
      expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    for (const option of options) expect(stdout).toMatch(new RegExp(`^ .*--${option}\\b`, 'm'));
    expect(stdout).toContain('STUNTDOUBLE_');
    expect(stdout).toContain('which a variable names: STUNTDOUBLE_CONTROL_TOKEN_FILE.');
    expect(stdout).toContain('(on; --no-control)');
    expect(stdout).toContain('stuntdouble [serve] [contract…]');
  });

  test('fits a hundred columns', async () => {
    const { stdout } = await run(['--help']);

    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });
});

test('-v prints the version', async () => {
  const { version }: { version: string } = JSON.parse(await readFile(packageFile, 'utf8'));

  expect(await run(['-v'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
});
