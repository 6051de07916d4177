import type { JsonObject } from '../base/json.ts';

/**
 * What the tests of a project know of its contract: the file that `stuntdouble types` writes adds
 * `contract` here. Without it every name is a text.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface Register {}

/** The types of a contract, as `stuntdouble types` writes them. */
export interface ContractTypes {
  readonly operations: object;
  /** By method and path: the ids of their operations. */
  readonly routes: object;
  readonly collections: object;
  /** By collection: the member that is the key of its records, where a merge needs it. */
  readonly keys?: object;
}

/** A contract of which nothing is known. */
export interface AnyContract {
  readonly operations: Readonly<Record<string, AnyOperation>>;
  readonly routes: Readonly<Record<string, string>>;
  readonly collections: Readonly<Record<string, JsonObject>>;
  readonly keys: object;
}

interface AnyOperation {
  readonly success: number;
  readonly body: unknown;
  readonly replies: Readonly<Record<number, AnyReply>>;
}

interface AnyReply {
  readonly body: unknown;
  readonly example: string;
}

/** The contract of the project, where it has types for one. */
export type UsualContract = Register extends {
  readonly contract: infer Known extends ContractTypes;
}
  ? Known
  : AnyContract;

/** The names of a map; any text where it has none, as where nothing is known. */
type NameIn<Map> = [keyof Map] extends [never] ? string : Extract<keyof Map, string>;

/** The id of an operation, or its method and path. */
export type OperationName<Known extends ContractTypes> =
  | NameIn<Known['operations']>
  | NameIn<Known['routes']>;

export type CollectionName<Known extends ContractTypes> = NameIn<Known['collections']>;

/** What is taken where nothing is known of the contract, and what is taken otherwise. */
export type Typed<Known extends ContractTypes, Plain, Precise> = AnyContract extends Known
  ? Plain
  : Precise;

/** A record with the keys of its parents. */
export type RecordOf<Known extends ContractTypes, Name extends CollectionName<Known>> = Typed<
  Known,
  JsonObject,
  ObjectIn<Known['collections'][Name & keyof Known['collections']]> & KeyOf<Known, Name>
>;

/** Without null and other values, which a schema may allow and no record is. */
type ObjectIn<Value> = unknown extends Value ? JsonObject : Extract<Value, object>;

/** What a call takes: `Held`, or any object where it is not held to the contract. */
type Given<Known extends ContractTypes, Held, IsChecked extends boolean> = Typed<
  Known,
  JsonObject,
  IsChecked extends false ? Readonly<Record<string, unknown>> : Held
>;

/** A record to write: a whole one. */
export type WrittenRecord<
  Known extends ContractTypes,
  Name extends CollectionName<Known>,
  IsChecked extends boolean = true,
> = Given<Known, RecordOf<Known, Name>, IsChecked>;

/** What to change of a record, or a whole one: its key, and any other members. */
export type MergedRecord<
  Known extends ContractTypes,
  Name extends CollectionName<Known>,
  IsChecked extends boolean = true,
> = Given<Known, PartOf<RecordOf<Known, Name>> & KeyOf<Known, Name>, IsChecked>;

/** The member that says which record it is. */
type KeyOf<
  Known extends ContractTypes,
  Name extends CollectionName<Known>,
> = Name extends keyof Known['keys']
  ? {
      readonly [Key in Extract<Known['keys'][Name], string>]: KnownOr<
        string | number,
        MemberOf<Known['collections'][Name & keyof Known['collections']], Key>
      >;
    }
  : unknown;

type KnownOr<Other, Value> = [Value] extends [never] ? Other : Value;

type MemberOf<Value, Name extends string> = Value extends { readonly [Key in Name]?: infer Found }
  ? Exclude<Found, null | undefined>
  : never;

/** Some members of a value, and of what is inside it; null removes one that need not be there. */
export type PartOf<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? {
        readonly [Name in keyof Value]?:
          | PartOf<Value[Name]>
          | (object extends Pick<Value, Name> ? null : never);
      }
    : Value;

export type OperationOf<
  Known extends ContractTypes,
  Name extends OperationName<Known>,
> = Name extends keyof Known['operations']
  ? Known['operations'][Name]
  : Name extends keyof Known['routes']
    ? Known['operations'][Known['routes'][Name] & keyof Known['operations']]
    : AnyOperation;

/** The replies of an operation, by status. */
export type RepliesOf<Operation> = Operation extends { readonly replies: infer Replies }
  ? Replies
  : never;

type Member<Reply, Name extends string> =
  Reply extends Readonly<Record<Name, infer Value>> ? Value : never;

/** One reply for each status, so that a body fits its status; of several operations those of each. */
export type ReplyOf<Operation> = Operation extends unknown
  ? {
      [Status in keyof RepliesOf<Operation>]: {
        readonly status: StatusIn<Status, keyof RepliesOf<Operation>>;
        readonly body: Member<RepliesOf<Operation>[Status], 'body'>;
        readonly example: Member<RepliesOf<Operation>[Status], 'example'>;
      };
    }[keyof RepliesOf<Operation>]
  : never;

/** The statuses that a declared `200`, `4XX` or `default` stands for, beside those that have a declaration of their own. */
type StatusIn<Status, Declared> = Status extends number
  ? Status
  : Status extends `${infer Class}XX`
    ? Exclude<InClass<Class>, Declared>
    : Exclude<InClass<'2' | '3' | '4' | '5'>, Declared | InClassesOf<Declared>>;

type InClassesOf<Declared> = Declared extends `${infer Class}XX` ? InClass<Class> : never;
type InClass<Class extends string> = NumberOf<`${Class}${Digit}${Digit}`>;
type NumberOf<Text> = Text extends `${infer Value extends number}` ? Value : never;
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

/** The names of the path parameters of an operation; of several operations those of each. */
export type PathNameOf<Operation> = Operation extends {
  readonly parameters: { readonly path: infer Path };
}
  ? Extract<keyof Path, string>
  : never;

/** The body of a success. */
export type SuccessOf<Operation> = Operation extends { readonly success: infer Status }
  ? Extract<ReplyOf<Operation>, { readonly status: Status }>
  : never;
