/** A case of the suite in which something else is expected here, and why. */
export interface Exception {
  readonly name: string;
  /** `loads`: the contract is refused; `judges`: verdicts differ; `generates`: no value is found. */
  readonly part: 'loads' | 'judges' | 'generates';
  readonly why: string;
}

const network =
  'its reference leads to another host, which is not asked without --allow-remote-refs';

export const exceptions: readonly Exception[] = [
  { name: 'defs: validate definition against metaschema', part: 'loads', why: network },
  { name: 'ref: remote ref, containing refs itself', part: 'loads', why: network },
  {
    name: 'dynamicRef: strict-tree schema, guards against misspelled properties',
    part: 'loads',
    why: network,
  },
  {
    name: 'dynamicRef: tests for implementation dynamic anchor and reference link',
    part: 'loads',
    why: network,
  },
  {
    name: 'dynamicRef: $ref and $dynamicAnchor are independent of order - $defs first',
    part: 'loads',
    why: network,
  },
  {
    name: 'dynamicRef: $ref and $dynamicAnchor are independent of order - $ref first',
    part: 'loads',
    why: network,
  },
  {
    name: 'dynamicRef: $ref to $dynamicRef finds detached $dynamicAnchor',
    part: 'loads',
    why: network,
  },
  {
    name: 'optional/unknownKeyword: $id inside an unknown keyword is not a real identifier',
    part: 'loads',
    why: 'contracts refer to schemas below unknown keywords, so an $id there counts, and it is claimed twice',
  },
  {
    name: 'dynamicRef: after leaving a dynamic scope, it is not used by a $dynamicRef',
    part: 'generates',
    why: 'the generator takes the first target of a $dynamicRef, whatever the scope',
  },
  {
    name: "not: collect annotations inside a 'not', even if collection is disabled",
    part: 'generates',
    why: 'the generator does not negate unevaluatedProperties',
  },
];
