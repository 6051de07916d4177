import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { valueAt } from '../../base/json.ts';
import type { Given } from './read-overlays.test-kit.ts';
import { complaintsAbout, loadOverlaid, overlayText, shop } from './read-overlays.test-kit.ts';

describe('complaints about a contract with an overlay', () => {
  const linesOf = async (given: Given): Promise<readonly string[]> => {
    const complaints = await complaintsAbout(given);
    return complaints.map(
      ({ file, line, pointer, message }) =>
        `${file.split('/').at(-1)}:${line} ${pointer} ${message}`,
    );
  };

  it('name the place in the overlay that wrote what is wrong', async () => {
    const text = overlayText([{ target: "$.paths['/orders'].get", update: { tagz: [1] } }]);
    expect(await linesOf({ files: { 'changes.yaml': text } })).toEqual([
      expect.stringMatching(
        /^changes\.yaml:11 \/actions\/0\/update\/tagz an operation has no member "tagz"; did you mean "tags"\? \(it is put at \/paths\/~1orders\/get\/tagz of .*shop\.yaml\)$/,
      ),
    ]);
  });

  it('name the line in the contract, also where an item in front was removed', async () => {
    const get = "$.paths['/orders'].get";
    const files = {
      'shop.yaml': shop.replace('name: third,', 'name: third, odd: 1,'),
      'changes.yaml': overlayText([
        { target: `${get}.parameters[0]`, remove: true },
        { target: `${get}.parameters[0]`, remove: true },
        { target: get, update: { summary: 'New' } },
      ]),
    };
    expect(await linesOf({ files })).toEqual([
      'shop.yaml:11 /paths/~1orders/get/parameters/2/odd a parameter has no member "odd"',
    ]);
  });

  it('name the place of the copying where something was copied', async () => {
    const files = {
      'shop.yaml': shop.replace('summary: Old', 'summery: Old'),
      'changes.yaml': overlayText(
        [
          { target: '$.paths', update: { '/bills': {} } },
          { target: "$.paths['/bills']", copy: "$.paths['/orders']" },
        ],
        { overlay: '1.1.0' },
      ),
    };
    expect(await linesOf({ files })).toEqual([
      'shop.yaml:7 /paths/~1orders/get/summery an operation has no member "summery"; did you mean "summary"?',
      expect.stringMatching(
        /^changes\.yaml:16 \/actions\/1\/copy an operation has no member "summery"/,
      ),
    ]);
  });

  it('of Swagger 2.0 name the place in the overlay, too', async () => {
    const files = {
      'shop.yaml': `swagger: '2.0'
info: { title: Shop, version: '1' }
paths: { /orders: { get: { responses: { '200': { description: Fine. } } } } }
`,
      'changes.yaml': overlayText([
        {
          target: "$.paths['/orders'].get.responses['200']",
          update: { schema: { type: 'strng' } },
        },
      ]),
    };
    expect(await linesOf({ files })).toEqual([
      expect.stringMatching(/^changes\.yaml:\d+ \/actions\/0\/update\/schema/),
    ]);
  });
});

describe('with several contracts', () => {
  const bank = shop.replace('/orders:', '/accounts:').replace('title: Shop', 'title: Bank');
  const contracts = ['shop.yaml', 'bank.yaml'];
  const titlesOf = async (actions: JsonValue, more?: JsonObject): Promise<readonly JsonValue[]> => {
    const { contract } = await loadOverlaid({
      contracts,
      files: { 'bank.yaml': bank, 'changes.yaml': overlayText(actions, more) },
    });
    return contract.documents.roots.map(({ value }) => valueAt(value, '/info/x-a') ?? null);
  };
  const mark = { target: '$.info', update: { 'x-a': 1 } };

  it('an overlay changes all, or the one that it extends', async () => {
    expect(await titlesOf([mark])).toEqual([1, 1]);
    expect(await titlesOf([mark], { extends: './bank.yaml' })).toEqual([null, 1]);
    expect(await titlesOf([{ ...mark, target: "$.info[?@ == 'Bank']" }, mark].slice(1))).toEqual([
      1, 1,
    ]);
  });

  it('it is enough that one has what an action looks for', async () => {
    const inBank = { target: "$.paths['/accounts']", update: { summary: 'Accounts' } };
    const { contract } = await loadOverlaid({
      contracts,
      files: { 'bank.yaml': bank, 'changes.yaml': overlayText([inBank]) },
    });
    const [first, second] = contract.documents.roots.map(({ value }) => value);
    expect(valueAt(first ?? null, '/paths/~1orders/summary')).toBeUndefined();
    expect(valueAt(second ?? null, '/paths/~1accounts/summary')).toBe('Accounts');
    const complaints = await complaintsAbout({
      contracts,
      files: { 'bank.yaml': bank, 'changes.yaml': overlayText([inBank], { extends: 'shop.yaml' }) },
    });
    expect(complaints).toMatchObject([
      { message: 'there is nothing at this place in the contract' },
    ]);
  });
});

it('the fingerprint changes with an overlay', async () => {
  const prints = await Promise.all(
    ['one', 'two', 'two'].map(async (description) => {
      const text = overlayText([{ target: '$.info', update: { description } }]);
      return (await loadOverlaid({ files: { 'changes.yaml': text } })).contract.fingerprint;
    }),
  );
  expect(new Set(prints).size).toBe(2);
  expect(prints[1]).toBe(prints[2]);
});

it('what an overlay adds to a schema counts', async () => {
  const { contract } = await loadOverlaid({
    files: {
      'shop.yaml': `${shop}components: { schemas: { Order: { type: object, properties: { id: {} } } } }\n`,
      'changes.yaml': overlayText([
        { target: '$.components.schemas.Order', update: { unevaluatedProperties: false } },
        { target: '$.components.schemas.Order.properties.id', update: { readOnly: true } },
      ]),
    },
  });
  const part = contract.documents.at(contract.documents.root, 'components', 'schemas', 'Order');
  if (!part) throw new Error('the schema is gone');
  const check = contract.validators.check(part, 'request');
  expect(check({ id: 'a' })).toEqual([]);
  expect(check({ id: 'a', other: 1 })).toMatchObject([{ pointer: '/other' }]);
});
