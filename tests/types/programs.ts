/**
 * Programs of users. A line below `@ts-expect-error` must be an error, and no other line may be one;
 * so a compiler that finds nothing proves both.
 */

export const checks = `type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(is: Same<A, B>): void => void is;
`;

export const right: string = `import { createMock } from 'stuntdouble';
import type { Mock, MockExpectation, MockOverride, MockReply, MockRequest, MockSeed, MockWorld } from 'stuntdouble';
import type { Schemas } from './mock.d.ts';
${checks}
await using mock = await createMock({ contract: 'boxes.json' });
const again: Mock = mock;
const returned: Awaited<ReturnType<typeof createMock>> = mock;
const world: MockWorld = again.world('a');

// Overrides.
mock.use({ operation: 'getBox', reply: { status: 200, body: { id: '1', name: 'a' } } });
mock.use({ operation: 'getBox', reply: { body: { id: '1', name: 'a', size: { width: 1 } } } });
mock.use({ operation: 'getBox', reply: { status: 200, example: 'small' } });
mock.use({ operation: 'getBox', reply: { example: 'small' } });
mock.use({ operation: 'getBox', reply: { status: 404, headers: { 'X-A': 'b' } } });
mock.use({ operation: 'getBox', match: { path: { id: '1' }, query: { any: 1 } }, reply: { status: 404 } });
mock.use({ operation: 'createBox', reply: { status: 422, example: 'full' }, times: 2 });
mock.use({ operation: 'DELETE /shelves/{shelf_id}/boxes/{id}', reply: { status: 204 } });
mock.use({ operation: 'getBox', reply: { breach: true, status: 599, body: 7 } });
mock.use({ operation: 'getBox', reply: { patch: { name: 'b', size: { width: 2 } } } });
mock.use({ operation: 'getBox', reply: { patch: { size: null } } });
mock.use({ operation: 'listBoxes', reply: { patch: [{ op: 'remove', path: '/0' }] } });
mock.use({ operation: 'getBox', sequence: [{ reply: { status: 404 } }, { pass: true }, { reply: { patch: { name: 'b' } } }] });
mock.use({ operation: 'putBox', reply: { status: 422, body: { detail: 'No.' } } });
mock.use({ operation: 'putBox', reply: { status: 503, body: 'Later.' } });
mock.use({ fault: { latency: 5, status: 503 } });
mock.use({ match: { path: { shelf_id: '1' } }, fault: { latency: 5 } });
mock.use({ operation: 'getBox', fault: { status: 404, effect: 'kept' } });
mock.use({ operation: 'getBox', fault: { status: [200, 404] } });
mock.use({ operation: 'getBox', fault: { status: '4XX' } });
mock.use({ operation: 'getBox', fault: { status: 'any' } });
mock.use({ operation: 'putBox', fault: { status: '5XX' } });
mock.use({ operation: 'getBox', sequence: [{ fault: { status: 404 } }] });
mock.use({ fault: { status: [422, 418] } });
const kept: MockOverride = { operation: 'getBox', reply: { status: 404 } };
const reply: MockReply = { status: 204 };
world.use(kept);
world.use({ operation: 'DELETE /shelves/{shelf_id}/boxes/{id}', reply: { status: 204 } });
void reply;

// Records, with the keys of their parents and what is write-only.
const [box] = mock.records('boxes');
if (box) {
  same<typeof box.name, string>(true);
  same<typeof box.shelf_id, string | number>(true);
  same<typeof box.code, string>(true);
  const shown: Schemas['Box'] = box;
  void shown.within?.within?.name;
}
same<Schemas['Shelf']['kind'], 'wood' | 'steel' | null>(true);
await world.merge('boxes', [{ id: '1', name: 'x', shelf_id: '3' }]);
await world.merge('boxes', [{ id: '1', name: 'x', shelf_id: 3 }]);
await world.replace('shelves', [{ id: '1', kind: 'wood' }]);
await world.merge('boxes', [{ id: '1', size: null }, { id: '2', size: { width: 2 }, code: 'x' }]);
await world.replace('boxes', [{ id: '1', name: 'x', code: 'y', shelf_id: '3' }]);
await world.replace('boxes', mock.records('boxes'));
await world.replace('boxes', mock.records('boxes').map((one) => ({ ...one, name: 'x' })));
await world.merge('boxes', mock.records('boxes'), { check: true });
await world.merge('boxes', [{ anything: 7 }], { check: false });
await world.replace('boxes', [{ id: 7, name: null }], { check: false });
await world.remove('boxes', '1', { shelf_id: '3' });
const seed: MockSeed = { add: { shelves: [{ id: '9', kind: 'wood' }] } };
await world.seed(seed);
await world.seed({ add: { boxes: [{ id: '9', name: 'x', code: 'y', shelf_id: '9' }] }, count: { shelves: 2 } });
const seeded = await world.seed({ count: { boxes: 1 } });
void seeded.boxes?.[0]?.name;

// Requests.
const [sent] = mock.requests({ operation: 'createBox' });
if (sent) {
  void sent.request.body?.code;
  if (sent.reply.status === 422) void sent.reply.body?.detail;
  if (sent.reply.status === 201) void sent.reply.body?.name;
}
for (const one of world.requests()) void one.reply.status;
const entry: MockRequest | undefined = sent;
void entry;
mock.verify({ operation: 'createBox', never: true });
mock.verify({ operation: 'getBox', match: { path: { id: '1' } }, times: { atLeast: 1 } });
const expected: MockExpectation = { operation: 'createBox', times: 1 };
mock.verify(expected);
await mock.sample('createBox');
void returned;
`;

