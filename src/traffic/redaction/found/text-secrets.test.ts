import { expect, it } from 'vitest';

import { hideInText, hideInUrls } from './text-secrets.ts';

const raw = String.raw;

it.each([
  // JSON within a quotation, once and twice.
  [
    raw`is the string "{\"password\":\"Zq7\",\"a\":1}"`,
    raw`is the string "{\"password\":\"…\",\"a\":1}"`,
  ],
  [raw`"{\"a\":\"{\\\"token\\\":\\\"Zq7\\\"}\"}"`, raw`"{\"a\":\"{\\\"token\\\":\\\"…\\\"}\"}"`],
  [raw`{\"password\":\"Zq7\"}`, raw`{\"password\":\"…\"}`],
  [
    raw`is the string "{\\\"password\\\":\\\"Zq7\\\"}"`,
    raw`is the string "{\\\"password\\\":\\\"…\\\"}"`,
  ],
  [raw`say \"a\" and "b"`, raw`say \"a\" and "b"`],
  [raw`{"\u0070assword": "Zq7"}`, raw`{"\u0070assword": "…"}`],
  [raw`is the string "a\npassword: Zq7\nb: c"`, raw`is the string "a\npassword: …\nb: c"`],
  [raw`is the string "token=\u005aq7 a"`, raw`is the string "token=… a"`],
  [raw`is the string "https:\/\/ann:Zq7@host\/a"`, raw`is the string "https://…@host/a"`],
  // Cut in the middle.
  [raw`is the string "{\"password\":\"Zq7…`, raw`is the string "{\"password\":\"…`],
  [
    raw`is the string "{\"password\":\"Zq7\…; body /a: is "b"`,
    raw`is the string "{\"password\":\"…; body /a: is "b"`,
  ],
  ['is the string "https://ann:Zq7…', 'is the string "https://…'],
  ['is the string "https://ann:Zq7/with?more…, but "a" is', 'is the string "https://…, but "a" is'],
  ['is the string "eyJZq7Zq7…', 'is the string "…'],
  ['is the string "Bearer Zqseven…', 'is the string "Bearer …'],
  ['is the string "http://localhost:40…', 'is the string "http://localhost:40…'],
  ['say Bearer AbcdeFghijKlmnopQrstuVwxyz', 'say Bearer …'],
  ['the bearer of good news, Basic instructions', 'the bearer of good news, Basic instructions'],
  // Names without quotation marks.
  [
    'mutation { login(user: "a", password: "Zq7") { id } }',
    'mutation { login(user: "a", password: …) { id } }',
  ],
  [raw`is the string "{login(token:\"Zq\\\"7\"){a}}"`, raw`is the string "{login(token:…){a}}"`],
  ["{'password': 'Zq7', 'a': 'b'}", "{'password': …, 'a': 'b'}"],
  ['{:password=>"Zq7", :a=>"b"}', '{:password=>…, :a=>"b"}'],
  [
    "a:\n  - password: Zq7\n    token: 'Zq7'\n    b: c",
    'a:\n  - password: …\n    token: …\n    b: c',
  ],
  ['password: "Zq7', 'password: …'],
  [
    'but is the string "password: Zq7 b", and "a: b"',
    'but is the string "password: …", and "a: b"',
  ],
  ['{ a(password: """Zq7 "Zq7" Zq7""", b: "c") }', '{ a(password: …, b: "c") }'],
  ['passwordless: "a", token_type: "b"', 'passwordless: "a", token_type: "b"'],
  // Pairs within the value of a pair.
  ['https://b.example/?next=/cb?token=Zq7&a=b', 'https://b.example/?next=/cb?token=…&a=b'],
  ['q=/a?b=/c#token=Zq7?d', 'q=/a?b=/c#token=…'],
  ['0;url=/x?token=Zq7', '0;url=/x?token=…'],
  ['a=token=Zq7 b', 'a=token=… b'],
  ['next="/x?token=Zq7"', 'next="/x?token=…"'],
  ['token=true?secret=Zq7', 'token=…'],
  ['next=/a?token=true', 'next=/a?token=true'],
  // Percent signs.
  ['next=https%3A%2F%2Fann%3AZq7%40host&a=b', 'next=…&a=b'],
  ['see /a?b=token%3DZq7', 'see /a?b=…'],
  ['see %7B%22password%22%3A%22Zq7%22%7D', 'see …'],
  ['see %22%70assword%22:%22Zq7%22', 'see …'],
  ['see a%20b%2Fc', 'see a%20b%2Fc'],
  // XML.
  ['<a><password>Zq7</password>b</a>', '<a><password>…</password>b</a>'],
  [
    '<entry key="password">Zq7</entry><entry key="a">b</entry>',
    '<entry key="password">…</entry><entry key="a">b</entry>',
  ],
  [
    "<p><param name='api_key'><a/>Zq7</param> b</p>",
    "<p><param name='api_key'><a/>…</param> b</p>",
  ],
  ['<a key="password"/>b', '<a key="password"/>b'],
  ['<input name="token" value="Zq7" id="a">b', '<input name="token" value="…" id="a">b'],
  [`<add value='Zq7' key='password'/>`, '<add value="…" key=\'password\'/>'],
  ['<META NAME="csrf-token" CONTENT="Zq7">b', '<META NAME="csrf-token" CONTENT="…">b'],
  [
    '<input name="a" value="b"><section id="token">c</section>',
    '<input name="a" value="b"><section id="token">c</section>',
  ],
  ['<a name="password"><a>Zq7</a>Zq7</a>b', '<a name="password"><a>…</a>…</a>b'],
  // JSON that is not whole, or stands in a text.
  [
    '{"secret": {"value": "Zq7", "deep": {"a": ["Zq7"]}}, "b": "c"',
    '{"secret": {"value": "…", "deep": {"a": ["…"]}}, "b": "c"',
  ],
  ['{"tokens": ["Zq7", "Zq7"], "b": ["c"]}', '{"tokens": ["…", "…"], "b": ["c"]}'],
  ['it was {"a": {"apiKey" : "Zq7"}}, "b": "c"', 'it was {"a": {"apiKey" : "…"}}, "b": "c"'],
  ['{"api": {"key": "Zq7"}, "key": "b"}', '{"api": {"key": "…"}, "key": "b"}'],
  [
    '{"pin": 1234, "tokens": 12, "token": null, "a": 1}',
    '{"pin": …, "tokens": 12, "token": null, "a": 1}',
  ],
  ['{"password": "Zq7', '{"password": "…'],
  ['{"page": {"token": "a"}, "token_type": "b"}', '{"page": {"token": "a"}, "token_type": "b"}'],
])('%s is shown as %s', (text, shown) => {
  expect(hideInText(text)).toBe(shown);
});

