import { parseArgs } from 'node:util';

import type { Wishes } from './lab.ts';

/** What the command line asks for. */
export type Invocation =
  | { readonly kind: 'help' }
  | { readonly kind: 'run'; readonly names: readonly string[]; readonly wishes: Wishes }
  | { readonly kind: 'wrong'; readonly message: string };

export function readArguments(given: readonly string[], known: readonly string[]): Invocation {
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        long: { type: 'boolean' },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
      },
    });
    if (values.help) return { kind: 'help' };
    const unknown = positionals.filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      return wrong(`there is no scene "${unknown.join('", "')}"; there are ${known.join(', ')}`);
    }
    const rounds = Number(values.rounds ?? 5);
    const seconds = Number(values.seconds ?? 1);
    for (const [name, value] of [
      ['rounds', rounds],
      ['seconds', seconds],
    ] as const) {
      if (!Number.isInteger(value) || value < 1) return wrong(`--${name} takes a whole number`);
    }
    const wishes = { rounds, seconds, isLong: values.long ?? false };
    return { kind: 'run', names: positionals, wishes };
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

/** The name of all scenes of replicas together. */
export const allReplicas = 'replicas';

/** Without names the usual ones: those of replicas are played where they are asked for. */
export function chooseByName<T extends { readonly name: string }>(
  { usual, replicas }: { readonly usual: readonly T[]; readonly replicas: readonly T[] },
  names: readonly string[],
): readonly T[] {
  if (names.length === 0) return usual;
  const isNamed = ({ name }: T): boolean => names.includes(name);
  return [
    ...usual.filter(isNamed),
    ...(names.includes(allReplicas) ? replicas : replicas.filter(isNamed)),
  ];
}

function wrong(message: string): Invocation {
  return { kind: 'wrong', message };
}
