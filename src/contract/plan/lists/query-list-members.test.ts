import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../../base/json.ts';
import { flag, integer, planOf, query, text } from './list-plan.test-kit.ts';

describe('a parameter that no member of the records is called like', () => {
  const list = (properties: JsonObject): JsonObject => ({
    type: 'array',
    items: { type: 'object', properties },
  });
  const kind = { type: 'string', enum: ['deposit', 'transfer'] };
  const contacts = list({ email: text, name: text, kind });
  const maker = { type: 'object', properties: { id: integer, slug: text } };
  const model = { type: 'object', properties: { id: integer, maker } };
  const withCreator = { type: 'object', properties: { id: integer, creator: maker } };
  const withText = { type: 'object', properties: { id: integer, maker: text } };
  const filter = (...steps: readonly string[]): JsonObject => ({ kind: 'filter', steps });
  it.each<[string, JsonObject, JsonObject, JsonObject | undefined]>([
    ['email', { id: text, contacts }, query('email'), filter('contacts', 'email')],
    ['email', { id: text, email: text, contacts }, query('email'), filter('email')],
    [
      'owner',
      { id: text, parts: list({ owner: { type: ['string', 'object'] } }) },
      query('owner'),
      undefined,
    ],
    ['email', { id: text, contacts, staff: contacts }, query('email'), undefined],
    [
      'email',
      { id: text, contacts, owner: { type: 'object', properties: { email: text } } },
      query('email'),
      undefined,
    ],
    [
      'email',
      { id: text, contacts, settings: { type: 'object', properties: { email: text } } },
      query('email'),
      filter('contacts', 'email'),
    ],
    ['email', { id: text, contacts: list({ e_mail: text }) }, query('email'), undefined],
    ['maker', { id: text, model }, query('maker'), filter('model', 'maker')],
    ['maker', { id: text, model, other: model }, query('maker'), undefined],
    // The creator of a milestone is not that of its issues.
    ['creator', { id: text, model: withCreator }, query('creator'), undefined],
    ['maker', { id: text, model: withText }, query('maker'), undefined],
    ['email', { id: text, contacts }, query('email', flag), undefined],
    // Many things have a name and a kind.
    ['name', { id: text, contacts }, query('name'), undefined],
    [
      'name',
      { id: text, contacts },
      query('name', text, 'The name of a contact.'),
      filter('contacts', 'name'),
    ],
    ['kind', { id: text, contacts }, query('kind', kind), filter('contacts', 'kind')],
    ['kind', { id: text, contacts }, query('kind', { ...text, enum: ['big', 'small'] }), undefined],
    [
      'type',
      {
        id: text,
        type: text,
        attributes: { type: 'object', properties: { parts: list({ type: kind }) } },
      },
      query('type', kind),
      filter('attributes', 'parts', 'type'),
    ],
    [
      'type',
      { id: text, type: text, attributes: { type: 'object', properties: { name: text } } },
      query('type'),
      undefined,
    ],
    ['list_id', { lists: list({ id: integer }) }, query('list_id', integer), filter('lists', 'id')],
    [
      'list_ids',
      { lists: list({ id: integer }) },
      query('list_ids', { type: 'array', items: integer }),
      filter('lists', 'id'),
    ],
    [
      'list_id',
      { lists: { type: 'array', items: integer } },
      query('list_id', integer),
      filter('lists'),
    ],
    // What a genre is called is no key.
    [
      'genre_ids',
      { genres: { type: 'array', items: text } },
      query('genre_ids', { type: 'array', items: text }),
      undefined,
    ],
    [
      'reply_size',
      { replies: { type: 'object', properties: { size: integer } } },
      query('reply_size', integer),
      undefined,
    ],
    ['tag', { tags: { type: 'array', items: text } }, query('tag'), filter('tags')],
    ['label', { labels: list({ name: text }) }, query('label'), filter('labels')],
  ])('%s of %j', async (name, members, parameter, expected) => {
    const { queries, unused } = await planOf({ members, parameters: [parameter] });
    expect(queries.get(name)).toEqual(expected);
    expect(unused).toEqual(expected ? [] : [name]);
  });
});
