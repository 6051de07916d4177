import { describe, expect, it } from 'vitest';

import { createLineGate } from './stdio.ts';

describe('lines of an agent', () => {
  it.each<[string, string[], string[], number]>([
    ['one message', ['{"a":1}\n'], ['{"a":1}\n'], 0],
    ['a message in parts', ['{"a"', ':1', '}\n{', '"b":2}\n'], ['{"a":1}\n', '{"b":2}\n'], 0],
    ['a message as long as it may be', ['x'.repeat(19), '\n'], [`${'x'.repeat(19)}\n`], 0],
    ['a longer one', ['x'.repeat(20), '\n', '{"b":2}\n'], ['{"b":2}\n'], 1],
    ['one that never ends', ['x'.repeat(30), 'x'.repeat(30)], [], 1],
    ['a batch', [' [{"a":1}]\n{"b":2}\n'], ['{"b":2}\n'], 1],
    ['an empty line', ['\n', '{"b":2}\n'], ['\n', '{"b":2}\n'], 0],
  ])('pass on or refuse %s', async (_, chunks, passed, refused) => {
    const refusals: object[] = [];
    const said: string[] = [];
    const gate = createLineGate(
      (refusal) => void refusals.push(refusal),
      (message) => void said.push(message),
      20,
    );
    for (const chunk of chunks) gate.write(chunk);
    gate.end();

    const lines = (await gate.toArray()).map(String);

    expect(lines.join('')).toBe(passed.join(''));
    expect(refusals).toHaveLength(refused);
    expect(said).toHaveLength(refused);
  });
});
