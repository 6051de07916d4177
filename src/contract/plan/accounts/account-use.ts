/** What an operation does with the account of a person, besides what its role says. */
export interface AccountUse {
  /** `own`: it acts on the record of the client. `change`: it may change a password. */
  readonly kind: 'sign-up' | 'log-in' | 'log-out' | 'own' | 'change';
  /** Where the request body has the password. */
  readonly secret: readonly string[] | undefined;
  /** Where the request body has what the person logs in with: addresses and user names. */
  readonly names: readonly (readonly string[])[];
  /** Where the reply has a token. */
  readonly token: readonly string[] | undefined;
  /** The reply to a log-in is a record of another collection: its key is not that of the person. */
  readonly showsOther?: boolean;
}
