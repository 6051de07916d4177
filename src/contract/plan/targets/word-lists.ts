import { plainName, wordsOf } from '../../../base/names.ts';
import type { Target, WordList } from '../plan.ts';
import type { Lens } from '../views/evidence.ts';
import { findEntry, shownBy } from '../views/evidence.ts';
import { replyOf } from '../views/record-spots.ts';
import type { OperationEntry, PathSite } from '../views/sites.ts';
import type { TextList } from '../views/text-lists.ts';
import { isTexts, isWritten, listIn, sentIn } from '../views/text-lists.ts';
import type { Sight, SiteRecords, TargetContext } from './target-context.ts';
import { nounOf, sightAbove, stateful, toldBy } from './target-context.ts';

/**
 * `GET /contacts/{id}/labels` that answers with texts, beside a POST or PUT with a list of texts: the
 * words are kept in the record's own member of that name, else by themselves.
 */
export function wordTarget(
  context: TargetContext,
  entry: OperationEntry,
  site: PathSite,
  place: SiteRecords,
): Target | undefined {
  const list = listAt(context, site);
  const change = list && changeIn(context.lens, entry, site);
  if (!change) return undefined;
  const home = homeOf(context, entry, site) ?? ownPlace(place, list);
  return home && keeping(context, entry, home, { ...change, kept: home.kept, schema: list.schema });
}

/** `PUT /repos/{id}/topics/{topic}` adds a word to those of `/repos/{id}/topics`, and DELETE removes it. */
export function oneWordTarget(
  context: TargetContext,
  entry: OperationEntry,
  site: PathSite,
): Target | undefined {
  const { method, body } = entry.operation;
  const { pathPattern } = entry;
  const list = ['PUT', 'POST', 'DELETE'].includes(method) && !body && listAt(context, site);
  if (!list) return undefined;
  const references = pathPattern.references.slice(0, -1);
  const above = { ...pathPattern, steps: pathPattern.steps.slice(0, -1), references };
  const place = { ...entry, pathPattern: above };
  const home = homeOf(context, place, site);
  const change = method === 'DELETE' ? 'remove' : 'add';
  const named = pathPattern.passed + references.length;
  const words = { change, sent: [], named, schema: list.schema } as const;
  return home && keeping(context, place, home, { ...words, kept: home.kept });
}

/** The list that a place shows, if a request may write it. */
function listAt({ lens }: TargetContext, site: PathSite): TextList | undefined {
  const reading = findEntry(site.whole, 'GET');
  const reply = reading && replyOf(reading.operation);
  const list = reply && listIn(lens, reply);
  return list && isWritten(lens, site) ? list : undefined;
}

function keeping(
  context: TargetContext,
  entry: OperationEntry,
  { sight }: WordHome,
  found: WordList,
): Target {
  const { records } = context.lens;
  const { identity, evidence } = sight.view;
  const record = shownBy(records, entry, evidence.name);
  const isRecord = identity !== undefined && record?.identity === identity;
  const reply = isRecord ? undefined : replyOf(entry.operation);
  const steps = reply && listIn(context.lens, reply)?.steps;
  const words: WordList = { ...found, ...(steps && { shown: steps }) };
  const role = words.change === 'none' ? 'read' : 'merge';
  const what = `the words in "${words.kept.join('.')}" of ${nounOf(context, sight.group)}`;
  const why = `${does[words.change]} ${what}`;
  const shown = isRecord ? { steps: record.steps, schema: record.schema } : undefined;
  return stateful(context, entry, sight, { role, shown, words, why });
}

const does: Readonly<Record<WordList['change'], string>> = {
  none: 'shows',
  add: 'adds to',
  replace: 'replaces',
  remove: 'takes those that the request names from',
  'remove-all': 'removes',
};

/**
 * PUT and PATCH replace the words; so does a POST that is the only way to change them, while beside a
 * PUT it adds. A text that says otherwise is right.
 */
function changeIn(
  lens: Lens,
  entry: OperationEntry,
  { whole }: PathSite,
): Pick<WordList, 'change' | 'sent'> | undefined {
  const { method, body } = entry.operation;
  if (method === 'GET') return { change: 'none', sent: [] };
  const sent = sentIn(lens, entry);
  if (method === 'DELETE') {
    if (sent) return { change: 'remove', sent };
    return body ? undefined : { change: 'remove-all', sent: [] };
  }
  if (!sent) return undefined;
  const told = toldBy(entry.operation);
  if (/\b(?:overwrit|replac|sets?\b)/i.test(told)) return { change: 'replace', sent };
  const isBeside = ['PUT', 'PATCH'].some((one) => findEntry(whole, one) !== undefined);
  const isAdding = /\b(?:adds?|appends?|attach)/i.test(told) || (method === 'POST' && isBeside);
  return { change: isAdding ? 'add' : 'replace', sent };
}

interface WordHome {
  readonly sight: Sight;
  readonly kept: readonly string[];
}

/** The record above, if it has a list of words with the name of the place. */
function homeOf(
  context: TargetContext,
  entry: OperationEntry,
  { segment }: PathSite,
): WordHome | undefined {
  const { steps, references } = entry.pathPattern;
  const sight = sightAbove(context, entry);
  const schema = sight && context.collections.get(sight.group)?.schema;
  const isNext = steps.at(-2)?.kind === 'parameter' && references.length > 0;
  if (!sight || !schema || !isNext || sight.view.kind !== 'items') return undefined;
  const { records } = context.lens;
  const wanted = [segment, wordsOf(segment).at(-1) ?? segment].map(plainName);
  const name = wanted
    .map((one) => records.plainMembers(schema).get(one))
    .find((one) => one !== undefined);
  const member = name === undefined ? undefined : records.members(schema).get(name);
  return name !== undefined && member && isTexts(context.lens, member)
    ? { sight, kept: [name] }
    : undefined;
}

/** The words by themselves, if the place shows nothing else. */
function ownPlace(
  { single, many }: SiteRecords,
  { steps, isAlone }: TextList,
): WordHome | undefined {
  const isOnly = isAlone && single !== undefined && !many;
  if (!isOnly) return undefined;
  const around = single.view.evidence.single?.steps.length ?? 0;
  const kept = steps.slice(around);
  return { sight: single, kept: kept.length > 0 ? kept : bareMember };
}

/** Where a list without a name is kept. */
const bareMember = ['values'];
