import type { Faker } from '../fakers.ts';
import type { Kit, Maker } from './formats.ts';
import { digits, makerFor, toTime } from './formats.ts';
import { capitalize, singular, spellWords } from './words.ts';

const person =
  /\b(user|owner|author|person|people|member|employee|customer|contact|assignee|reviewer|creator|sender|actor|patient|student|teacher|driver|guest|committer)$/;
const company =
  /\b(company|organi[sz]ation|org|vendor|supplier|brand|manufacturer|merchant|employer|publisher)$/;

function use(make: (faker: Faker) => string): Maker {
  return ({ faker }) => make(faker());
}

function among(...texts: readonly string[]): Maker {
  return ({ draw }) => texts[draw(texts.length)] ?? '';
}

function ofFormat(format: string): Maker {
  return makerFor(format) ?? (() => '');
}

/** The first rule whose pattern matches the words of the name applies. */
const byName: readonly (readonly [RegExp, Maker])[] = [
  [/\b(first|given) ?name$/, use((faker) => faker.person.firstName())],
  [/\b(last|family|sur) ?name$/, use((faker) => faker.person.lastName())],
  [/\bmiddle ?name$/, use((faker) => faker.person.middleName())],
  [/\b(user ?name|login|handle|nick ?name|screen name)$/, use(makeUsername)],
  [
    /\b(full|display|real|contact|customer|owner|author|person|account holder) ?name$/,
    use((faker) => faker.person.fullName()),
  ],
  [
    /\b(company|organi[sz]ation|org|brand|vendor|supplier|merchant)( name)?$/,
    use((faker) => faker.company.name()),
  ],
  [/\bfile ?name$/, use((faker) => faker.system.commonFileName())],
  [/\b(host|server|domain)( ?name)?$/, ofFormat('hostname')],
  [/\b(job|position) title$|\boccupation$/, use((faker) => faker.person.jobTitle())],
  [/\b(product)( name)?$/, use((faker) => faker.commerce.productName())],
  [/\bcountry ?code$|\bcountry iso( 2| alpha 2)?$/, use((faker) => faker.location.countryCode())],
  [/\bcountry( name)?$/, use((faker) => faker.location.country())],
  [/\b(city|town)( name)?$/, use((faker) => faker.location.city())],
  [/\b(state|province|region)( name)$|\bprovince$/, use((faker) => faker.location.state())],
  [/\b(zip|postal|post)( ?code)?$/, use((faker) => faker.location.zipCode('#####'))],
  [/\b(e ?mail|email address|mail)$/, ofFormat('email')],
  [/\bip( address)?( v4)?$/, ofFormat('ipv4')],
  [/\bmac( address)?$/, use((faker) => faker.internet.mac())],
  [/\b(street|address( line)?( ?1)?)$/, use((faker) => faker.location.streetAddress())],
  [
    /\b(phone|mobile|telephone|fax)( number)?$/,
    ({ draw }) => `+1555${String(1_000_000 + draw(9_000_000))}`,
  ],
  [/\buser agent$/, use((faker) => faker.internet.userAgent())],
  [
    /\b(avatar|image|photo|picture|thumbnail|logo|icon)$|\b(url|uri|link|href|website|webpage|homepage)$/,
    ofFormat('uri'),
  ],
  [/\b(path|folder|directory)$/, use((faker) => `/${faker.lorem.slug(2).replace('-', '/')}`)],
  [/\b(slug|permalink)$/, use((faker) => faker.lorem.slug(2))],
  [
    /\b(mime ?type|content ?type|media ?type)$/,
    among('application/json', 'image/png', 'text/plain'),
  ],
  [/\b(currency)( code)?$/, among('EUR', 'USD', 'GBP', 'JPY', 'CHF')],
  [/\b(locale)$/, among('en-GB', 'en-US', 'de-DE', 'fr-FR')],
  [/\b(language|lang)( code)?$/, among('en', 'de', 'fr', 'es')],
  [/\b(time ?zone|tz)$/, among('Europe/London', 'Europe/Berlin', 'America/New_York', 'UTC')],
  [/\b(version|semver)$/, ({ draw }) => `${1 + draw(3)}.${draw(10)}.${draw(20)}`],
  [/\bcolou?r$/, use((faker) => faker.color.rgb())],
  [/\b(sha|commit|checksum|digest|md 5|hash|etag)$/, ({ draw }) => digits(draw, 40)],
  [/\b(token|secret|api key|access key|key)$/, use((faker) => faker.string.alphanumeric(24))],
  [/\bpassword$/, use((faker) => faker.internet.password({ length: 12 }))],
  [/\b(uuid|guid|id|identifier)$/, ofFormat('uuid')],
  [/\b(birth ?(date|day)|date of birth|dob)$/, ofFormat('date')],
  [/\b(at|timestamp|date ?time|time)$/, (kit) => toTime(kit).toISOString()],
  [/\b(date|day|since|until)$/, ofFormat('date')],
  [/\b(latitude|lat)$/, use((faker) => String(faker.location.latitude()))],
  [/\b(longitude|lng|lon)$/, use((faker) => String(faker.location.longitude()))],
  [/\b(price|amount|cost|fee|balance|subtotal|discount)$/, ofFormat('decimal')],
  [/\b(count|total|quantity|size|number|width|height|age)$/, ({ draw }) => String(1 + draw(100))],
  [/\byear$/, ({ draw }) => String(2015 + draw(11))],
  [/\bgender$/, among('female', 'male', 'other')],
  [/\b(status|state)$/, among('active', 'pending', 'inactive')],
  [/\b(department|team)( name)?$/, use((faker) => faker.commerce.department())],
  [
    /\b(tag|category|keyword|topic|type|kind|role|group|scope|label)$/,
    use((faker) => faker.word.noun()),
  ],
  [
    /\b(name|title|subject|headline|caption)$/,
    use((faker) => capitalize(faker.company.buzzPhrase())),
  ],
  [
    /\b(description|summary|content|body|text|comment|note|message|bio|about|details?|reason|excerpt|abstract)$/,
    use((faker) => `${capitalize(faker.company.catchPhrase())}.`),
  ],
  [/\bcode$/, use((faker) => faker.string.alpha({ length: 6, casing: 'upper' }))],
];

