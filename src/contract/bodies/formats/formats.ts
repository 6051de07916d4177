import { formFormat } from './form.ts';
import type { Format } from './format.ts';
import { jsonFormat } from './json.ts';
import { multipartFormat } from './multipart.ts';
import { bytesFormat, textFormat } from './text.ts';
import { xmlFormat } from './xml.ts';

/** All formats of bodies. The first that matches a media type reads and writes its bodies. */
const formats: readonly Format[] = [jsonFormat, xmlFormat, formFormat, multipartFormat, textFormat];

/** The format of a media type: `type/subtype`, in lower case. */
export function formatOf(essence: string): Format {
  return formats.find((format) => format.matches(essence)) ?? bytesFormat;
}
