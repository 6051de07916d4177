import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const marked = /(<!-- table of ([\w ]+?): ([\w, ]+) -->\n)[^]*?(?=<!-- end -->)/g;

/** A page of docs/ with tables that are made from the code, between comments that say of what. */
export interface MadePage {
  readonly text: string;
  /** The same, with its tables made anew. */
  readonly made: string;
  /** What the comments name, by the subject of the table. */
  readonly named: ReadonlyMap<string, readonly string[]>;
}

export type TableMaker = (names: readonly string[]) => readonly (readonly string[])[];

/** With STUNTDOUBLE_UPDATE_DOCS=1 it also writes the page. */
export async function remakePage(
  name: string,
  makers: Readonly<Record<string, TableMaker>>,
): Promise<MadePage> {
  const file = join(import.meta.dirname, '..', '..', 'docs', name);
  const text = await readFile(file, 'utf8');
  const named = new Map<string, readonly string[]>();
  const made = text.replaceAll(marked, (whole, start: string, subject: string, list: string) => {
    const names = list.split(', ');
    named.set(subject, [...(named.get(subject) ?? []), ...names]);
    const rows = makers[subject]?.(names);
    return rows ? `${start}\n${rows.map(showRow).join('\n')}\n\n` : whole;
  });
  if (process.env['STUNTDOUBLE_UPDATE_DOCS'] === undefined) return { text, made, named };
  await writeFile(file, made);
  return { text: made, made, named };
}

/** As code in a cell of a table. */
export function code(text: string): string {
  return `\`${text.replaceAll('|', String.raw`\|`)}\``;
}

/** As plain words in a cell of a table. */
export function plain(text: string): string {
  return text.replaceAll(/[<*_|]/g, String.raw`\$&`);
}

function showRow(cells: readonly string[], at: number): string {
  const line = `| ${cells.join(' | ')} |`;
  return at > 0 ? line : `${line}\n|${'---|'.repeat(cells.length)}`;
}
