import { readdirSync } from 'node:fs';

// The import table of ARCHITECTURE.md. A room may import its `rooms`, and of its `types` only types. A library
// has one home, which is named below its room.
const table = {
  base: { rooms: [] },
  text: {
    rooms: ['base'],
    libraries: { 'json-text.ts': ['jsonc-parser'], 'yaml-text.ts': ['js-yaml'] },
  },
  contract: {
    rooms: ['base', 'text'],
    libraries: {
      'bodies/formats/multipart.ts': ['@fastify/busboy'],
      'bodies/formats/xml-text.ts': ['saxes'],
      'checks/*.ts': ['ajv', 'ajv-formats'],
      'checks/patterns/*.ts': ['@eslint-community/regexpp', 're2js'],
      'overlay/json-path.ts': ['json-p3'],
    },
  },
  store: {
    rooms: ['base', 'text'],
    libraries: {
      'database.ts': ['lowdb'],
      'shared/redis-steps.ts': ['@redis/client'],
      'tables/ordered.ts': ['sorted-btree'],
    },
  },
  pipeline: {
    rooms: ['base', 'contract'],
    types: ['behaviors', 'store'],
  },
  behaviors: {
    rooms: ['base'],
    types: ['contract', 'pipeline', 'store'],
    // Any room may ask the reader of schemas; plan and behaviours share the conventions of lists.
    open: ['contract/schema', 'contract/plan/lists/conventions'],
    libraries: {
      'values/fakers.ts': ['@faker-js/faker'],
      'values/patterns/*.ts': ['@eslint-community/regexpp'],
    },
  },
  traffic: { rooms: ['base', 'pipeline'], types: ['contract', 'store'] },
  control: { rooms: ['base'], types: ['pipeline', 'store', 'traffic'] },
  http: { rooms: ['base', 'pipeline'], libraries: { '{app,mountable}.ts': ['express'] } },
  server: {
    rooms: [
      'base',
      'text',
      'contract',
      'store',
      'pipeline',
      'behaviors',
      'traffic',
      'control',
      'http',
      'mcp',
    ],
  },
  library: {
    rooms: ['base', 'store', 'server'],
    types: ['control', 'traffic'],
    open: ['traffic/wire-names.ts', 'traffic/expectations/unmet.ts'],
  },
  command: { rooms: ['base', 'traffic', 'server', 'mcp'], types: ['contract', 'store'] },
  client: {
    rooms: ['base'],
    types: ['control', 'store', 'traffic', 'library'],
    open: ['traffic/wire-names.ts', 'traffic/expectations/unmet.ts'],
  },
  mcp: {
    rooms: ['base', 'text', 'client'],
    libraries: { 'sdk.ts': ['@modelcontextprotocol/server'], 'vite.config.ts': ['vite'] },
  },
  testing: {
    rooms: ['base', 'library', 'command', 'client'],
    types: ['server'],
    // Which options name files.
    open: ['server/options/options.ts'],
    libraries: {
      'vitest/*.ts': ['vitest'],
      'playwright/*.ts': ['@playwright/test'],
      'testcontainers/*.ts': ['testcontainers'],
    },
  },
};

const message = 'see the import table in ARCHITECTURE.md';
const platform = ['**', '!node:*', '!node:*/*', '!.*/**'];

const browserLibraries = [
  '**',
  '!preact',
  '!preact/**',
  '!@codemirror/*',
  '!@lezer/highlight',
  '!swagger-ui-dist/**',
  '!.*/**',
];

