import { describe, expect, expectTypeOf, it } from 'vitest';

import type { GivenContract, MockOptions } from './options.ts';
import { readOptions } from './options.ts';
import type { LibraryName, OptionValues } from './option-values.ts';

describe('the options of createMock', () => {
  it('are those of the table, with its types', () => {
    type Given<T> = T extends readonly (infer One)[] ? One | readonly One[] : Exclude<T, undefined>;
    type OrUrl<T> = T extends readonly (infer One)[] ? readonly (One | URL)[] : T | URL;
    type Paths = 'fixtures' | 'data' | 'behaviors' | 'allowRefs' | 'overlay';
    type Urls = Paths | 'publicUrl' | 'unmatched';
    type OfTable = {
      readonly [Name in LibraryName]?: Name extends 'contract'
        ? GivenContract | readonly GivenContract[]
        : Name extends Urls
          ? Given<OrUrl<OptionValues[Name]>>
          : Given<OptionValues[Name]>;
    };
    expectTypeOf<Omit<MockOptions, 'onExchange' | 'onNotice'>>().toEqualTypeOf<OfTable>();
  });

  it('are complete after they were read', () => {
    expect(readOptions({ contract: 'a.yaml', allowHost: ['a', 'b'] })).toMatchObject({
      contract: ['a.yaml'],
      allowHost: ['a', 'b'],
      overlay: [],
      data: undefined,
      durability: 'sync',
      seed: 'stuntdouble',
      controlPrefix: '/_mock',
      journal: 1000,
      onExchange: undefined,
      // Then the server reviews no examples.
      onNotice: undefined,
    });
  });

  it('fall back to the default where they are undefined', () => {
    const given: object = { seed: undefined, cors: undefined };
    expect(readOptions(given)).toMatchObject({ seed: 'stuntdouble', cors: true });
  });

  it.each<[given: MockOptions, message: string]>([
    [{ journal: -1 }, 'the option "journal" must be a whole number from 0, not -1'],
    [{ visitorRecords: 0 }, 'the option "visitorRecords" must be a whole number from 1, not 0'],
    [{ visitorRequests: 0 }, 'the option "visitorRequests" must be a whole number from 1, not 0'],
    [{ journalBytes: 0.5 }, 'the option "journalBytes" must be a whole number from 0, not 0.5'],
    [
      { bodyTimeout: 0 },
      'the option "bodyTimeout" must be a whole number of milliseconds above 0, not 0',
    ],
    [
      { maxBytesInFlight: 0 },
      'the option "maxBytesInFlight" must be a whole number above 0, not 0',
    ],
    [{ controlToken: '' }, 'controlToken must not be empty'],
    [{ trustProxy: '10.0.0/8' }, 'trustProxy: 10.0.0/8 is no address or range of addresses'],
    [{ allowHost: 'a/b' }, 'allowHost must be a host name such as api.example'],
  ])('%j is refused', (given, message) => {
    expect(() => readOptions(given)).toThrow(TypeError);
    expect(() => readOptions(given)).toThrow(message);
  });
});
