import { describe, expect, test } from 'vitest';

import { parseInvocation } from './invocation.ts';
import { readPrismArguments } from './prism-arguments.ts';

function read(line: string): string {
  return readPrismArguments(line.split(' ').filter(Boolean)).argv.join(' ');
}

describe('as users of Prism type it', () => {
  test.each<[typed: string, plain: string]>([
    ['mock -p 8080 api.yaml', 'mock --port 8080 api.yaml'],
    ['-p8080', '--port 8080'],
    ['-p=8080', '--port 8080'],
    ['-p', '--port'],
    ['-h 0.0.0.0 api.yaml', '--host 0.0.0.0 api.yaml'],
    ['-h ::', '--host ::'],
    ['-h=localhost', '--host localhost'],
    ['-d', '--ignore-examples'],
    ['--dynamic', '--ignore-examples'],
    ['-d false api.yaml', '--no-ignore-examples api.yaml'],
    ['--no-dynamic', '--no-ignore-examples'],
    ['--ignoreExamples', '--ignore-examples'],
    ['--ignoreExamples=false', '--no-ignore-examples'],
    ['--cors=false', '--no-cors'],
    ['--cors true', '--cors'],
    ['--seed x', '--seed x'],
    ['--onBreach warn', '--on-breach warn'],
    ['-v silent', '--log silent'],
    ['--verboseLevel=silent', '--log silent'],
    ['-dm', '--ignore-examples'],
    ['-m false api.yaml', 'api.yaml'],
    ['--multiprocess --errors --json-schema-faker-fillProperties', ''],
    ['-v debug', ''],
    ['--verbose-level warn', ''],
    ['run -p 1 -- x -p 2 -d --errors', 'run --port 1 -- x -p 2 -d --errors'],
  ])('%s: %s', (typed, plain) => {
    expect(read(typed)).toBe(plain);
  });

  test.each(['--watch=yes', '--no-port', '--Cors', '-x', '--errorss', '--seed=--errors'])(
    'nothing else changes: %s',
    (typed) => {
      expect(read(typed)).toBe(typed);
    },
  );

  test.each<[typed: string, notes: readonly string[]]>([
    ['-m', ['--multiprocess is left out: one process answers all requests']],
    ['--errors', ['--errors is left out: requests and replies are always held to the contract']],
    ['-v debug', ['--verbose-level is left out: take --log human, json or silent']],
    [
      '--json-schema-faker-fillProperties',
      [
        '--json-schema-faker-fill-properties is left out: made-up objects have the members that their schemas name',
      ],
    ],
    ['-v silent -d -p 1', []],
  ])('%s has a line that says what became of it', (typed, notes) => {
    expect(parseInvocation(typed.split(' '), {}).notes).toEqual(notes);
  });
});

describe('-h and -v without a value are help and version', () => {
  test.each<[line: string, wants: string, command?: string]>([
    ['-h', 'help'],
    ['mock api.yaml -h', 'help', 'serve'],
    ['-h check', 'help', 'check'],
    ['-h api.yaml', 'help'],
    ['-h --port 1', 'help'],
    ['help', 'help'],
    ['help mock', 'help', 'serve'],
    ['check -h', 'help', 'check'],
    ['-v', 'version'],
    ['-v api.yaml', 'version'],
    ['version', 'version'],
    ['mock -h 0.0.0.0', 'run'],
    ['-v info', 'run'],
  ])('%s: %s of %s', (line, wants, command) => {
    const invocation = parseInvocation(line.split(' '), {});
    expect(invocation.wants).toBe(wants);
    if (wants === 'help') expect(invocation.topic.command).toBe(command);
  });
});

test('mock serves', () => {
  expect(parseInvocation(['mock', 'api.yaml', '-p', '1'], {})).toMatchObject({
    command: 'serve',
    settings: { contract: ['api.yaml'], port: 1 },
  });
});