// Each would take minutes if the time grew with the square of its length.
it.each([
  '"',
  '\\"',
  '"{\\"a\\":',
  '{"secret":',
  '%22',
  '%',
  '"a":"…',
  '{"a":["',
  '://a:',
  '"\\',
  ']',
  '"token":{',
  "token:'",
  'token:"\\',
  'token:"""',
  '"token: ',
  '"token',
  '<a key="token" value=',
  'a:"',
  '//a:',
  '//a@',
  '\t',
  '<a name="token">',
  '</a><a name',
])('takes a long text of %s', (piece) => {
  expect(hideInText(piece.repeat(200_000 / piece.length)).length).toBeGreaterThan(0);
});

it.each([
  ['https://ann:p@Zq7/w?Zq7#d@host/a', 'https://…@host/a'],
  ['"//ann:Zq7@host/a"', '"//…@host/a"'],
  ['//ann@host/a', '//…@host/a'],
  ['//host/@ann // a: b@c', '//host/@ann // a: b@c'],
  ['https://ann:Zq7"Zq7@host/a', 'https://…@host/a'],
  ["not 'https://ann:Zq7'Zq7@host/a'", "not 'https://…@host/a'"],
  ['not "https://ann:Zq7<Zq7>@host", but', 'not "https://…@host", but'],
  ['https://ann:Zq7\\Zq7@host', 'https://…@host'],
  ['https://:Zq7@host', 'https://…@host'],
  ['https://Zq7@host', 'https://…@host'],
  ['https://ann:1234Zq7/Zq7@host', 'https://…@host'],
  ['https://ann%40b:Zq7%2F@host', 'https://…@host'],
  ['postgres://a:Zq7@h/db,postgres://b:Zq7@h/db', 'postgres://…@h/db'],
  ['https://a.test/@ann', 'https://a.test/@ann'],
  ['https://a.test:4010/@ann', 'https://a.test:4010/@ann'],
  ['https://a.test/a:b@c', 'https://a.test/a:b@c'],
  ['http://[::1]:4010/a@b', 'http://[::1]:4010/a@b'],
  ['http://localhost:4010 and mail to ann@host', 'http://localhost:4010 and mail to ann@host'],
])('the address %s is shown as %s', (text, shown) => {
  expect(hideInText(text)).toBe(shown);
  expect(hideInUrls(text)).toBe(shown);
});
