import type { CommandName } from '../server/options/commands.ts';
import type { OptionValues } from '../server/options/option-values.ts';

/** What the help of a command says besides its options. */
export interface HelpPage {
  /** One line: the list of commands has it, too. */
  readonly purpose: string;
  readonly usage: readonly string[];
  readonly examples: readonly (readonly [line: string, does: string])[];
  /** The options that matter first; undefined: all that the command has. */
  readonly first?: readonly (keyof OptionValues)[];
  readonly remarks?: readonly string[];
}

export const helpPages: Readonly<Record<CommandName, HelpPage>> = {
  serve: {
    purpose: 'Serve the contract until stopped (the usual command).',
    usage: ['stuntdouble [serve] [contract…] [options]'],
    examples: [
      ['stuntdouble openapi.yaml', 'a file, or its folder'],
      ['stuntdouble https://api.example/openapi.json', 'a URL'],
      ['cat openapi.yaml | stuntdouble -', 'the standard input'],
      ['stuntdouble openapi.yaml -p 8080 --watch', 'load it again when it changes'],
      ['stuntdouble', 'the one here, or the shipped one'],
    ],
    first: [
      'port',
      'host',
      'fixtures',
      'scenario',
      'data',
      'reset',
      'ephemeral',
      'stateless',
      'ignoreExamples',
      'seed',
      'auth',
      'cors',
      'log',
      'watch',
      'unmatched',
    ],
  },
  run: {
    purpose: 'Serve it while a command runs, report, and exit as that did.',
    usage: ['stuntdouble run [contract…] [options] -- <command> [argument…]'],
    examples: [
      ['stuntdouble run openapi.yaml -- npm test', 'asks $STUNTDOUBLE_URL'],
      ['stuntdouble run --fail-on violations -- npm test', 'fail on wrong requests'],
      ['stuntdouble run --format junit=junit.xml -- npm test', 'a report for CI'],
    ],
    first: [
      'fixtures',
      'scenario',
      'data',
      'port',
      'log',
      'format',
      'failOn',
      'minCoverage',
      'baseline',
      'writeBaseline',
    ],
    remarks: [
      'Unless told otherwise, run takes any free port, logs nothing and keeps nothing, and leaves PORT to the command. Exit codes: that of the command; where that is 0, that of the report: 3 violations, 4 unmatched requests, 5 breach, 6 too little coverage, 7 undeclared query parameters; where that would be 0, too, 1 if gates have no request to judge.',
    ],
  },
  init: {
    purpose: 'Begin: write fixtures, a scenario, a test and a script.',
    usage: ['stuntdouble init [contract] [options]'],
    examples: [
      ['stuntdouble init', 'for the contract that is found here'],
      ['stuntdouble init api/shop.yaml', 'for this one'],
    ],
    remarks: [
      'It finds openapi.*, swagger.* or api.* here, or in api/, docs/, spec/ and the like, else the one contract of another name there, or copies the contract of the package. It tells of each file, and never overwrites one.',
    ],
  },
  check: {
    purpose: 'Check contract, fixtures and scenarios, and try what would be sent.',
    usage: ['stuntdouble check [contract…] [options]'],
    examples: [
      ['stuntdouble check openapi.yaml', 'with the fixtures beside it'],
      ['stuntdouble check orders.yaml users.yaml', 'several that are served together'],
    ],
    remarks: ['Exit codes: 0 clean, 1 findings, 2 usage.'],
  },
  seed: {
    purpose: 'Make more records; add them to the state, a folder or a server.',
    usage: [
      'stuntdouble seed [contract…] --count <collection=number> [options]',
      'stuntdouble seed <records.json…> --url <server> [options]',
    ],
    examples: [
      ['stuntdouble seed openapi.yaml --count orders=100', 'into the state'],
      ['stuntdouble seed openapi.yaml --count orders=9 --out f', 'as fixtures'],
      ['stuntdouble seed orders.json --url http://127.0.0.1:4010', 'a server'],
    ],
    first: ['count', 'out', 'url', 'world', 'data', 'fixtures', 'seed', 'locale', 'controlToken'],
  },
  plan: {
    purpose: 'Tell what each operation does, and to which records.',
    usage: ['stuntdouble plan [contract…] [options]'],
    examples: [
      ['stuntdouble plan openapi.yaml', 'as a table'],
      ['stuntdouble plan openapi.yaml --json', 'for programs'],
    ],
  },
  types: {
    purpose: 'Write the types of the contract, for tests in TypeScript.',
    usage: ['stuntdouble types [contract…] [options]'],
    examples: [
      ['stuntdouble types openapi.yaml -o mock.d.ts', 'after each change of it'],
      ['stuntdouble types openapi.yaml', 'prints them'],
      ['stuntdouble types b.yaml -o b.d.ts --no-register', 'of a second contract'],
    ],
  },
  mcp: {
    purpose: 'Let an agent use the server (Model Context Protocol, on stdio).',
    usage: ['stuntdouble mcp [contract…] [options]', 'stuntdouble mcp --url <server> [options]'],
    examples: [
      ['stuntdouble mcp openapi.yaml', 'a server of its own'],
      ['stuntdouble mcp --url http://127.0.0.1:4010', 'one that runs'],
    ],
    first: ['url', 'port', 'fixtures', 'scenario', 'data', 'controlToken'],
    remarks: ['The server stops with the agent. A running server has it at /_mock/mcp, too.'],
  },
  report: {
    purpose: 'Tell what was tried of the contract, and what was done wrong.',
    usage: [
      'stuntdouble report --url <server> [options]',
      'stuntdouble report <report.json…> [options]',
    ],
    examples: [
      ['stuntdouble report --url http://127.0.0.1:4010', 'of a server that runs'],
      ['stuntdouble report one.json two.json', 'of several runs together'],
      ['stuntdouble report --url … --fail-on violations', 'fail on wrong requests'],
    ],
    first: [
      'url',
      'format',
      'failOn',
      'minCoverage',
      'baseline',
      'writeBaseline',
      'controlToken',
      'controlPrefix',
    ],
    remarks: [
      'Exit codes: 0 all is well, 1 no report could be made, 2 usage, else the first that applies: 3 violations, 4 unmatched requests, 5 breach, 6 too little coverage, 7 undeclared query parameters. Where all gates are met, but have no request to judge, 1.',
    ],
  },
  reset: {
    purpose: 'Put the saved state aside: the next start is from the fixtures.',
    usage: ['stuntdouble reset [options]'],
    examples: [['stuntdouble reset', 'the state in .stuntdouble']],
    remarks: ['To reset a server that runs, send it POST /_mock/reset.'],
  },
};

/** The options that the help of all commands shows. */
export const mostUsed: readonly (keyof OptionValues)[] = [
  'port',
  'host',
  'fixtures',
  'scenario',
  'ephemeral',
  'watch',
  'log',
];
