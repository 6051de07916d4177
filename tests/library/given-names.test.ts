import { describe, expect, it } from 'vitest';

import type { Mock, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { openUnheard } from './open-bookshop.ts';

/** What JavaScript passes, which has no types. */
const any = (value: unknown): never => value as never;

describe('createMock refuses at once, and says what to write', () => {
  it.each<[unknown, string]>([
    [{ onBreech: 'warn' }, 'createMock has no option "onBreech": did you mean "onBreach"?'],
    [{ overlays: 'a.yaml' }, 'createMock has no option "overlays": did you mean "overlay"?'],
    [{ port: 1 }, 'createMock has no option "port": mock.listen({ port }) takes it.'],
    [{ ephemeral: true }, 'createMock has no option "ephemeral": without "data", the state is'],
    ['a.yaml', 'createMock takes an object of options: write createMock({ contract: "a.yaml" }).'],
    [5, 'createMock takes an object, not 5.'],
    [{ auth: true }, 'the option "auth" must be one of "strict", "presence", "off", not true'],
    [{ onBreach: 'warm' }, 'the option "onBreach" must be one of "error", "warn", not "warm"'],
    [{ control: 'no' }, 'the option "control" must be true or false, not "no"'],
    [{ seed: 5 }, 'the option "seed" must be a text, not 5'],
    [{ fixtures: ['a'] }, 'the option "fixtures" must be a text, not a list'],
    [{ allowHost: [5] }, 'the option "allowHost" must be a text, not 5'],
    [{ maxWorlds: -1 }, 'the option "maxWorlds" must be a whole number from 0, not -1'],
    [
      { worldIdle: '1h' },
      'the option "worldIdle" must be a whole number of milliseconds above 0, at most 24 days, not "1h"',
    ],
    [{ onNotice: 'log' }, 'the option "onNotice" must be a function, not "log"'],
  ])('%j', async (options, message) => {
    const starting = createMock(any(options));
    await expect(starting).rejects.toThrow(TypeError);
    await expect(starting).rejects.toThrow(message);
  });

  it('takes undefined for what is not given', async () => {
    const options: MockOptions = { ...({ seed: undefined } as object), journal: 1 };
    await (await createMock(options)).close();
  });
});

describe('the calls of a mock refuse a member that they do not know', () => {
  it.each<[string, (mock: Mock) => unknown, string]>([
    [
      'use',
      (mock) => mock.use(any({ operaton: 'getBook', reply: {} })),
      'use: /operaton: is not known here: did you mean "operation"?',
    ],
    [
      'verify',
      (mock) => mock.verify(any({ operation: 'getBook', tims: 1 })),
      'verify: /tims: is not known here: did you mean "times"?',
    ],
    ['verify of nothing', (mock) => mock.verify(any(undefined)), 'verify takes an object, not'],
    [
      'verify of an operation by a word of its name',
      (mock) => mock.verify({ operation: 'book' }),
      'the contract has no operation "book": did you mean "getBook"',
    ],
    [
      'requests',
      (mock) => mock.requests(any({ operaton: 'getBook' })),
      'requests has no option "operaton": did you mean "operation"?',
    ],
    [
      'world',
      (mock) => mock.world('a', any({ scenaro: 'a' })),
      'world has no option "scenaro": did you mean "scenario"?',
    ],
    ['the seed of a world', (mock) => mock.world('a', any({ seed: 5 })), '"seed" must be a text'],
    [
      'setClock',
      (mock) => mock.world().setClock(any({ frozn: true })),
      'setClock has no option "frozn": did you mean "frozen"?',
    ],
    [
      'setClock of no moment',
      (mock) => mock.world().setClock({ now: 'soon' }),
      'setClock: /now: must be a moment',
    ],
    [
      'advanceClock',
      (mock) => mock.world().advanceClock('soon'),
      'advanceClock: /by: must be a duration such as "90s"',
    ],
    [
      'mint',
      (mock) => mock.world().mint(any({ scheme: 'token', scops: [] })),
      'mint has no option "scops": did you mean "scopes"?',
    ],
    [
      'mint of nothing',
      (mock) => mock.world().mint(any(undefined)),
      'mint takes the credential to make, such as { scheme: "token", scopes: [] }, not undefined.',
    ],
    [
      'save without a name',
      (mock) => mock.world().save(any(undefined)),
      'save takes the name of a snapshot, as a text, not undefined.',
    ],
  ])('%s', async (_, call, message) => {
    const mock = await openUnheard();
    expect(() => call(mock)).toThrow(TypeError);
    expect(() => call(mock)).toThrow(message);
  });

  it.each<[string, (mock: Mock) => Promise<unknown>, string]>([
    [
      'listen',
      (mock) => mock.listen(any({ prt: 1 })),
      'listen has no option "prt": did you mean "port"?',
    ],
    ['a port that is a text', (mock) => mock.listen(any({ port: '1' })), '"port" must be a number'],
    [
      'replace',
      (mock) => mock.world().replace('books', [], any({ chek: false })),
      'replace has no option "chek": did you mean "check"?',
    ],
    [
      'merge',
      (mock) => mock.world().merge('books', [], any({ chek: false })),
      'merge has no option "chek": did you mean "check"?',
    ],
    [
      'replace, an object of lists',
      (mock) => mock.world().replace(any({ books: [] }), any(undefined)),
      'replace takes the name of a collection first, not an object.',
    ],
    [
      'replace, one record',
      (mock) => mock.world().replace('books', any({ id: 1 })),
      'replace takes a list of records, not an object.',
    ],
    [
      'merge, no records',
      (mock) => mock.world().merge('books', any(undefined)),
      'merge takes a list of records, not undefined.',
    ],
    [
      'remove, no key',
      (mock) => mock.world().remove('books', any(undefined)),
      'remove takes the key of a record, as a text, behind the collection, not undefined.',
    ],
    [
      'restore without a name',
      (mock) => mock.world().restore(any(undefined)),
      'restore takes the name of a snapshot, as a text, not undefined.',
    ],
    [
      'seed',
      (mock) => mock.world().seed(any({ books: 3 })),
      'seed: /books: is not known here: there are "add" and "count"',
    ],
    [
      'saveScenario',
      (mock) => mock.world().saveScenario('a', any({ descripton: 'a' })),
      'saveScenario has no option "descripton": did you mean "description"?',
    ],
  ])('%s', async (_, call, message) => {
    const mock = await openUnheard();
    await expect(call(mock)).rejects.toThrow(TypeError);
    await expect(call(mock)).rejects.toThrow(message);
  });
});

describe('a collection that the contract does not have', () => {
  it('is refused with the nearest and all that there are, and not shown as empty', async () => {
    const mock = await openUnheard();
    const message =
      /^There is no collection "book": did you mean "books"\? The contract has .*"books"/;
    expect(() => mock.records('book')).toThrow(message);
    expect(() => mock.world().records('book')).toThrow(message);
    await expect(mock.world().merge('book', [])).rejects.toThrow(message);
    expect(mock.records('books')).not.toEqual([]);
  });
});
