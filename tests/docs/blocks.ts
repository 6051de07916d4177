/** A fenced block of a page. */
export interface Block {
  readonly language: string;
  /** The file that the block is; told behind the language, or by a comment in its first line. */
  readonly file: string | undefined;
  readonly text: string;
  /** The line of the page where its text begins. */
  readonly line: number;
  /** Whether only blank lines stand between it and the block before. */
  readonly isFollowing: boolean;
}

const fence = /^( *)```(\S*) ?(.*)$/;

export function readBlocks(page: string): readonly Block[] {
  const blocks: Block[] = [];
  let open:
    | { indent: number; language: string; info: string; line: number; lines: string[] }
    | undefined;
  let isFollowing = false;
  for (const [at, line] of page.split('\n').entries()) {
    const [, indent = '', language = '', info = ''] = fence.exec(line) ?? [];
    const isFence = fence.test(line);
    if (!open && isFence) {
      open = { indent: indent.length, language, info, line: at + 2, lines: [] };
    } else if (open && isFence && language === '') {
      const text = open.lines.join('\n');
      const file = /^(\S+\.\w+)$/.exec(open.info)?.[1] ?? fileInComment(text);
      blocks.push({ language: open.language, file, text, line: open.line, isFollowing });
      open = undefined;
      isFollowing = true;
    } else if (open) {
      open.lines.push(line.slice(open.indent));
    } else if (line.trim() !== '') {
      isFollowing = false;
    }
  }
  if (open) throw new Error(`the block in line ${open.line} has no end`);
  return blocks;
}

/** `# my-api.yaml` or `// shop.test.ts` in the first line. */
function fileInComment(text: string): string | undefined {
  return /^(?:#|\/\/) ([\w./-]+\.\w+)$/m.exec(text.split('\n', 1)[0] ?? '')?.[1];
}

/**
 * Makes the ends of lines checks: `# 404` behind a curl is the status that must come (`# no reply`:
 * none; else any below 400), and `# exit code 3` the exit code.
 */
export function toScript(text: string): string {
  const commands = text.replaceAll('\\\n', '\\\u0000').split('\n');
  const checked = commands.map((command) => {
    const [, said = ''] = /\s#\s(.*)$/.exec(command) ?? [];
    const code = /exit code (\d+)/.exec(said)?.[1];
    const status = /^(?:→ )?(\d{3}|no reply)\b/.exec(said)?.[1];
    const told =
      status === undefined ? command : command.replace(/\bcurl /, `EXPECT='${status}' curl `);
    if (code === undefined) return told;
    return `code=0; ${told.replace(/\s#\s.*$/, '')} || code=$?; [ "$code" = ${code} ] || { echo "exit code $code instead of ${code}" >&2; exit 1; }`;
  });
  return `set -eo pipefail\n${checked.join('\n').replaceAll('\u0000', '\n')}\n`;
}

/** Whether a text is as the page shows it, where `…` stands for anything. */
export function isAsShown(shown: string, real: string, language: string): boolean {
  const plain = (text: string): string =>
    language === 'json' ? text.replaceAll(/\s+/g, '') : text.replaceAll(/[ \t]+$/gm, '').trim();
  const pattern = plain(shown)
    .split('…')
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join('[^]*?');
  return new RegExp(`^${pattern}$`).test(plain(real));
}
