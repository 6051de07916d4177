import type { Faker } from '../fakers.ts';
import { hashBelow } from '../chance.ts';
import type { Person } from '../fakers.ts';
import type { Kit } from '../kinds/formats.ts';
import { digits, makerFor, toTime } from '../kinds/formats.ts';
import type { City, Country } from './countries.ts';
import { neutralName, sayOf, subjectNamed, textsOf } from './subjects.ts';
import { singular, spellWords } from './words.ts';

/** Makes the text of a name, or several spellings, the best first. */
export type NamedMaker = (kit: Kit) => string | readonly string[];

const person =
  /\b(user|owner|author|person|people|member|employee|customer|contact|assignee|reviewer|creator|sender|actor|patient|student|teacher|driver|guest|committer|subscriber|lead|donor|applicant|candidate|agent|attendee|participant|instructor|follower|friend|admin|staff|buyer|seller|recipient|profile|approver|moderator|operator|manager|doctor|volunteer|host|beneficiary|created by|updated by|assigned to)$/;
const company =
  /\b(company|organi[sz]ation|org|vendor|supplier|brand|manufacturer|merchant|employer|publisher)$/;

function use(make: (faker: Faker) => string): NamedMaker {
  return ({ faker }) => make(faker());
}

function ofPerson(read: (person: Person) => string): NamedMaker {
  return ({ person: one }) => read(one());
}

function ofCountry(...reads: readonly ((country: Country) => string)[]): NamedMaker {
  return ({ country }) => {
    const found = country();
    const texts = found ? reads.map((read) => read(found)) : [];
    return [...texts, ...texts.map((text) => text.toLowerCase())];
  };
}

function ofCity(read: (city: City) => string): NamedMaker {
  return ({ country, around }) => {
    const { cities } = country() ?? { cities: [] };
    const city = cities[around().holder % cities.length];
    return city ? read(city) : [];
  };
}

function among(...texts: readonly string[]): NamedMaker {
  return ({ draw }) => texts[draw(texts.length)] ?? '';
}

function ofFormat(format: string): NamedMaker {
  return makerFor(format) ?? (() => '');
}

