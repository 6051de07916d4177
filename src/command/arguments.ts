import { findNear } from '../base/nearest.ts';
import type { Values } from './settings/given.ts';
import { UsageError } from './usage-error.ts';

// Starts faster than an `import`, which loads all parts of `node:util`.
const { parseArgs } = process.getBuiltinModule('node:util');

interface Arguments {
  readonly values: Values;
  readonly operands: readonly string[];
  /** The unparsed arguments after `--`. */
  readonly behind: readonly string[];
}

/** An option without a placeholder is a switch. */
interface KnownOption {
  readonly name: string;
  readonly placeholder: string | undefined;
  readonly isRepeatable: boolean;
}

export function parseArguments(argv: readonly string[], known: readonly KnownOption[]): Arguments {
  const declared = known.map(({ name, placeholder, isRepeatable }) => [
    name,
    {
      type: placeholder === undefined ? 'boolean' : 'string',
      multiple: isRepeatable,
    } as const,
  ]);
  const options = {
    ...Object.fromEntries(declared),
    help: { type: 'boolean', short: 'h', multiple: false },
    version: { type: 'boolean', short: 'v', multiple: false },
  } as const;
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...argv],
      options,
      allowPositionals: true,
      allowNegative: true,
      tokens: true,
    });
    const dashes = tokens.find(({ kind }) => kind === 'option-terminator');
    const behind = dashes ? argv.slice(dashes.index + 1) : [];
    return { values, operands: positionals.slice(0, positionals.length - behind.length), behind };
  } catch (error) {
    throw new UsageError(explainParseError(error, known));
  }
}

/** Keeps only the first sentence: the parser's messages continue with advice on positionals. */
function explainParseError(error: unknown, known: readonly KnownOption[]): string {
  const text = error instanceof Error ? error.message : String(error);
  const [sentence = text] = text.split(/\.(?: |\n)/, 1);
  const ambiguous = /^Option '(?:-\w, )?(--[^' ]+)' argument is ambiguous/.exec(sentence)?.[1];
  if (ambiguous !== undefined) {
    return `${ambiguous} lacks its value: what follows begins with a dash, as options do. If that is the value, write ${ambiguous}=<value>`;
  }
  const unknown = /^Unknown option '(--?[^']+)'/.exec(sentence)?.[1];
  if (unknown === undefined) return sentence;
  const names = [...known.map(({ name }) => `--${name}`), '--help', '--version'];
  // Few mistakes change the first letter. Without this check, --no-port suggests --control.
  const likely = names.filter((name) => name[2] === unknown[2]);
  const longer = likely.find((name) => name.startsWith(unknown) || unknown.startsWith(name));
  const near = longer ?? findNear(unknown, likely, 2);
  return `there is no option ${unknown}${near === undefined ? '' : `; did you mean ${near}?`}`;
}
