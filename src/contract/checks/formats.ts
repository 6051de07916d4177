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
  'date-time': { type: 'string', validate: isDateTime },
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

/** RFC 3339, which lets a blank stand for the `T`. */
const dateTime =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-]\d\d):(\d\d))$/;

function isDateTime(text: string): boolean {
  const match = dateTime.exec(text);
  if (!match) return false;
  const [year = 0, month = 0, day = 0, ...time] = match
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  return isDay(year, month, day) && isTime(time, match[7]?.startsWith('-') === true);
}

function isDay(year: number, month: number, day: number): boolean {
  // Day 0 of the next month is the last of this one; years below 100 need a setter to be meant.
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return month >= 1 && month <= 12 && day >= 1 && day <= last.getUTCDate();
}

function isTime(numbers: readonly number[], isWest: boolean): boolean {
  const [hour = 0, minute = 0, second = 0, zone = 0, rest = 0] = numbers;
  if (hour > 23 || minute > 59 || Math.abs(zone) > 23 || rest > 59) return false;
  // A leap second is the last of a day in Greenwich.
  const offset = zone * 60 + (isWest ? -rest : rest);
  return second < 60 || (second === 60 && (hour * 60 + minute - offset + 1) % 1440 === 0);
}