/** The first rule whose pattern matches the words of the name applies. */
const byName: readonly (readonly [RegExp, NamedMaker])[] = [
  [/\b(first|given) ?name$/, ofPerson(({ first }) => first)],
  [/\b(last|family|sur) ?name$/, ofPerson(({ last }) => last)],
  [/\bmiddle ?name$/, ofPerson(({ middle }) => middle)],
  [/\b(user ?name|login|handle|nick ?name|screen name)$/, ofPerson(({ user }) => user)],
  [
    /\b(full|display|real|contact|customer|owner|author|person|account holder) ?name$/,
    ofPerson(({ full }) => full),
  ],
  [
    /\b(company|organi[sz]ation|org|brand|vendor|supplier|merchant)( name)?$/,
    use((faker) => faker.company.name()),
  ],
  [
    /\b(author|owner|assignee|reviewer|creator|sender|recipient|contact person|(created|updated|approved|assigned|reported) (by|to))$/,
    ofPerson(({ full }) => full),
  ],
  [/\bfile ?name$/, use((faker) => faker.system.commonFileName())],
  [/\b(host|server|domain)( ?name)?$/, ofFormat('hostname')],
  [/\b(job|position) title$|\boccupation$/, use((faker) => faker.person.jobTitle())],
  [/\b(legal|trade|business) name$/, use((faker) => faker.company.name())],
  [/\b(product)( name)?$/, use((faker) => faker.commerce.productName())],
  [/^(country )?(iso|alpha) ?3( code)?$/, ofCountry(({ alpha3 }) => alpha3)],
  [
    /\bcountry ?code$|\bcountry iso( 2| alpha 2)?$|^iso ?2( code)?$/,
    ofCountry(
      ({ code }) => code,
      ({ alpha3 }) => alpha3,
    ),
  ],
  [
    /\bcountry( name)?$/,
    ofCountry(
      ({ name }) => name,
      ({ code }) => code,
      ({ alpha3 }) => alpha3,
    ),
  ],
  [/\b(city|town)( name)?$/, ofCity(({ name }) => name)],
  [/\b(state|province|region)( name)$|\bprovince$/, ofCity(({ state }) => state)],
  [/\b(zip|postal|post)( ?code)?$/, ofCity(({ postcode }) => postcode)],
  [/\b(e ?mail|email address|mail)$/, ofFormat('email')],
  [/\bip( address)?( v4)?$/, ofFormat('ipv4')],
  [/\bmac( address)?$/, use((faker) => faker.internet.mac())],
  [/\b(street|address( line)?( ?1)?)$/, use((faker) => faker.location.streetAddress())],
  [/\b(phone|mobile|telephone|fax)( number)?$/, makePhone],
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
  [/\b(currency)( code)?$/, ofCountry(({ currency }) => currency)],
  [
    /\b(locale)$/,
    ofCountry(
      ({ locale }) => locale,
      ({ locale }) => locale.replace('-', '_'),
      ({ language }) => language,
    ),
  ],
  [
    /\b(language|lang)( code)?$/,
    ofCountry(
      ({ language }) => language,
      ({ locale }) => locale,
    ),
  ],
  [/\b(time ?zone|tz)$/, ofCountry(({ timeZone }) => timeZone)],
  [/\b(version|semver)$/, ({ draw }) => `${1 + draw(3)}.${draw(10)}.${draw(20)}`],
  [/\bcolou?r$/, use((faker) => faker.color.rgb())],
  [/\b(sha|commit|checksum|digest|md 5|hash|etag)$/, ({ draw }) => digits(draw, 40)],
  [/^token type$/, among('bearer')],
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
  [/\bgender$/, ofPerson(({ gender }) => gender)],
  [/\b(status|state)$/, among('active', 'pending', 'inactive')],
  [/\b(department|team)( name)?$/, use((faker) => faker.commerce.department())],
  [
    /\b(tag|category|keyword|topic|type|kind|role|group|scope|label)$/,
    use((faker) => faker.word.noun()),
  ],
  [/\b(name|title|subject|headline|caption)$/, ({ draw }) => neutralName(draw)],
  [
    /\b(description|summary|content|body|text|comment|note|message|bio|about|details?|reason|excerpt|abstract)$/,
    ({ faker, draw }) => sayOf(textsOf(undefined), faker, draw),
  ],
  [/\bsku$/, ({ draw }) => `SKU-${1000 + draw(9000)}`],
  [/\b(invoice|bill)( (number|no))$/, ({ draw }) => `INV-${1000 + draw(9000)}`],
  [/\border( (number|no))$/, ({ draw }) => `ORD-${1000 + draw(9000)}`],
  [/\b(customer|client)( (number|no))$/, ({ draw }) => `C-${1000 + draw(9000)}`],
  [/\biban$/, use((faker) => faker.finance.iban({ formatted: false }))],
  [/\bbic|swift( code)?$/, use((faker) => faker.finance.bic())],
  [/\bisbn$/, use((faker) => faker.commerce.isbn(13))],
  [/\b(num|numeric) code$/, ({ draw }) => String(100 + draw(900))],
  [/\b(ean|barcode|gtin|upc)$/, ({ draw }) => `40000000${10_000 + draw(90_000)}`],
  [/\b(job role|occupation|profession)$/, use((faker) => faker.person.jobTitle())],
  [/\bcode$/, use((faker) => faker.string.alpha({ length: 6, casing: 'upper' }))],
];

