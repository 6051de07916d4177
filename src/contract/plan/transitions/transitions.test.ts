import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { complaintsAbout, contractText, pathParameters } from '../../contract-text.test-kit.ts';

const Order = {
  type: 'object',
  required: ['id', 'status'],
  additionalProperties: false,
  properties: {
    id: { type: 'string' },
    status: { type: 'string', enum: ['open', 'paid'] },
    paid_at: { type: 'string', format: 'date-time' },
    address: { type: 'object', properties: { city: { type: 'string' } } },
  },
};
const schema = { $ref: '#/components/schemas/Order' };
const order = { description: '', content: { 'application/json': { schema } } };
const orders = {
  description: '',
  content: { 'application/json': { schema: { type: 'array', items: schema } } },
};
const ids = { type: 'array', items: { type: 'string' } };
const many = { type: 'object', properties: { action: { type: 'string' }, ids } };
const bulk = { content: { 'application/json': { schema: many } } };
const refused = { description: '' };

const Bill = {
  type: 'object',
  additionalProperties: false,
  properties: { id: { type: 'string' }, total: { type: 'number' } },
};
const bill = { description: '', content: { 'application/json': { schema: Bill } } };
const Line = { type: 'object', properties: { id: { type: 'string' }, text: { type: 'string' } } };
const line = { description: '', content: { 'application/json': { schema: Line } } };
const makeMessage =
  '"make" must be an object, such as {collection: refunds, set: {amount: $body.amount}}';

/** A contract with an order that is read, and paid by an operation with the transitions. */
function textWith(own: JsonValue, ofPath: JsonObject = {}): string {
  const parameters = pathParameters('id');
  const responses = { '200': order, '409': refused, '422': refused };
  return contractText(
    {
      '/orders/{id}': { ...ofPath, parameters, get: { responses: { '200': order } } },
      '/orders/{id}/pay': {
        parameters,
        post: { operationId: 'pay', 'x-stuntdouble': { transitions: own }, responses },
      },
      '/orders': { get: { responses: { '200': orders } } },
      '/orders/bulk': { post: { operationId: 'many', requestBody: bulk, responses } },
      '/bills/{id}': { parameters, get: { responses: { '200': bill } } },
      '/bills/{bill_id}/lines/{id}': {
        parameters: pathParameters('bill_id', 'id'),
        get: { responses: { '200': line } },
      },
      '/ping': {
        get: { operationId: 'ping', responses: { '204': refused } },
      },
    },
    { components: { schemas: { Order } } },
  );
}

const place = '/paths/~1orders~1{id}~1pay/post/x-stuntdouble/transitions';

