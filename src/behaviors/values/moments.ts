/** A date without a time. `Date.parse` reads it as UTC on all machines. */
const dateAlone = /^[+-]?\d{4,6}(?:-\d\d){0,2}$/;
const zone = /(?:\dz|\b(?:ut|utc|gmt|[ecmp][sd]t)|:\d\d.*[+-]\d\d(?::?\d\d)?)\s*(?:\([^)]*\))?$/i;

/**
 * The time in a text, in milliseconds since the epoch; undefined where it has none. If the text has
 * no zone it is UTC, because `Date.parse` would use the zone of the machine.
 */
export function momentOf(text: string): number | undefined {
  const said = text.trim();
  const isWhole = dateAlone.test(said) || zone.test(said);
  const moment = Date.parse(isWhole ? said : `${said}${/\dT\d/.test(said) ? 'Z' : ' UTC'}`);
  return Number.isNaN(moment) ? undefined : moment;
}
