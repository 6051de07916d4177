/** No value was found that meets a schema. */
export class Unsatisfiable extends Error {
  override readonly name = 'Unsatisfiable';
  /** Where in the value it can't be met. */
  readonly pointer: string;

  /** `rule` says what can not be met there: "must be …". */
  constructor(pointer: string, rule: string) {
    super(`no value was found for ${pointer || 'the whole'}: it ${rule}`);
    this.pointer = pointer;
  }
}