export const wrong: string = `import { createMock } from 'stuntdouble';
const mock = await createMock();
const world = mock.world();

// @ts-expect-error A misspelt operation.
mock.use({ operation: 'getBoks' });
// @ts-expect-error
world.use({ operation: 'GET /shelves/{shelf_id}/boks' });
// @ts-expect-error
mock.verify({ operation: 'getBoks' });
// @ts-expect-error
mock.requests({ operation: 'getBoks' });
// @ts-expect-error
await mock.sample('getBoks');

// @ts-expect-error An undeclared status.
mock.use({ operation: 'getBox', reply: { status: 418 } });
// @ts-expect-error
mock.use({ operation: 'getBox', sequence: [{ reply: { status: 418 } }] });
// @ts-expect-error
mock.requests({ operation: 'getBox' })[0]?.reply.status === 418;

// @ts-expect-error
mock.use({ operation: 'getBox', fault: { status: 418 } });
// @ts-expect-error
mock.use({ operation: 'getBox', fault: { status: [404, 418] } });
// @ts-expect-error
mock.use({ operation: 'getBox', fault: { status: '5XX' } });
// @ts-expect-error It declares no error.
mock.use({ operation: 'listBoxes', fault: { status: 'any' } });
// @ts-expect-error
mock.use({ operation: 'getBox', sequence: [{ fault: { status: 418 } }] });

// @ts-expect-error A body without a required member.
mock.use({ operation: 'getBox', reply: { status: 200, body: { id: '1' } } });
// @ts-expect-error A member of another type.
mock.use({ operation: 'getBox', reply: { status: 200, body: { id: '1', name: 7 } } });
// @ts-expect-error
mock.use({ operation: 'getBox', reply: { body: { id: '1', name: 7 } } });
// @ts-expect-error A misspelt member.
mock.use({ operation: 'getBox', reply: { status: 200, body: { id: '1', name: 'a', sise: { width: 1 } } } });
// @ts-expect-error
mock.use({ operation: 'getBox', reply: { body: { id: '1', name: 'a', sise: { width: 1 } } } });
// @ts-expect-error A write-only member.
mock.use({ operation: 'getBox', reply: { status: 200, body: { id: '1', name: 'a', code: 'x' } } });
// @ts-expect-error The body of another status.
mock.use({ operation: 'getBox', reply: { status: 404, body: { id: '1', name: 'a' } } });
// @ts-expect-error The body of a class of statuses.
mock.use({ operation: 'putBox', reply: { status: 200, body: { detail: 'No.' } } });
// @ts-expect-error
mock.use({ operation: 'putBox', reply: { status: 409, body: { detail: 'No.' } } });
// @ts-expect-error
mock.use({ operation: 'putBox', reply: { status: 422, body: 'No.' } });
// @ts-expect-error A body where there is none.
mock.use({ operation: 'DELETE /shelves/{shelf_id}/boxes/{id}', reply: { status: 204, body: {} } });

// @ts-expect-error An unknown example.
mock.use({ operation: 'getBox', reply: { status: 200, example: 'large' } });
// @ts-expect-error The example of another status.
mock.use({ operation: 'getBox', reply: { status: 404, example: 'small' } });

// @ts-expect-error A member of a patch with another type.
mock.use({ operation: 'getBox', reply: { patch: { name: 7 } } });
// @ts-expect-error A misspelt member of a patch.
mock.use({ operation: 'getBox', reply: { patch: { nam: 'x' } } });
// @ts-expect-error
mock.use({ operation: 'getBox', reply: { patch: { size: { width: '1' } } } });
// @ts-expect-error A member that can not be removed.
mock.use({ operation: 'getBox', reply: { patch: { name: null } } });
// @ts-expect-error A list is one of operations.
mock.use({ operation: 'listBoxes', reply: { patch: [{ id: '1', name: 'a' }] } });
// @ts-expect-error An unknown operation of a patch.
mock.use({ operation: 'getBox', reply: { patch: [{ op: 'set', path: '/name' }] } });
// @ts-expect-error What a patch does not go with.
mock.use({ operation: 'getBox', reply: { status: 200, patch: { name: 'x' } } });

// @ts-expect-error An unknown parameter.
mock.use({ operation: 'getBox', match: { path: { box_id: '1' } }, reply: { status: 404 } });
// @ts-expect-error
mock.verify({ operation: 'listBoxes', match: { path: { id: '1' } } });

// @ts-expect-error An unknown collection.
mock.records('boxs');
// @ts-expect-error
await world.merge('boxs', []);
// @ts-expect-error
await world.remove('boxs', '1');
// @ts-expect-error
await world.seed({ count: { box: 3 } });
// @ts-expect-error
await world.seed({ add: { box: [] } });
// @ts-expect-error A member that records have with another type.
await world.merge('boxes', [{ id: '1', name: 7 }]);
// @ts-expect-error A misspelt member.
await world.merge('boxes', [{ id: '1', nam: 'x' }]);
// @ts-expect-error
await world.merge('boxes', [{ id: '1', size: { widht: 2 } }]);
// @ts-expect-error
await world.replace('boxes', [{ id: '1', name: 'x', code: 'y', shelf_id: '3', nam: 'x' }]);
// @ts-expect-error
await world.seed({ add: { shelves: [{ id: '1', kind: 'wood', knd: 'wood' }] } });
// @ts-expect-error The member of another collection.
await world.merge('shelves', [{ id: '1', code: 'x' }]);
// @ts-expect-error Nothing says which record it is.
await world.merge('boxes', [{ name: 'x' }]);
// @ts-expect-error A member that can not be removed.
await world.merge('boxes', [{ id: '1', name: null }]);
// @ts-expect-error A record without a required member.
await world.replace('boxes', [{ id: '1', code: 'y', shelf_id: '3' }]);
// @ts-expect-error The key of a parent is a text or a number.
await world.merge('boxes', [{ id: '1', shelf_id: true }]);
// @ts-expect-error A record without its parent.
await world.replace('boxes', [{ id: '1', name: 'x', code: 'y' }]);
// @ts-expect-error A member that records do not have.
mock.records('boxes')[0]?.nam;
// @ts-expect-error A request has nothing read-only.
mock.requests({ operation: 'createBox' })[0]?.request.body?.id;
`;

