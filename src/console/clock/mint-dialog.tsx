import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import { messageOf, part, Refusal } from '../api/client.ts';
import type { Credential, SecurityPlan, SentCredential } from '../api/documents.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useConsole } from '../shell/console.ts';
import { describeScheme, schemeToMint } from './access.ts';
import { ExpiryField, OnlyField, ScopesField, TextField } from './mint-fields.tsx';
import type { MintDraft } from './mint-wish.ts';
import { beginDraft, pathParametersOf, writeWish } from './mint-wish.ts';
import { MintedCredential } from './minted-credential.tsx';
import { toInput } from './times.ts';

interface MintDialogProps {
  readonly plan: SecurityPlan;
  /** The credential that is duplicated. */
  readonly from: Credential | undefined;
  /** The time of the world. */
  now(this: void): number;
  onClose(this: void): void;
}

export function MintDialog({ plan, from, now, onClose }: MintDialogProps): ComponentChild {
  const minting = useMinting(now);
  const [draft, setDraft] = useState(() =>
    beginDraft(schemeToMint(plan), from, toInput(now() + 86_400_000)),
  );
  const title = from ? `Duplicate ${from.name}` : 'Mint a credential';
  if (minting.minted)
    return (
      <Dialog title={`Minted ${minting.minted.name}`} onClose={onClose}>
        <MintedCredential credential={minting.minted} plan={plan} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack mint"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void minting.mint(draft);
        }}
      >
        <Fields
          plan={plan}
          draft={draft}
          faults={minting.faults}
          onChange={(more) => setDraft({ ...draft, ...more })}
        />
        {minting.faults.has('') && (
          <p class="fault" role="alert">
            {minting.faults.get('')}
          </p>
        )}
        <p class="row">
          <button class="main" disabled={minting.isBusy}>
            Mint
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </p>
        <p class="soft">It counts in this world until it is reset or dropped.</p>
      </form>
    </Dialog>
  );
}

interface Minting {
  readonly minted: SentCredential | undefined;
  readonly isBusy: boolean;
  /** By member of the credential; the empty name has those of none. */
  readonly faults: ReadonlyMap<string, string>;
  mint(this: void, draft: MintDraft): Promise<void>;
}

function useMinting(now: () => number): Minting {
  const { api } = useConsole();
  const [minted, setMinted] = useState<SentCredential>();
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  return {
    minted,
    isBusy,
    faults,
    async mint(draft) {
      const wish = writeWish(draft, now());
      if (typeof wish === 'string') {
        setFaults(new Map([['expires_at', wish]]));
        return;
      }
      setBusy(true);
      try {
        const made = await api.send<Credential>('POST', 'credentials', wish);
        const named = await api.get<readonly SentCredential[]>(`credentials/${part(made.name)}`);
        const send = named.find(
          ({ scheme, value }) => scheme === made.scheme && value === made.value,
        );
        setMinted({ ...made, send: send?.send ?? null });
      } catch (error) {
        setFaults(readFaults(error));
      }
      setBusy(false);
    },
  };
}

const fields = new Set(['scheme', 'name', 'value', 'scopes', 'expires_at', 'label', 'only']);

function readFaults(error: unknown): ReadonlyMap<string, string> {
  const errors = error instanceof Refusal ? error.problem.errors : [];
  const faults = new Map<string, string>();
  for (const { pointer, message } of errors) {
    const [, member = ''] = pointer.split('/');
    const place = fields.has(member) ? member : '';
    faults.set(place, [faults.get(place), message].filter(Boolean).join('; '));
  }
  return faults.size > 0 ? faults : new Map([['', messageOf(error)]]);
}

interface FieldsProps {
  readonly plan: SecurityPlan;
  readonly draft: MintDraft;
  readonly faults: ReadonlyMap<string, string>;
  onChange(this: void, more: Partial<MintDraft>): void;
}

function Fields({ plan, draft, faults, onChange }: FieldsProps): ComponentChild {
  const scheme = plan.security_schemes.find(({ name }) => name === draft.scheme);
  const isPair = ['basic', 'digest'].includes(scheme?.authorization ?? '');
  return (
    <>
      <label class="stack">
        Scheme
        <select
          value={draft.scheme}
          onChange={({ currentTarget: { value } }) => onChange({ scheme: value, scopes: [] })}
        >
          {plan.security_schemes.map((one) => (
            <option key={one.name} value={one.name}>
              {one.name} ({describeScheme(one)})
            </option>
          ))}
        </select>
      </label>
      <TextField
        label="Name"
        value={draft.name}
        placeholder="made up"
        fault={faults.get('name')}
        onInput={(name) => onChange({ name })}
      />
      <TextField
        label={isPair ? 'Value, as user:password' : 'Value'}
        value={draft.value}
        placeholder="made up"
        fault={faults.get('value')}
        onInput={(value) => onChange({ value })}
      />
      <ScopesField
        known={scheme?.scopes ?? []}
        chosen={draft.scopes}
        fault={faults.get('scopes')}
        onChange={(scopes) => onChange({ scopes })}
      />
      <ExpiryField draft={draft} fault={faults.get('expires_at')} onChange={onChange} />
      <TextField
        label="Label"
        value={draft.label}
        placeholder="a note of yours"
        fault={faults.get('label')}
        onInput={(label) => onChange({ label })}
      />
      <OnlyField
        parameters={pathParametersOf(plan.operations)}
        only={draft.only}
        fault={faults.get('only')}
        onChange={(only) => onChange({ only })}
      />
    </>
  );
}
