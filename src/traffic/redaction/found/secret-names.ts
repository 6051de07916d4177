/**
 * Tells by a name whether its value is a secret, where no contract says so. The words of the name
 * decide: `user_password` and `accessToken` are secrets, `password_required` and `tokenType` say
 * something about one.
 */

import { copyText } from '../../../base/texts.ts';

/** The text that replaces a secret. */
export const mask = '…';

/** Endings of names, with joined words, whose values are secrets made of digits. */
const digitEndings = new Set(
  (
    'pin pincode otp totp passcode authcode authorizationcode accesscode verificationcode securitycode recoverycode ' +
    'backupcode resetcode devicecode mfacode otpcode totpcode onetimecode twofactorcode smscode logincode ' +
    'cardnumber creditcardnumber ccnumber cardcode cvv cvc'
  ).split(' '),
);

/** Endings of names, with joined words, whose values are any secrets. */
const secretEndings = new Set([
  ...digitEndings,
  ...(
    'password passwd pwd passphrase dbpass userpass smtppass adminpass rootpass ' +
    'passkey mnemonic seedphrase recoveryphrase ' +
    'secret token jwt bearer csrf xsrf auth authorization credential cred cookie sessionid jsessionid phpsessid ' +
    'apikey accesskey secretkey privatekey authkey sessionkey masterkey signingkey encryptionkey ' +
    'decryptionkey sharedkey accountkey applicationkey appkey servicekey subscriptionkey functionkey functionskey ' +
    'hmackey sshkey deploykey licensekey licencekey creditcard oauthverifier codeverifier clientassertion samlresponse ' +
    'connectionstring sig amzsignature googsignature'
  ).split(' '),
]);

/** These also end a name that is written as one word: `clientsecret`, `userpassword`. */
const joinedEndings = (
  'password passwd pwd passphrase passcode secret token apikey accesskey secretkey privatekey sharedkey masterkey signingkey ' +
  'encryptionkey decryptionkey subscriptionkey licensekey licencekey cardnumber cardcode cvv cvc'
).split(' ');

/** Last words of names of numbers that say how much or when, also within a secret object. */
const measures = new Set(
  (
    'count size length total limit max min ttl age expires expiry expiration issued created updated ' +
    'at in iat exp nbf version attempt attempts remaining index order position port'
  ).split(' '),
);

/** Words after a secret's name that still name the secret: `password_hash`, `token_value`. */
const transparentEndings = (
  'hash digest value string text plain plaintext binary pem base raw encrypted header hint ' +
  'confirmation confirm again repeat new old current'
).split(' ');
const transparent = new Set(transparentEndings);

/** Before `token`, or as the name of its object, these mean a position in a list. */
const lists = 'page pages paging pagination next previous prev continuation cursor scroll'.split(
  ' ',
);

/** Before `token`, the others mean a piece of a text or a repeated request. */
const harmlessTokens = [
  ...lists,
  ...'sync skip delta resume resumption start stop special prompt completion input output cached'.split(
    ' ',
  ),
  ...'reasoning idempotency'.split(' '),
];

/** A name asks or counts with one of these as its first word, or `allow` just before the secret. */
const questions = new Set(
  'has is needs require requires enable show use uses with max min num total allow'.split(' '),
);

/** In characters. No person writes a longer name. */
const longestName = 200;
const longestOrdinary = 32;
const mostRemembered = 5000;
/** By the names of an object and its member; most names are asked for without an object. */
const remembered = new Map<string, boolean>();
const rememberedAlone = new Map<string, boolean>();

/** Whether a value with this name is a secret. `parent` is the name of the object that holds it. */
export function isSecretName(name: string, parent = ''): boolean {
  return isSecretShort(shorten(name), shorten(parent));
}

/** The end of a name decides. A client can send a long name, and each value below it asks again. */
function shorten(name: string): string {
  return name.length > longestName ? copyText(name.slice(-longestName)) : name;
}

function isSecretShort(name: string, parent: string): boolean {
  const isAlone = parent === '';
  const memory = isAlone ? rememberedAlone : remembered;
  const key = isAlone ? name : `${parent}\n${name}`;
  const known = memory.get(key);
  if (known !== undefined) return known;
  // Clients choose the names, so their number has no limit.
  if (memory.size >= mostRemembered) memory.clear();
  const isSecret = judge(name, parent);
  memory.set(key, isSecret);
  return isSecret;
}

/** Whether a header or a cookie holds a secret. In bodies, `session` and `sid` are harmless. */
export function isSecretCarrier(name: string): boolean {
  return isSecretName(name) || /^(?:.*[^a-z])?(?:sid|session)$/i.test(shorten(name));
}

