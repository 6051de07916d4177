// What the control API shows, as src/control/openapi.yaml describes it: the members that the console uses.

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

export interface Version {
  readonly version: string;
  /** The path of the control API below that of the server. */
  readonly control_prefix: string;
  readonly contract: {
    readonly title: string;
    readonly version: string;
    readonly fingerprint: string;
    readonly operations: number;
  };
}

/** Who may use the control API from here. */
export interface Session {
  readonly access: 'open' | 'token' | 'closed';
  readonly signed_in: boolean;
  readonly detail: string | null;
  /** Each visitor has a world of its own, and only requests with this name another; null: they need nothing. */
  readonly world_pass: string | null;
}

export interface World {
  readonly name: string;
  readonly version: number;
  /** What its clock shows. */
  readonly now: string;
  readonly frozen: boolean;
}

export type Verdict = 'served' | 'refused' | 'breach' | 'unmatched';

/** A request of the journal; `brief` ones have no headers, bodies and changes. */
export interface RequestDocument {
  readonly id: number;
  readonly time: string;
  readonly duration_ms: number;
  readonly world: string;
  readonly operation: string | null;
  readonly request: Message & {
    readonly method: string;
    readonly path: string;
    readonly query: string;
  };
  readonly reply: Message & { readonly status: number };
  readonly credentials: readonly string[];
  readonly verdict: Verdict;
  readonly problem: { readonly code: string; readonly detail: string } | null;
  readonly violations: readonly Violation[];
  readonly unknown_query: readonly { readonly name: string; readonly message: string }[];
  readonly forced: Forced | null;
  readonly delivery: DeliveryDocument | null;
  readonly forwarded_to: string | null;
  /** How many records it changed. */
  readonly changed: number;
  readonly changes?: readonly Change[];
  readonly changes_note?: string;
}

interface DeliveryDocument {
  readonly delay_ms: number;
  readonly end: { readonly kind: string };
  /** Recordings of older servers have none; neither `sent`. */
  readonly state?: 'none' | 'waiting' | 'sending' | 'done' | 'left';
  readonly sent?: 'nothing' | 'part' | 'whole';
}

export interface Message {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly body_note?: string;
}

export interface Violation {
  readonly in: string;
  readonly pointer: string;
  readonly message: string;
  readonly keyword: string;
}

export interface Forced {
  readonly by: string;
  readonly id: string;
  readonly what: string;
}

export interface Change {
  readonly collection: string;
  readonly key: string;
  readonly parents: Readonly<Record<string, string>>;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}

export interface RequestList {
  readonly count: number;
  readonly is_complete: boolean;
  readonly requests: readonly RequestDocument[];
}

export interface Explanation {
  readonly sentences: readonly string[];
  readonly operation: {
    readonly id: string;
    readonly method: string;
    readonly path: string;
    readonly role: string;
    readonly collection: string | null;
    readonly why: string;
  } | null;
  /** The decoded parameters of the path. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly refused_by: string | null;
  readonly source: {
    readonly kind: string;
    readonly collection: string | null;
    readonly key: string | null;
  };
  readonly nearest: readonly {
    readonly operation: string;
    readonly method: string;
    readonly path: string;
    readonly differences: readonly string[];
  }[];
}

export interface PlannedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly role: string;
  readonly does: string;
  readonly collection: string | null;
  readonly why: string;
  readonly summary: string | null;
  readonly tag: string | null;
  readonly deprecated: boolean;
  readonly responses: readonly {
    readonly status: string;
    readonly description: string | null;
    readonly media: readonly string[];
    readonly examples: readonly string[];
  }[];
}

export interface Override {
  readonly id: string;
  readonly world: string;
  readonly operation?: string;
  readonly hits: number;
  readonly left: number | null;
  readonly notice?: string;
}

/** What a clock of a world shows. */
export interface Clock {
  readonly now: string;
  readonly frozen: boolean;
}

export interface Credential {
  readonly name: string;
  readonly scheme: string;
  /** In lists at most its beginning. */
  readonly value: string;
  readonly scopes: readonly string[];
  readonly expires_at?: string;
  readonly only?: Readonly<Record<string, readonly string[]>>;
  readonly label?: string;
  /** Why it changes nothing. */
  readonly notice?: string;
}

/** A credential with its value and with what a request sends. */
export interface SentCredential extends Credential {
  readonly send: CarriedCredential | null;
}

export interface CarriedCredential {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
}

/** The plan, for those who look at credentials. */
export interface SecurityPlan {
  readonly auth: 'strict' | 'presence' | 'off';
  readonly security_schemes: readonly SecurityScheme[];
  readonly operations: readonly SecuredOperation[];
  readonly collections: readonly {
    readonly name: string;
    /** What happens to its records without a request. */
    readonly transitions: readonly string[];
  }[];
}

export interface SecurityScheme {
  readonly name: string;
  readonly type: string;
  readonly description: string | null;
  readonly in: 'header' | 'query' | 'cookie' | null;
  readonly carrier: string | null;
  readonly authorization: string | null;
  readonly scopes: readonly { readonly name: string; readonly description: string | null }[];
}

export interface SecuredOperation extends PlannedOperation {
  /** Alternatives of schemes that a request needs together. */
  readonly security: readonly (readonly {
    readonly scheme: string;
    readonly scopes: readonly string[];
  }[])[];
}

/** A world as `GET /worlds` lists it. */
export interface WorldDocument extends World {
  /** The snapshot that it was made from. */
  readonly from: string | null;
  readonly scenario: string | null;
  readonly seed: string;
  readonly now: string;
  readonly frozen: boolean;
  /** Whether its records differ from those that it was made from. */
  readonly changed: boolean;
  /** Private worlds only. */
  readonly made_at?: string;
  readonly used_at?: string;
}

export interface ChangeList {
  readonly count: number;
  readonly changes: readonly Change[];
}

export interface Snapshot {
  readonly name: string;
  readonly world: string;
  readonly saved_at: string;
}

export interface Scenario {
  readonly name: string;
  readonly description: string | null;
  readonly place: string | null;
}

/** Which servers share the state; none where this one has its own. */
export interface ReplicaList {
  readonly owner: { readonly url: string; readonly epoch: number; readonly since: string } | null;
  readonly replicas: readonly {
    readonly url: string;
    readonly is_owner: boolean;
    readonly serves_same: boolean;
  }[];
}
