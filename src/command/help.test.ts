import { describe, expect, test } from 'vitest';

import { optionGroups } from '../server/options/groups.ts';
import { options } from '../server/options/options.ts';
import { commandNames } from '../server/options/commands.ts';
import { widthOf } from './columns.ts';
import { helpText } from './help.ts';
import { createPaint } from './terminal.ts';

const plain = createPaint(false);
const topics = [undefined, ...commandNames];

describe('help', () => {
  test.each(topics)('has 40 lines or fewer: %s', (command) => {
    const text = helpText({ command, isComplete: false }, plain);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });

  test.each(
    topics.flatMap((command) => [false, true].map((isComplete) => ({ command, isComplete }))),
  )('fits 80 columns: %o', (topic) => {
    const lines = helpText(topic, plain).split('\n');
    expect(lines.filter((line) => widthOf(line) > 80 || line !== line.trimEnd())).toEqual([]);
  });

  test.each(commandNames)('of %s begins with examples, and tells of each option', (command) => {
    const [brief, complete] = [false, true].map((isComplete) =>
      helpText({ command, isComplete }, plain),
    );
    expect(brief).toMatch(/^.+\.\n\nExamples\n {2}\S/);
    const own = options.filter(({ flag, commands }) => flag && commands.includes(command));
    const rows = own.filter(({ flag }) =>
      new RegExp(`^  (-., )?--${flag}( |$)`, 'm').test(complete ?? ''),
    );
    expect(rows).toEqual(own);
    const shown = own.filter(({ flag }) =>
      new RegExp(`^  (-., )?--${flag}( |$)`, 'm').test(brief ?? ''),
    );
    const rest = own.length - shown.length;
    if (rest > 0) {
      expect(brief).toContain(`\n${rest} more options: stuntdouble ${command} --help --all\n`);
    } else expect(brief).not.toContain('more options');
  });

  test('of all commands tells of every option, its default, and the commands that have it', () => {
    const text = helpText({ command: undefined, isComplete: true }, plain);
    for (const { flag } of options) {
      if (flag) expect(text).toMatch(new RegExp(`^  (-., )?--${flag}( |$)`, 'm'));
    }
    expect(text).toContain('(on; --no-control)');
    expect(text).toContain('[seed]');
    expect(text).toContain('STUNTDOUBLE_CONTRACT for the contract');
    expect(text).toContain('STUNTDOUBLE_CONTROL_TOKEN_FILE.');
  });

  test.each([
    ['mcp', 'repeatable, but mcp asks one'],
    ['types', 'the file for the types'],
  ] as const)('of %s has no option that means another command', (command, told) => {
    const text = helpText({ command, isComplete: false }, plain);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(told);
  });

  test('of a command has the defaults of that command', () => {
    const text = helpText({ command: 'run', isComplete: true }, plain);
    expect(text).toMatch(/--port <number> .*\(0\)$/m);
    expect(text).toMatch(/--log human\|json\|silent .*\(silent\)$/m);
  });
});

test('each option stands in one group', () => {
  const grouped = Object.values(optionGroups).flat();
  const names = options.flatMap(({ name, flag }) => (flag === undefined ? [] : [name]));
  expect(grouped.toSorted()).toEqual(names.toSorted());
});
