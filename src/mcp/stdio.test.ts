import { describe, expect, it } from 'vitest';

import { createLineGate } from './stdio.ts';

describe('lines of an agent', () => {
  it.each<[string, string[], string[], number]>([
    ['one message', ['{"a":1}\n'], ['{"a":1}\n'], 0],
    ['a message in parts', ['{"a"', ':1', '}\n{', '"b":2}\n'], ['{"a":1}\n', '{"b":2}\n'], 0],
    [
      'a message as long as it may be',
      ['{"a":"', 'x'.repeat(11), '"}\n'],
      [`{"a":"${'x'.repeat(11)}"}\n`],
      0,
    ],
    ['what is no JSON', ['{"a"\n', 'nothing\n{"b":2}\n'], ['{"b":2}\n'], 2],
    ['a longer one that is no JSON', ['x'.repeat(30), '\n{"b":2}\n'], ['{"b":2}\n'], 1],
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

  it('answer what is no JSON as JSON-RPC does, in one line that is safe to print', async () => {
    const refusals: object[] = [];
    const gate = createLineGate(
      (refusal) => void refusals.push(refusal),
      () => undefined,
    );
    gate.end('{"a":\u001b[31m}\n');
    expect(await gate.toArray()).toEqual([]);
    expect(refusals).toEqual([
      {
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32_700,
          message: expect.stringMatching(/^this is no JSON \([\x20-\x7e]+\)/),
        },
      },
    ]);
  });
});