// A later override replaces an earlier one: the rooms come first, the homes of libraries after them.
const importRules = [
  restrict('src/*.ts', [{ group: platform, message }]),
  ...Object.entries(table).flatMap(([room, { rooms, types = [], open = [], libraries = {} }]) => {
    const closed = Object.keys(table).filter(
      (other) => other !== room && !rooms.includes(other) && !types.includes(other),
    );
    const base = [
      { regex: `^(\\.\\./)+(${closed.join('|')})/`, message },
      ...(types.length === 0
        ? []
        : [
            {
              regex: `^(\\.\\./)+(${types.flatMap((other) => placesIn(other, open)).join('|')})`,
              message,
              allowTypeImports: true,
            },
          ]),
    ];
    return [
      restrict(`src/${room}/**/*.ts`, [...base, { group: platform, message }]),
      ...Object.entries(libraries).map(([file, names]) => {
        const homes = names.flatMap((name) => [`!${name}`, `!${name}/**`]);
        return restrict(`src/${room}/${file}`, [
          ...base,
          { group: [...platform, ...homes], message },
        ]);
      }),
    ];
  }),
  // The console is a client of the control API: it knows no other room, from whatever depth.
  restrict('src/console/*.{ts,tsx}', [{ regex: '^\\.\\./', message }]),
  ...[1, 2].map((depth) =>
    restrict(`src/console/${'*/'.repeat(depth)}*.{ts,tsx}`, [
      { regex: `^${'\\.\\./'.repeat(depth + 1)}`, message },
      { group: browserLibraries, message },
    ]),
  ),
];

/** A room, or what is in it, where a part of it is open. */
function placesIn(place, open) {
  if (open.includes(place)) return [];
  if (!open.some((subroom) => subroom.startsWith(`${place}/`))) return [`${place}(/|$)`];
  const names = readdirSync(new URL(`src/${place}/`, import.meta.url));
  return names.flatMap((name) => placesIn(`${place}/${name}`, open));
}

function restrict(files, patterns) {
  return { files: [files], rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

// What Jest's jsdom lacks, or has in a form of its own. `node:timers` and `node:util` have them everywhere.
const globals = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'structuredClone',
  'TextDecoder',
  'TextEncoder',
].map((name) => ({
  name,
  message: "take it from a module of Node, since Jest's jsdom has none or another",
}));
const loadedByMocks =
  'base,text,contract,store,pipeline,behaviors,traffic,control,http,server,library';

export default {
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'node', 'promise'],
  categories: {
    correctness: 'error',
    suspicious: 'error',
    perf: 'error',
  },
  env: {
    builtin: true,
    node: true,
  },
  // The examples are projects of their own, with packages that are not installed here.
  ignorePatterns: ['dist', '/coverage', 'examples'],
  rules: {
    'typescript/consistent-return': 'off',
    'oxc/no-map-spread': 'off',
    'promise/no-callback-in-promise': 'off',
    complexity: ['error', 16],
    'max-lines': [
      'error',
      {
        max: 300,
        skipBlankLines: false,
        skipComments: false,
      },
    ],
    'max-lines-per-function': [
      'error',
      {
        max: 60,
      },
    ],
    'max-params': ['error', 5],
    'no-console': 'error',
    'no-await-in-loop': 'off',
    'no-underscore-dangle': 'off',
    'no-param-reassign': 'error',
    'no-shadow': 'error',
    eqeqeq: 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'import/no-cycle': [
      'error',
      {
        ignoreTypes: false,
      },
    ],
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default-member': 'off',
    'unicorn/filename-case': [
      'error',
      {
        case: 'kebabCase',
      },
    ],
    'unicorn/no-array-sort': 'error',
  },
  overrides: [
    ...importRules,
    {
      files: [`src/{${loadedByMocks}}/**/*.ts`],
      // Tests hold the delays of faults by the global timers.
      excludeFiles: ['src/http/replies/deliver.ts'],
      rules: { 'no-restricted-globals': ['error', ...globals] },
    },
    {
      files: ['**/*.test.ts', '**/*.test-kit.ts', 'tests/**', 'contract/**', 'bench/**'],
      rules: {
        'no-restricted-imports': 'off',
        'no-restricted-globals': 'off',
        'max-lines-per-function': 'off',
        'typescript/no-floating-promises': 'error',
        'unicorn/consistent-function-scoping': 'off',
      },
    },
    {
      files: [
        '*.config.ts',
        '*.config.js',
        '**/vite.config.ts',
        'contract/vitest.config.ts',
        '**/vitest.*.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['src/index.ts', 'src/client/index.ts', 'src/testing/*/index.ts'],
      rules: { 'oxc/no-barrel-file': 'off' },
    },
    {
      // Written by a command.
      files: ['src/client/control-types.ts'],
      rules: { 'max-lines': 'off' },
    },
  ],
};
