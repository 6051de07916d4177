/** A format of strings or of numbers, for the schema library. */
export type Format =
  | { readonly type: 'string'; readonly validate: (text: string) => boolean }
  | { readonly type: 'number'; readonly validate: (value: number) => boolean };

/** Formats that the library knows less exactly, or takes too long over. */
export const ownFormats: Readonly<Record<string, Format>> = {
  int32: {
    type: 'number',
    validate: (value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31,
  },
  // The greatest of them has no exact form here and is read as 2^63.
  int64: {
    type: 'number',
    validate: (value) => Number.isInteger(value) && Math.abs(value) <= 2 ** 63,
  },
  float: { type: 'number', validate: (value) => Math.abs(value) <= greatestFloat },
  byte: {
    type: 'string',
    validate: (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
  },
  url: { type: 'string', validate: isUrl },
  uuid: {
    type: 'string',
    validate: (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  },
};

const greatestFloat = (2 - 2 ** -23) * 2 ** 127;

function isUrl(text: string): boolean {
  return /^(?:https?|ftp):\/\/[^\s/?#]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
}
