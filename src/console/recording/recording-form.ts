import {
  both,
  having,
  kind,
  later,
  listOf,
  mapOf,
  moment,
  number,
  object,
  oneOf,
  orNull,
  text,
  truth,
  whole,
} from './check.ts';
import type { Check } from './check.ts';

// What a recording has to be so that every view can show it: the schema of the control API, and the
// members that it leaves open and the console reads.

const textOrNull = orNull(text);
const wholeOrNull = orNull(whole);
const texts = listOf(text);
const headers = mapOf(text);

const version = having({
  name: oneOf('stuntdouble'),
  version: text,
  control_prefix: text,
  contract: having({ title: text, version: text, fingerprint: text, operations: whole }),
});

const world = having(
  {
    name: text,
    from: textOrNull,
    scenario: textOrNull,
    seed: text,
    now: moment,
    frozen: truth,
    version: whole,
    changed: truth,
  },
  { made_at: moment, used_at: moment },
);

const force = { id: text, what: text };
const forced = orNull(
  having(
    { by: oneOf('override', 'fault', 'header', 'preference'), ...force },
    { also: listOf(having({ by: oneOf('override', 'fault', 'header'), ...force })) },
  ),
);

const delivery = orNull(
  having({
    by: forced,
    delay_ms: number,
    bytes_per_second: orNull(number),
    end: having({ kind: oneOf('whole', 'reset', 'hang', 'cut') }, { after: wholeOrNull }),
    state: oneOf('none', 'waiting', 'sending', 'done', 'left'),
    sent: oneOf('nothing', 'part', 'whole'),
  }),
);

const problem = orNull(having({ code: text, detail: text }));

const violations = listOf(
  having({
    in: oneOf('path', 'query', 'header', 'cookie', 'body'),
    pointer: text,
    message: text,
    keyword: text,
  }),
);

const change = having({
  collection: text,
  key: text,
  parents: mapOf(text),
  before: orNull(object),
  after: orNull(object),
});

const explanation = having({
  sentences: texts,
  operation: orNull(
    having({ id: text, method: text, path: text, role: text, collection: textOrNull, why: text }),
  ),
  parameters: object,
  refused_by: textOrNull,
  source: having({ kind: text, collection: textOrNull, key: textOrNull }),
  nearest: listOf(having({ operation: text, method: text, path: text, differences: texts })),
});

const request = having(
  {
    id: whole,
    time: moment,
    duration_ms: number,
    world: text,
    operation: textOrNull,
    request: having({ method: text, path: text, query: text, headers }, { body_note: text }),
    reply: having({ status: whole, headers }, { body_note: text }),
    changed: both(
      whole,
      kind('0 or more', (value) => Number(value) >= 0),
    ),
    credentials: texts,
    verdict: oneOf('served', 'refused', 'breach', 'unmatched'),
    problem,
    violations,
    unknown_query: both(
      listOf(having({ name: text, nearest: textOrNull, message: text })),
      kind('a list of at most 10', (value) => Array.isArray(value) && value.length <= 10),
    ),
    forced,
    delivery,
    forwarded_to: textOrNull,
    changes: listOf(change),
  },
  { changes_note: text, explanation },
);

const override = having(
  {
    id: kind(
      'a name of up to 64 letters, digits, ., - and _',
      (value) => typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(value),
    ),
    world: text,
    hits: whole,
    left: wholeOrNull,
  },
  { operation: text, notice: text },
);

const credential = having(
  { name: text, scheme: text, value: text, scopes: texts },
  { expires_at: moment, only: mapOf(texts), label: text, notice: text },
);

const response = having({ status: text, description: textOrNull, media: texts, examples: texts });

const plan = having({
  contract: object,
  collections: listOf(having({ name: text, transitions: texts })),
  operations: listOf(
    having({
      id: text,
      method: text,
      path: text,
      role: text,
      does: text,
      collection: textOrNull,
      why: text,
      summary: textOrNull,
      tag: textOrNull,
      deprecated: truth,
      responses: listOf(response),
      security: listOf(listOf(having({ scheme: text, scopes: texts }))),
    }),
  ),
  summary: object,
  auth: oneOf('strict', 'presence', 'off'),
  security_schemes: listOf(
    having({
      name: text,
      type: text,
      description: textOrNull,
      in: oneOf('header', 'query', 'cookie', null),
      carrier: textOrNull,
      authorization: textOrNull,
      scopes: listOf(having({ name: text, description: textOrNull })),
    }),
  ),
});

const field: Check = having(
  {
    name: text,
    types: texts,
    is_required: truth,
    is_read_only: truth,
    is_write_only: truth,
    is_nullable: truth,
  },
  {
    title: text,
    description: text,
    format: text,
    pattern: text,
    enum: listOf(() => undefined),
    minimum: number,
    maximum: number,
    min_length: number,
    max_length: number,
    is_open: truth,
    fields: later(() => listOf(field)),
    items: later(() => field),
  },
);

const collection = having({
  name: text,
  count: whole,
  made_up: whole,
  kind: oneOf('items', 'singleton', 'links'),
  key: textOrNull,
  is_complete: truth,
  of: textOrNull,
  parents: listOf(having({ parameter: text, collection: textOrNull, is_optional: truth })),
  references: listOf(having({ member: text, collection: text })),
  referred_by: listOf(having({ collection: text }, { member: text, parameter: text })),
  fields: listOf(field),
  total: whole,
  records: listOf(having({ key: text, parents: mapOf(text), is_made_up: truth, record: object })),
});

/** Why a document is no recording; undefined: it is one. */
export function findFault(document: unknown): string | undefined {
  try {
    return recording(document, '');
  } catch (error) {
    // What calls itself too often for the browser.
    if (error instanceof RangeError) return 'its fields are nested too deep';
    throw error;
  }
}

const recording = having({
  format: oneOf(1),
  made_at: moment,
  server: version,
  world,
  requests: listOf(request),
  has_all_requests: truth,
  overrides: listOf(override),
  credentials: listOf(credential),
  plan,
  collections: listOf(collection),
});
