/** How a request carries a credential. */
export interface CarriedCredential {
  readonly headers: Readonly<Record<string, string>>;
  /** The plain values, which a client escapes. */
  readonly query: Readonly<Record<string, string>>;
  /** The values as the header `Cookie` has them. */
  readonly cookies: Readonly<Record<string, string>>;
}
