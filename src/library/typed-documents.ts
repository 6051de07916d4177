import type { RequestEntry } from '../traffic/journal/entry.ts';
import type { RequestFilter } from '../traffic/journal/filter.ts';
import type {
  MockAct as PlainAct,
  MockConditions,
  MockExpectation as PlainExpectation,
  MockFault as PlainFault,
  MockMatch as PlainMatch,
  MockOverride as PlainOverride,
  MockReply as PlainReply,
} from '../traffic/documents.ts';
import type {
  ContractTypes,
  OperationName,
  OperationOf,
  PartOf,
  PathNameOf,
  ReplyOf,
  SuccessOf,
  Typed,
  UsualContract,
} from './contract-types.ts';

/** What matching requests get instead of the usual: `reply`, `fault`, both, or a `sequence`. */
export type MockOverride<
  Known extends ContractTypes = UsualContract,
  Name extends OperationName<Known> = OperationName<Known>,
  IsBreach extends boolean = boolean,
> = Typed<
  Known,
  PlainOverride,
  Omit<PlainOverride, 'operation' | 'match' | 'reply' | 'fault' | 'sequence'> & {
    /** The id of an operation, or its method and path. Default: all. */
    readonly operation?: Name;
    readonly match?: PreciseMatch<OperationOf<Known, Name>>;
    readonly reply?: PreciseReply<OperationOf<Known, Name>, IsBreach>;
    readonly fault?: PreciseFault<Known, Name>;
    /** One step for each request; after the last step, requests get the usual reply. */
    readonly sequence?: readonly (
      | (Omit<PlainAct, 'reply' | 'fault'> & {
          readonly reply?: PreciseReply<OperationOf<Known, Name>>;
          readonly fault?: PreciseFault<Known, Name>;
        })
      | { readonly pass: true }
    )[];
  }
>;

/** A reply that does not depend on the state. */
export type MockReply<
  Known extends ContractTypes = UsualContract,
  Name extends OperationName<Known> = OperationName<Known>,
> = Typed<Known, PlainReply, PreciseReply<OperationOf<Known, Name>>>;

type PreciseMatch<Operation> = Omit<PlainMatch, 'path'> & {
  readonly path?: { readonly [Name in PathNameOf<Operation>]?: MockConditions[string] };
};

type PreciseFault<Known extends ContractTypes, Name extends OperationName<Known>> = Omit<
  PlainFault,
  'status'
> & {
  /** A status that the operation declares, or several from which one is drawn. */
  readonly status?:
    | StatusOf<Known, Name>
    | ClassesOf<StatusOf<Known, Name>>
    // For all operations it is enough that one declares one of them.
    | readonly (OperationName<Known> extends Name ? number : StatusOf<Known, Name>)[];
};

type StatusOf<Known extends ContractTypes, Name extends OperationName<Known>> = Extract<
  ReplyOf<OperationOf<Known, Name>>['status'],
  number
>;

/** `4XX` where there is a 404, and `any` where there is any error. */
type ClassesOf<Status extends number> =
  | Extract<ClassOf<Status>, '2XX' | '3XX' | '4XX' | '5XX'>
  | (ClassOf<Status> extends infer Class ? (Class extends '4XX' | '5XX' ? 'any' : never) : never);

type ClassOf<Status extends number> = `${Status}` extends `${infer Class}${string}`
  ? `${Class}XX`
  : never;

/**
 * A breach takes any body. Where it is one type with the others, the compiler lets misspelt members
 * of their bodies pass, too; so a call asks whether its reply is one.
 */
type PreciseReply<Operation, IsBreach extends boolean = boolean> = Pick<PlainReply, 'headers'> & {
  readonly breach?: IsBreach;
} & (IsBreach extends true
    ? PlainBreach
    : DeclaredReply<Operation> | PatchedReply<SuccessOf<Operation>['body']>);

interface NoReply {
  readonly status?: never;
  readonly example?: never;
  readonly body?: never;
  readonly patch?: never;
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
  /** A list of operations is not the list that a reply has. */
  readonly patch: PartOf<Exclude<Body, readonly unknown[] | undefined>> | readonly PatchOperation[];
}

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
export type MockExpectation<
  Known extends ContractTypes = UsualContract,
  Name extends OperationName<Known> = OperationName<Known>,
> = ExpectationBut<never, Known, Name>;

/** Without some members, which a handle decides itself. */
export type ExpectationBut<
  Own extends string,
  Known extends ContractTypes,
  Name extends OperationName<Known>,
> = Typed<
  Known,
  Omit<PlainExpectation, Own>,
  Omit<PlainExpectation, 'operation' | 'match' | Own> & {
    /** The id of an operation. */
    readonly operation: Name;
    readonly match?: PreciseMatch<OperationOf<Known, Name>>;
  }
>;

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
