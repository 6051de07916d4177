import type { RequestEntry } from '../traffic/journal/entry.ts';
import type { RequestFilter } from '../traffic/journal/filter.ts';
import type {
  MockAct as PlainAct,
  MockExpectation as PlainExpectation,
  MockOverride as PlainOverride,
  MockReply as PlainReply,
} from '../traffic/documents.ts';
import type {
  ContractTypes,
  OperationName,
  OperationOf,
  ReplyOf,
  SuccessOf,
  Typed,
  UsualContract,
} from './contract-types.ts';

/** What matching requests get instead of the usual: `reply`, `fault`, both, or a `sequence`. */
export type MockOverride<
  Known extends ContractTypes = UsualContract,
  Name extends OperationName<Known> = OperationName<Known>,
> = Typed<
  Known,
  PlainOverride,
  Omit<PlainOverride, 'operation' | 'reply' | 'sequence'> & {
    /** The id of an operation, or its method and path. Default: all. */
    readonly operation?: Name;
    readonly reply?: PreciseReply<OperationOf<Known, Name>>;
    /** One step for each request; after the last step, requests get the usual reply. */
    readonly sequence?: readonly (
      | (Omit<PlainAct, 'reply'> & { readonly reply?: PreciseReply<OperationOf<Known, Name>> })
      | { readonly pass: true }
    )[];
  }
>;

/** A reply that does not depend on the state. */
export type MockReply<
  Known extends ContractTypes = UsualContract,
  Name extends OperationName<Known> = OperationName<Known>,
> = Typed<Known, PlainReply, PreciseReply<OperationOf<Known, Name>>>;

type PreciseReply<Operation> = Pick<PlainReply, 'headers'> &
  (DeclaredReply<Operation> | PatchedReply<SuccessOf<Operation>['body']> | PlainBreach);

interface NoReply {
  readonly status?: never;
  readonly example?: never;
  readonly body?: never;
  readonly patch?: never;
  readonly breach?: false;
}

type DeclaredReply<Operation> = Omit<NoReply, 'status' | 'body' | 'example'> &
  (
    | OptionalParts<ReplyOf<Operation>>
    | {
        readonly status?: never;
        readonly body?: SuccessOf<Operation>['body'];
        readonly example?: ReplyOf<Operation>['example'];
      }
  );

interface PatchedReply<Body> extends Omit<NoReply, 'patch'> {
  readonly patch: PartOf<Body> | readonly PatchOperation[];
}

/** Some members of a value, and of what is inside it; null removes one. */
type PartOf<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]?: PartOf<Value[Name]> | null }
    : Value;

/** RFC 6902. */
interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** For each status by itself. */
type OptionalParts<Reply> = Reply extends {
  readonly status: infer Status;
  readonly body: infer Body;
  readonly example: infer Example;
}
  ? { readonly status: Status; readonly body?: Body; readonly example?: Example }
  : never;

/** What breaks the contract is not held to it. */
interface PlainBreach extends Omit<PlainReply, 'breach'> {
  readonly breach: true;
}

/** Which calls of an operation are expected, and how often. Default: at least once. */
export type MockExpectation<Known extends ContractTypes = UsualContract> = Omit<
  PlainExpectation,
  'operation'
> & {
  /** The id of an operation. */
  readonly operation: OperationName<Known>;
};

/** Which requests to return. An absent member accepts all. */
export type MockRequestFilter<Known extends ContractTypes = UsualContract> = Omit<
  RequestFilter,
  'operation'
> & {
  /** The id of an operation. */
  readonly operation?: OperationName<Known> | undefined;
  /** Returns at most so many, the newest. */
  readonly limit?: number;
};

/** A request with its reply. */
export type MockRequest<
  Known extends ContractTypes = UsualContract,
  Name extends OperationName<Known> = OperationName<Known>,
> = Typed<Known, RequestEntry, PreciseRequest<OperationOf<Known, Name>>>;

type PreciseRequest<Operation> = Operation extends { readonly body: infer Body }
  ? Omit<RequestEntry, 'request' | 'reply'> & {
      readonly request: Omit<RequestEntry['request'], 'body'> & { readonly body: Body | undefined };
      readonly reply: PreciseEntryReply<ReplyOf<Operation>>;
    }
  : never;

type PreciseEntryReply<Reply> = Reply extends {
  readonly status: infer Status;
  readonly body: infer Body;
}
  ? Omit<RequestEntry['reply'], 'status' | 'body'> & {
      readonly status: Status;
      readonly body: Body | undefined;
    }
  : never;
