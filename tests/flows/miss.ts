/** How a flow can go wrong. */
export type Trouble =
  /** Its path tells a person that it makes records of a collection, and the plan says otherwise. */
  | 'unseen'
  /** No valid request could be made. */
  | 'unmade'
  | 'refused'
  | 'failed'
  /** The referee finds that a reply breaks the contract. */
  | 'invalid'
  /** The second validator can't judge it. */
  | 'unchecked'
  /** Nothing in the reply of the create tells the key. */
  | 'keyless'
  /** A field came back as something else. */
  | 'unequal'
  /** A list lacks what was made. */
  | 'missing'
  /** What was deleted is still there. */
  | 'lingering'
  /** A record is seen under another parent. */
  | 'leaking'
  /** A number in the envelope of a list is not true. */
  | 'untrue';

/** What ends a flow before its end. */
export class Miss extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble, detail: string) {
    super(detail.slice(0, 700));
    this.trouble = trouble;
  }
}
