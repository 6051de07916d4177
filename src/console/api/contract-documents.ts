// What the control API shows of the contract: the members that the console uses.

/** A contract that is served, or a file that a contract refers to. */
export interface ServedDocument {
  readonly name: string;
  readonly role: 'contract' | 'referred';
  readonly title: string | null;
  readonly version: string | null;
}

export interface Findings {
  readonly count: number;
  readonly untried: number;
  readonly findings: readonly Finding[];
}

export interface Finding {
  readonly severity: 'fault' | 'warning';
  readonly message: string;
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly pointer: string | null;
  readonly frame: string | null;
}

export interface Overlay {
  readonly file: string;
  readonly title: string;
  readonly version: string;
  readonly extends: string | null;
  readonly actions: readonly OverlayAction[];
}

export interface OverlayAction {
  readonly target: string;
  readonly description: string | null;
  readonly does: 'update' | 'copy' | 'remove';
  readonly text: string | null;
  readonly is_cut: boolean;
  readonly count: number;
  readonly places: readonly { readonly contract: string; readonly pointer: string }[];
}
