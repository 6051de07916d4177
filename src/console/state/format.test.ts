import { describe, expect, it } from 'vitest';

import type { Json } from '../api/documents.ts';
import type { Field } from '../api/record-documents.ts';
import { hrefOf, showValue } from './format.ts';
import { makeField } from './shape.test-kit.ts';

const origin = 'http://127.0.0.1:4010';
function show(
  value: Json | undefined,
  { name = 'a', record = {}, ...field }: Partial<Field> & { record?: Record<string, Json> } = {},
): object {
  return showValue(value, {
    name,
    field: makeField(name, field),
    record,
    origin,
    hasImages: true,
  });
}

describe('a value in a cell', () => {
  it.each([
    ['nothing', undefined, {}, { kind: 'missing', text: '–' }],
    ['null', null, {}, { kind: 'null', text: 'null' }],
    ['the text “null”', 'null', {}, { kind: 'text', text: 'null' }],
    ['an enum', 'b', { enum: ['a', 'b'] }, { kind: 'badge', text: 'b', tone: 1 }],
    ['what the enum has not', 'c', { enum: ['a', 'b'] }, { kind: 'text', text: 'c' }],
    ['a boolean', false, {}, { kind: 'boolean', text: 'false' }],
    ['a number', 12.5, {}, { kind: 'number', text: '12.5' }],
    [
      'money',
      12.5,
      { name: 'total', record: { currency: 'eur' } },
      { kind: 'money', text: '12.50 EUR', title: '12.5 EUR' },
    ],
    [
      'a number beside a currency',
      3,
      { name: 'stock', record: { currency: 'EUR' } },
      { kind: 'number' },
    ],
    ['a date', '2026-03-02', { format: 'date' }, { kind: 'date', text: '2026-03-02' }],
    ['no date', 'soon', { format: 'date' }, { kind: 'text', text: 'soon' }],
    ['a colour', '#ff0044', {}, { kind: 'colour', text: '#ff0044' }],
    ['no colour', '#ff;background:url(x)', {}, { kind: 'text' }],
    ['an email', 'a@b.example', { format: 'email' }, { kind: 'link', href: 'mailto:a@b.example' }],
    ['no email', 'a@b?cc=c', { format: 'email' }, { kind: 'text' }],
    ['a URL', 'https://b.example/x', {}, { kind: 'link', href: 'https://b.example/x' }],
    ['a script', 'javascript:alert(1)', { format: 'uri' }, { kind: 'text' }],
    ['an image of this origin', '/a.png', {}, { kind: 'image', href: `${origin}/a.png` }],
    ['an avatar', '/files/7', { name: 'avatar_url' }, { kind: 'image' }],
    [
      'a made-up image, at another name of the server',
      'http://127.0.0.1:4010/_stuntdouble/files/red-fox.png',
      {},
      { kind: 'image', href: `${origin}/_stuntdouble/files/red-fox.png` },
    ],
    ['an image elsewhere', 'https://b.example/a.png', {}, { kind: 'link' }],
    ['a path', '/files/7', {}, { kind: 'text' }],
    ['a list', ['a', 'b'], {}, { kind: 'json', text: 'a, b', title: '["a","b"]' }],
    ['an empty list', [], {}, { kind: 'json', text: '[]' }],
    ['an object', { b: 1 }, {}, { kind: 'json', text: '{"b":1}' }],
  ])('%s', (_, value, field, shown) => {
    expect(show(value, field)).toMatchObject(shown);
  });

  it('shows an instant in the one form, with its exact value in the title', () => {
    expect(show('2026-03-02T09:14:07.123+02:00')).toMatchObject({
      kind: 'date',
      text: expect.stringMatching(/^2026-03-0\d \d\d:\d\d:07$/),
      title: expect.stringContaining('2026-03-02T09:14:07.123+02:00'),
    });
  });

  it('shows an image of this origin as a link until the user wants images', () => {
    const place = { name: 'a', field: undefined, record: {}, origin, hasImages: false };
    expect(showValue('/a.png', place)).toMatchObject({ kind: 'link', href: `${origin}/a.png` });
    const data = 'data:image/png;base64,iVBORw0KGgo=';
    expect(showValue(data, place)).toMatchObject({ kind: 'image', href: data });
  });

  it('cuts a long text', () => {
    const { text, title } = showValue('a'.repeat(5000), {
      name: 'a',
      field: undefined,
      record: {},
      origin,
      hasImages: true,
    });
    expect([text.length, title?.length]).toEqual([160, 1000]);
  });
});

describe('a link', () => {
  it.each(['//evil.example/a.png', '/\\evil.example', 'data:text/html,x', 'ftp://a', 'http://'])(
    'leads not to %s',
    (value) => {
      expect(hrefOf(value, origin)).toBeUndefined();
    },
  );
});
