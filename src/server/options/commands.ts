/** Defaults that are not those of the table. */
export const otherDefaults = {
  // A server that stops with its command is in no one's way. With a named data folder, `run` keeps
  // the state as `serve` does.
  run: { port: 0, log: 'silent', durability: 'memory' },
  mcp: { port: 0, log: 'silent', durability: 'memory' },
  // In memory only.
  library: { data: undefined },
} as const;

/** Options without a variable: they make sense for one call only. */
export const argumentsOnly: readonly string[] = [
  'count',
  'world',
  'out',
  'output',
  'register',
  'json',
  'list',
  'writeBaseline',
];

export type CommandName = (typeof commandNames)[number];
export const commandNames = [
  'serve',
  'run',
  'init',
  'check',
  'seed',
  'plan',
  'types',
  'mcp',
  'reset',
  'report',
] as const;