/** For names without a rule: the first rule whose pattern matches the description applies. */
const byDescription: readonly (readonly [RegExp, Maker])[] = [
  [/\be-?mail address\b/i, ofFormat('email')],
  [/\b(uuid|guid)\b/i, ofFormat('uuid')],
  [/\b(url|uri|hyperlink)\b/i, ofFormat('uri')],
  [/\b(iso ?8601|rfc ?3339|timestamp|date and time|date-time)\b/i, ofFormat('date-time')],
  [/\byyyy-mm-dd\b/i, ofFormat('date')],
  [/\bip address\b/i, ofFormat('ipv4')],
  [/\b(phone|telephone) number\b/i, ({ draw }) => `+1555${String(1_000_000 + draw(9_000_000))}`],
  [/\b(country code|iso ?3166)\b/i, use((faker) => faker.location.countryCode())],
  [/\b(currency code|iso ?4217)\b/i, among('EUR', 'USD', 'GBP', 'JPY', 'CHF')],
  [/\bhex(adecimal)? colou?r\b/i, use((faker) => faker.color.rgb())],
  [/\btime ?zone\b/i, among('Europe/London', 'Europe/Berlin', 'America/New_York', 'UTC')],
  [
    /\b(full name|name of the (person|user|author|owner))\b/i,
    use((faker) => faker.person.fullName()),
  ],
  [/\bname of the (company|organi[sz]ation)\b/i, use((faker) => faker.company.name())],
  [/\b(mime|media|content)[ -]type\b/i, among('application/json', 'image/png', 'text/plain')],
  [/\bbase ?64\b/i, ofFormat('byte')],
  [/\b(unique )?(identifier|id) (of|for)\b/i, ofFormat('uuid')],
];

const kinds = new Map<string, string>();

/** The kind of thing that a name stands for, such as `person`; empty where it is unknown. */
export function textKindOf(name: string): string {
  const cached = kinds.get(name);
  if (cached !== undefined) return cached;
  const words = singular(spellWords(name));
  const thing = /\b(country|city|product|file|department)$/.exec(words)?.[1] ?? '';
  const kind = person.test(words) ? 'person' : company.test(words) ? 'company' : thing;
  if (kinds.size > 5000) kinds.clear();
  kinds.set(name, kind);
  return kind;
}

/** Whether the meaning of a member depends on the object that has it: `name` and `title`. */
export function isOfKind(name: string): boolean {
  const words = singular(spellWords(name));
  return words === 'name' || words === 'title';
}

const known = new Map<string, Maker | undefined>();

/** The maker for a name of a thing of a kind; undefined where no rule matches. */
export function makerNamed(name: string, kind: string, description: string): Maker | undefined {
  const key = `${name}\0${kind}\0${description}`;
  if (known.has(key)) return known.get(key);
  const maker = findMaker(name, kind, description);
  if (known.size > 20_000) known.clear();
  known.set(key, maker);
  return maker;
}

function findMaker(name: string, kind: string, description: string): Maker | undefined {
  if (isOfKind(name)) {
    if (kind === 'person') return use((faker) => faker.person.fullName());
    if (kind === 'company') return use((faker) => faker.company.name());
    if (kind !== '') return find(byName, `${kind} name`);
  }
  const found = find(byName, singular(spellWords(name)));
  return found ?? (description.length > 1 ? find(byDescription, description) : undefined);
}

/** Two words, for texts of unknown meaning. */
export function makeWords({ faker }: Kit): string {
  const { word } = faker();
  return `${word.adjective()} ${word.noun()}`;
}

function find(rules: readonly (readonly [RegExp, Maker])[], text: string): Maker | undefined {
  return rules.find(([pattern]) => pattern.test(text))?.[1];
}

function makeUsername(faker: Faker): string {
  return faker.internet
    .username()
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '_');
}