describe('declared transitions that can not be meant stop the start, with their place', () => {
  it.each<[JsonValue, string, string]>([
    [{}, '', '"transitions" must be a list'],
    [['paid'], '/0', 'a transition must be an object, such as {from: …, set: …}'],
    [[{ form: {} }], '/0/form', '"form" isn\'t known here: did you mean "from"?'],
    [
      [{ from: 'open' }],
      '/0/from',
      '"from" must be an object of members and values, such as {status: paid}',
    ],
    [
      [{ from: { state: 'open' } }],
      '/0/from/state',
      'the record has no member "state": did you mean "status"?',
    ],
    [
      [{ set: { 'address.town': 'a' } }],
      '/0/set/address.town',
      '"address" has no member "town": there is "city"',
    ],
    [
      [{ from: { status: 'opened' } }],
      '/0/from/status',
      '"status" must be one of ["open","paid"], but is the string "opened"',
    ],
    [[{ from: { status: [] } }], '/0/from/status', 'an empty list lets nothing pass'],
    [[{ set: { status: 1 } }], '/0/set/status', '"status" must be a string, but is the number 1'],
    [[{ set: { status: '$now' } }], '/0/set/status', '"status" can\'t be a time'],
    [[{ set: { id: '$kye' } }], '/0/set/id', '"$kye" isn\'t known here: did you mean "$key"?'],
    [
      [{ set: { id: '$body' } }],
      '/0/set/id',
      '"$body" must be one of $now, $key, $record.<member>, $body.<member>, or begin with $$ for a plain $',
    ],
    [
      [{ unset: ['status'] }],
      '/0/unset',
      '"status" is required and can\'t be null: give it a value with "set"',
    ],
    [[{ unset: [1] }], '/0/unset', '"unset" must be the name of a member, or a list of names'],
    [[{ chance: 2 }], '/0/chance', '"chance" must be a number from 0 to 1, not 2'],
    [[{ else: 404 }], '/0/else', 'pay declares no 404; it declares 409, 422'],
    [[{ make: 'bills' }], '/0/make', makeMessage],
    [[{ make: {} }], '/0/make', '"make" needs "collection": the collection that gets the record'],
    [
      [{ make: { collection: 'bill' } }],
      '/0/make/collection',
      'there is no collection "bill" that gets records: did you mean "bills"?',
    ],
    [
      [{ make: { collection: 'orders' } }],
      '/0/make/collection',
      '"make" makes a record of another collection than "orders"',
    ],
    [
      [{ make: { collection: 'bills', set: { totl: 1 } } }],
      '/0/make/set/totl',
      'a record of "bills" has no member "totl": did you mean "total"?',
    ],
    [
      [{ make: { collection: 'bills', set: { total: 'much' } } }],
      '/0/make/set/total',
      '"total" must be a number, but is the string "much"',
    ],
    [
      [{ make: { collection: 'bills', set: { total: '$record.totl' } } }],
      '/0/make/set/total',
      'the record has no member "totl": there are "id", "status", "paid_at" and "address"',
    ],
    [
      [{ make: { collection: 'lines' } }],
      '/0/make',
      'a record of "lines" is below one of "bills": say with "set" which ("bill_id")',
    ],
    [
      [{ else: 'nothing' }],
      '/0/else',
      '"else" must be a status from 400 to 599, or "ignore", not nothing',
    ],
  ])('%j', async (own, below, message) => {
    const complaints = await complaintsAbout(textWith(own));
    expect(complaints.map(({ pointer, message: said }) => [pointer, said])).toEqual([
      [place + below, message],
    ]);
    expect(complaints[0]?.line).toBeGreaterThan(1);
  });

  it('where the operation changes no record', async () => {
    const paths = JSON.parse(textWith([{ from: { status: 'open' } }])) as JsonObject;
    const text = JSON.stringify(paths).replace(
      '"operationId":"ping"',
      '"operationId":"ping","x-stuntdouble":{"transitions":[{}]}',
    );
    expect((await complaintsAbout(text)).map(({ message }) => message)).toEqual([
      'ping changes no record that is known: say with "collection" and "role" which it is',
    ]);
  });

  it('where it changes many records', async () => {
    const text = textWith([{ from: { status: 'open' } }]).replace(
      '"operationId": "many"',
      '"operationId": "many", "x-stuntdouble": {"transitions": [{}]}',
    );
    expect((await complaintsAbout(text)).map(({ message }) => message)).toEqual([
      'many changes many records at once: correct its "role", or move this to an operation that does',
    ]);
  });

  it('where it only reads one', async () => {
    const text = textWith([{ from: { status: 'open' } }]).replace(
      '"get": {',
      '"get": {"operationId": "look", "x-stuntdouble": {"transitions": [{}]},',
    );
    expect((await complaintsAbout(text)).map(({ message }) => message)).toEqual([
      'look changes no record (its role is read): correct its "role", or move this to an operation that does',
    ]);
  });

  it.each<[JsonObject, string, string]>([
    [
      { from: { status: 'open' }, after: '30 minutes', set: { status: 'paid' } },
      '/after',
      '"after" must be a duration such as 30s, 15m, 1h, 1d or PT1H, not 30 minutes',
    ],
    [
      { from: { status: 'open' }, polls: 0, set: { status: 'paid' } },
      '/polls',
      '"polls" must be how many reads it takes, from 1 on, not 0',
    ],
    [
      { from: { status: 'open' }, set: { status: 'paid' } },
      '',
      'a transition of a path says when it happens: "after" a while, or after so many "polls"; what a request does stands on its operation',
    ],
    [
      { from: { status: 'open' }, after: '1s', polls: 1, set: { status: 'paid' } },
      '',
      'a transition happens "after" a while or after so many "polls": make two of it',
    ],
    [
      { after: '1s', set: { status: 'paid' } },
      '',
      'a transition without a request needs "from": the state that it leaves',
    ],
    [
      { from: { status: 'open' }, after: '1s' },
      '',
      'a transition without a request needs "set" or "unset"',
    ],
    [
      { from: { status: 'open' }, after: '1s', set: { id: '$body.id' } },
      '/set/id',
      '"$body" needs a request, and this happens without one',
    ],
  ])('of a path: %j', async (entry, below, message) => {
    const text = textWith([], { 'x-stuntdouble': { transitions: [entry] } });
    const complaints = await complaintsAbout(text);
    expect(complaints.map(({ pointer, message: said }) => [pointer, said])).toEqual([
      [`/paths/~1orders~1{id}/x-stuntdouble/transitions/0${below}`, message],
    ]);
  });
});