/** The same for a query or a form, where `sid` may stand for a session cookie. */
export function isSecretPair(name: string): boolean {
  return isSecretName(name) || /(?:^|\.)sid$/i.test(name);
}

/** Whether a text looks like a name that a person chose, and not like a token. */
export function isOrdinaryName(name: string): boolean {
  return name.length <= longestOrdinary && /^[a-z][a-z_.-]*\d{0,2}$/i.test(name);
}

/**
 * Whether texts with this name are secrets, but objects are not. A text named `pass` is a password;
 * an object of that name is a ticket or the result of a test. An object named `credit_card` has a
 * number, and much that is no secret.
 */
export function isSecretTextName(name: string): boolean {
  return /^pass$|credit[^a-z]?cards?$/i.test(shorten(name));
}

/** Whether such numbers are counts: `tokens: 120`, `pass: 12`. In a list, only `tokens` are. */
export function isCount(name: string, isListed: boolean): boolean {
  const short = shorten(name);
  if (!/[a-z]s(?:\[\d*\])?$/i.test(short)) return false;
  const words = wordsOf(short);
  const last = singular(words.at(-1) ?? '');
  if (endings(words, last).some((ending) => digitEndings.has(ending))) return false;
  return !isListed || last === 'token';
}

/** Whether a number with this name is a measure: `expires_in: 3600`, `attempts: 3`. */
export function isMeasure(name: string): boolean {
  return measures.has(wordsOf(shorten(name)).at(-1) ?? '');
}

/** Whether a text under a secret's name tells anything: `token=true` and `tokens=12` do not. */
export function isTelling(name: string, text: string, isListed = false): boolean {
  if (/^(?:true|false|null|none|undefined|)$/i.test(text)) return false;
  return !(/^\d{1,15}$/.test(text) && isCount(name, isListed));
}

/** Steps in a name lead to members: `user[password]`, `user.password`, `/user/password`. */
function judge(name: string, parent: string): boolean {
  let above = wordsOf(parent);
  for (const step of name.split(/[[\].:/\s]+/)) {
    const words = wordsOf(step);
    if (words.length === 0) continue;
    if (isSecretMember(words, above)) return true;
    above = words;
  }
  return above.length === 1 && isSecretTextName(above[0] ?? '');
}

/** `key` in `api` and `number` in `card` are secrets. `id` is none: most objects have one. */
function isSecretMember(words: readonly string[], above: readonly string[]): boolean {
  const [word = '', ...more] = words;
  if (more.length > 0 || word === 'id') return endsInSecret(words);
  // The word alone comes first: `input.token` is no input token, `with.password` may be a password.
  if (endsInSecret(words))
    return !(singular(word) === 'token' && lists.includes(above.at(-1) ?? ''));
  return endsInSecret([...above, word]);
}

/** The words in lower case, without numbers at the end, for all common ways of writing names. */
function wordsOf(name: string): readonly string[] {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  const last = words.findLastIndex((word) => !/^\d/.test(word));
  return words.slice(0, last + 1).map((word) => word.toLowerCase());
}

function endsInSecret(words: readonly string[]): boolean {
  if (endsPlainly(words)) return true;
  const last = words.at(-1);
  return last !== undefined && words.length > 1 && transparent.has(last)
    ? endsInSecret(words.slice(0, -1))
    : false;
}

function endsPlainly(words: readonly string[]): boolean {
  const [first = ''] = words;
  const last = singular(words.at(-1) ?? '');
  const before = words.at(-2) ?? '';
  const isQuestion = words.length > 1 && (questions.has(first) || before === 'allow');
  if (isQuestion) return false;
  if (last === 'token') return !harmlessTokens.includes(before);
  if (endings(words, last).some((ending) => secretEndings.has(ending))) return true;
  return endsJoined(last);
}

/** Header names in lower case do not show their words: `secretaccesskey`, `tokenvalue`. */
function endsJoined(word: string): boolean {
  const ending = joinedEndings.find((one) => word.endsWith(one));
  if (ending !== undefined) {
    return !(ending === 'token' && isHarmless(word.slice(0, -ending.length)));
  }
  const behind = transparentEndings.find((one) => word.endsWith(one));
  return behind !== undefined && endsJoined(word.slice(0, -behind.length));
}

/** The last word of a name, alone and joined with the one or two before it. */
function endings(words: readonly string[], last: string): readonly string[] {
  const two = singular(words.at(-2) ?? '') + last;
  return [last, two, (words.at(-3) ?? '') + two];
}

/** Whether this, before `token`, makes a harmless name: `nextpagetoken`, `maxtokens`. */
function isHarmless(text: string): boolean {
  return text === 'max' || text === 'min' || harmlessTokens.some((word) => text.endsWith(word));
}

function singular(word: string): string {
  return /[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}