export const second: string = `import { createMock } from 'stuntdouble';
import type { Mock, MockOverride } from 'stuntdouble';
import type { Contract } from './lamps.d.ts';

const lamps: Mock<Contract> = await createMock<Contract>({ contract: 'lamps.json' });
lamps.use({ operation: 'getLamp', reply: { status: 200, body: { id: '1', lit: true } } });
lamps.verify({ operation: 'listLamps', times: 1 });
void lamps.records('lamps')[0]?.lit;
void lamps.world().records('lamps')[0]?.lit;
const override: MockOverride<Contract> = { operation: 'GET /lamps/{id}', reply: { status: 200 } };
lamps.use(override);
// Its records may have any other members.
await lamps.world().merge('lamps', [{ id: '1', colour: 'red' }]);
await lamps.world().replace('lamps', [{ id: '1', colour: 'red' }]);
// @ts-expect-error Nothing says which record it is.
await lamps.world().merge('lamps', [{ colour: 'red' }]);
// @ts-expect-error An operation of the contract of the project.
lamps.use({ operation: 'getBox' });
// @ts-expect-error
lamps.records('boxes');
// The contract of the project is still the usual one.
(await createMock()).records('boxes');
`;

/** Without the types of any contract. */
export const untyped: string = `import { createMock } from 'stuntdouble';
import type { MockOverride, MockReply, MockRequest } from 'stuntdouble';

const operation: string = 'any';
const mock = await createMock({ contract: 'boxes.json' });
mock.use({ operation, reply: { status: 418, body: { any: 1 }, example: 'any' } });
mock.use({ operation: 'GET /any', reply: { patch: { any: [null] } }, match: { path: { any: 1 } } });
const reply: MockReply = { status: 200, body: [] };
const override: MockOverride = { operation: 'any', sequence: [{ reply }, { pass: true }] };
mock.world().use(override);
for (const record of mock.records('any')) void record['any'];
await mock.world().merge('any', [{ any: { deep: [1] } }]);
const seeded = await mock.world().seed({ add: { any: [{}] } });
void seeded['any']?.[0]?.['any'];
const requests: readonly MockRequest[] = mock.requests({ operation, status: 404 });
void requests[0]?.reply.body;
mock.verify({ operation, match: { path: { any: 'x' }, query: { any: 1 } }, times: { atMost: 1 } });
// @ts-expect-error What is no member of any contract is still an error.
mock.use({ operation, replies: {} });
`;

/** As it stands while a user types. */
export const half: string = `import { createMock } from 'stuntdouble';
const mock = await createMock();
mock.use({ operation: '' });
mock.use({ operation: 'getBox', match: { path: { '' } } });
mock.use({ operation: 'getBox', reply: { status: 200, example: '' } });
mock.use({ operation: 'getBox', reply: { patch: { '' } } });
mock.records('');
const [known] = mock.records('boxes');
const box = known;
box?.;
`;