/** For names without a rule: the first rule whose pattern matches the description applies. */
const byDescription: readonly (readonly [RegExp, NamedMaker])[] = [
  [/\be-?mail address\b/i, ofFormat('email')],
  [/\b(uuid|guid)\b/i, ofFormat('uuid')],
  [/\b(url|uri|hyperlink)\b/i, ofFormat('uri')],
  [/\b(iso ?8601|rfc ?3339|timestamp|date and time|date-time)\b/i, ofFormat('date-time')],
  [/\byyyy-mm-dd\b/i, ofFormat('date')],
  [/\bip address\b/i, ofFormat('ipv4')],
  [/\b(phone|telephone) number\b/i, makePhone],
  [
    /\b(country code|iso ?3166)\b/i,
    ofCountry(
      ({ code }) => code,
      ({ alpha3 }) => alpha3,
    ),
  ],
  [/\b(currency code|iso ?4217)\b/i, ofCountry(({ currency }) => currency)],
  [/\bhex(adecimal)? colou?r\b/i, use((faker) => faker.color.rgb())],
  [/\btime ?zone\b/i, ofCountry(({ timeZone }) => timeZone)],
  [/\b(full name|name of the (person|user|author|owner))\b/i, ofPerson(({ full }) => full)],
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
  const thing = /\b(country|city|file)$/.exec(words)?.[1] ?? (subjectNamed(name) ? words : '');
  const kind = person.test(words) ? 'person' : company.test(words) ? 'company' : thing;
  if (kinds.size > 5000) kinds.clear();
  kinds.set(name, kind);
  return kind;
}

const names = /^(name|title|label|subject|display name|handle)$/;
const texts = /^(description|body|content|text|message|comment|summary|excerpt)$/;

/** Whether the meaning of a member depends on the object that has it: `name` and `title`. */
export function isOfKind(name: string): boolean {
  const words = singular(spellWords(name));
  return names.test(words) || texts.test(words);
}

/** Whether all members of this name in a record say the same. */
export function isOfCountry(name: string): boolean {
  return /\b(currency|country|locale|language|lang|time ?zone|tz)( code| name)?$/.test(
    spellWords(name),
  );
}

const ofPeople =
  /[_\- .]?(?:(?:first|given|last|family|sur|middle|full|display|real|user|nick|screen|login)?[_\- ]?name|e[_\- ]?mail(?:[_\- ]?address)?|mail|login|handle|gender)$/i;

/** `customer_name` and `customer_email` are of one person, and so is the object `customer`. */
export function personSeed(name: string, holder: number): number {
  const whose = name.replace(ofPeople, '');
  return whose === '' ? holder : hashBelow(holder, whose);
}

const known = new Map<string, NamedMaker | undefined>();

/** The maker for a name of a thing of a kind; undefined where no rule matches. */
export function makerNamed(
  name: string,
  kind: string,
  description: string,
): NamedMaker | undefined {
  const key = `${name}\0${kind}\0${description}`;
  if (known.has(key)) return known.get(key);
  const maker = findMaker(name, kind, description);
  if (known.size > 20_000) known.clear();
  known.set(key, maker);
  return maker;
}

function findMaker(name: string, kind: string, description: string): NamedMaker | undefined {
  const words = singular(spellWords(name));
  if (isOfKind(name) && kind !== '') return findOfKind(words, kind);
  const [, of = ''] = /^(.+) (name|title)$/.exec(words) ?? [];
  const subject = /^(host|server|file|class|key)$/.test(of) ? undefined : subjectNamed(of);
  if (subject) return ({ faker, draw }) => sayOf(subject.names, faker, draw);
  const found = find(byName, words);
  return found ?? (description.length > 1 ? find(byDescription, description) : undefined);
}

/** `title` in a task is another thing than in a film. */
function findOfKind(words: string, kind: string): NamedMaker | undefined {
  const subject = subjectNamed(kind);
  if (texts.test(words)) return ({ faker, draw }) => sayOf(textsOf(subject), faker, draw);
  if (words === 'handle') return find(byName, kind === 'person' ? 'user name' : 'slug');
  if (kind === 'person') return ofPerson(({ full }) => full);
  if (subject && kind !== 'company') return ({ faker, draw }) => sayOf(subject.names, faker, draw);
  return find(byName, `${kind} name`);
}

/** Two words, for texts of unknown meaning. */
export function makeWords({ draw }: Kit): string {
  return neutralName(draw).toLowerCase();
}

function find(
  rules: readonly (readonly [RegExp, NamedMaker])[],
  text: string,
): NamedMaker | undefined {
  return rules.find(([pattern]) => pattern.test(text))?.[1];
}

function makePhone({ country, draw }: Kit): string {
  return (country()?.phone ?? '').replaceAll('#', () => String(draw(10)));
}
