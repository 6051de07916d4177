import { describe, expect, it } from 'vitest';

import { formFormat } from './form.ts';
import type { Format } from './format.ts';
import { formatOf } from './formats.ts';
import { jsonFormat } from './json.ts';
import { multipartFormat } from './multipart.ts';
import { bytesFormat, textFormat } from './text.ts';
import { xmlFormat } from './xml.ts';

describe('formatOf', () => {
  it.each<[string, Format]>([
    ['application/json', jsonFormat],
    ['application/problem+json', jsonFormat],
    ['application/vnd.api+json', jsonFormat],
    ['text/json+plain', textFormat],
    ['application/jsonl', bytesFormat],
    ['application/json-seq', bytesFormat],
    ['application/xml', xmlFormat],
    ['text/xml', xmlFormat],
    ['application/atom+xml', xmlFormat],
    ['application/x-www-form-urlencoded', formFormat],
    ['multipart/form-data', multipartFormat],
    ['multipart/mixed', multipartFormat],
    ['text/plain', textFormat],
    ['text/csv', textFormat],
    ['application/octet-stream', bytesFormat],
    ['image/png', bytesFormat],
    ['application/pdf', bytesFormat],
  ])('%s', (essence, format) => {
    expect(formatOf(essence)).toBe(format);
  });
});
