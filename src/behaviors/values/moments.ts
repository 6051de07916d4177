/** A date alone is of no zone, and read as UTC everywhere. */
const dateAlone = /^[+-]?\d{4,6}(?:-\d\d){0,2}$/;
const zone = /(?:\dz|\b(?:ut|utc|gmt|[ecmp][sd]t)|:\d\d.*[+-]\d\d(?::?\d\d)?)\s*(?:\([^)]*\))?$/i;

/**
 * The moment that a text names, in milliseconds since the epoch. A text that says nothing of a zone is
 * read as UTC: by itself it would be of the zone of the machine, and mean another moment on the next.
 */
export function momentOf(text: string): number | undefined {
  const said = text.trim();
  const isWhole = dateAlone.test(said) || zone.test(said);
  const moment = Date.parse(isWhole ? said : `${said}${/\dT\d/.test(said) ? 'Z' : ' UTC'}`);
  return Number.isNaN(moment) ? undefined : moment;
}
