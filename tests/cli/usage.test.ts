import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { run, serve } from './run-stuntdouble.ts';
import { createTestFolder } from './temporary-folder.ts';

const packageFile = join(import.meta.dirname, '..', '..', 'package.json');

describe.concurrent('bad usage is told with a hint, and exit code 2', () => {
  test.each<[name: string, args: readonly string[], message: string | RegExp]>([
    ['an unknown option', ['--bogus'], 'there is no option --bogus'],
    ['a misspelt option', ['--wach'], 'there is no option --wach; did you mean --watch?'],
    ['an option without its value', ['--port'], '--port needs a value'],
    [
      'a value that begins with a dash',
      ['--journal', '-1'],
      /^--journal lacks.* --journal=<value>$/,
    ],
    ['a value that is negative', ['--journal=-1'], /^--journal must be a whole number from 0/],
    [
      'a value for a switch',
      ['--watch=yes'],
      '--watch takes no value: write --watch or --no-watch',
    ],
    [
      'a value behind a switch',
      ['--control', 'off'],
      '--control takes no value: write --control or --no-control',
    ],
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
      '--control is an option of "serve", "run", "mcp", not of "report"',
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
      '--port is an option of "serve", "run", "mcp", not of "check"',
    ],
    [
      '--no-cors with reset',
      ['reset', '--no-cors'],
      '--cors is an option of "serve", "run", "mcp", not of "reset"',
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
    const command = /^[a-z]+$/.test(args[0] ?? '') ? `${args[0]} ` : '';
    expect({ code, stdout, hint, rest }).toEqual({
      code: 2,
      stdout: '',
      hint: `See stuntdouble ${command}--help`,
      rest: [''],
    });
    expect(first).toMatch(/^stuntdouble: /);
    const told = first.replace('stuntdouble: ', '');
    if (typeof message === 'string') expect(told).toBe(message);
    else expect(told).toMatch(message);
  });
});

describe('--help', () => {
  test('of a command has its options, also where other arguments are wrong', async () => {
    const args = ['check', '--port', '1', '--help'];
    const env = { STUNTDOUBLE_FIXTURES: '' };
    const { code, stdout, stderr } = await run(args, { env });

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Check contract, fixtures and scenarios/);
    expect(stdout).toContain('  --fixtures <folder>');
    expect(stdout).not.toContain('--port');
  });

  test.each([['--help'], ['-h'], ['help']])('%s names every command', async (arg) => {
    const { code, stdout } = await run([arg]);

    expect(code).toBe(0);
    expect(stdout).toContain('stuntdouble <command> --help');
    for (const command of ['serve', 'run', 'check', 'seed', 'plan', 'report', 'reset'])
      expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  });
});

describe('what users of Prism type', () => {
  test('serves, and what has no use is told in a line', async () => {
    const args = ['mock', 'openapi.yaml', '-p', '0', '-h', '127.0.0.1', '-d', '-m', '--errors'];
    const cwd = await createTestFolder({ 'openapi.yaml': prismContract });
    const server = await serve([...args, '--port', '0'], { cwd });

    const reply = await fetch(`${server.url}/status`);
    expect(await reply.json()).toEqual({ size: 3 });
    expect(server.stderr()).toBe(
      'stuntdouble: --multiprocess is left out: one process answers all requests\n' +
        'stuntdouble: --errors is left out: requests and replies are always held to the contract\n',
    );
  });

  test.each<[args: string, message: string]>([
    [
      'proxy api.yaml https://api.example',
      'there is no command "proxy", because Stuntdouble answers what is in the contract itself; to forward the rest, type stuntdouble api.yaml --unmatched https://api.example',
    ],
    [
      'start',
      'there is no command "start", and no file of that name: did you mean stuntdouble serve?',
    ],
    [
      'servee a.yaml',
      'there is no command "servee", and no file of that name: did you mean stuntdouble serve?',
    ],
    [
      'banana',
      'there is no command "banana", and no file of that name: the commands are serve, run, init, check, seed, plan, types, mcp, reset, report, and a contract is a file, a folder or a URL',
    ],
    ['run --junit=x.xml -- true', 'there is no option --junit: write --format junit=x.xml'],
    ['report --markdown', 'there is no option --markdown: write --format markdown'],
    ['report --json=x.json', '--json is an option of "plan": write --format json=x.json'],
    ['report --json', '--json is an option of "plan": write --format json'],
    [
      'report --html=x.html',
      'there is no option --html: a report can be --format markdown, json, junit, github or table',
    ],
    ['check --errors', 'there is no option --errors of "check"'],
    ['--all', '--all goes with --help: it tells of every option'],
  ])('%s is refused with what to type', async (args, message) => {
    const { code, stderr } = await run(args.split(' '));
    expect(code).toBe(2);
    expect(stderr.split('\n', 1)[0]).toBe(`stuntdouble: ${message}`);
  });

  test('a folder of the name of no command is a contract', async () => {
    const cwd = await createTestFolder({ 'start/openapi.yaml': prismContract });
    const server = await serve(['start'], { cwd });
    expect((await fetch(`${server.url}/status`)).status).toBe(200);
  });
});

const prismContract = `openapi: 3.1.0
info: { title: Status, version: 1.0.0 }
paths:
  /status:
    get:
      responses:
        '200':
          description: It.
          content:
            application/json:
              schema:
                type: object
                required: [size]
                properties: { size: { enum: [3] } }
              example: { size: 3, more: 1 }
`;

test('-v prints the version', async () => {
  const { version }: { version: string } = JSON.parse(await readFile(packageFile, 'utf8'));

  expect(await run(['-v'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
});
