import type { ComponentChild } from 'preact';
import { useId } from 'preact/hooks';

import type { SecurityScheme } from '../api/documents.ts';
import type { MintDraft } from './mint-wish.ts';
import { expiries } from './mint-wish.ts';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly fault: string | undefined;
  onInput(this: void, value: string): void;
}

export function TextField(props: TextFieldProps): ComponentChild {
  const { label, value, placeholder, fault, onInput } = props;
  const id = useId();
  return (
    <div class="stack">
      <label for={id}>{label}</label>
      <input
        id={id}
        value={value}
        placeholder={placeholder}
        autocomplete="off"
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  );
}

function Fault({
  id,
  text,
}: {
  readonly id?: string;
  readonly text: string | undefined;
}): ComponentChild {
  if (text === undefined) return null;
  return (
    <span id={id} class="fault" role="alert">
      {text}
    </span>
  );
}

interface ScopesFieldProps {
  readonly known: SecurityScheme['scopes'];
  readonly chosen: readonly string[];
  readonly fault: string | undefined;
  onChange(this: void, scopes: readonly string[]): void;
}

export function ScopesField({ known, chosen, fault, onChange }: ScopesFieldProps): ComponentChild {
  if (known.length === 0) return <p class="soft">No operation asks for a scope of this scheme.</p>;
  const names = known.map(({ name }) => name);
  return (
    <fieldset class="mint-group">
      <legend>Scopes</legend>
      <div class="row">
        <button type="button" class="small" onClick={() => onChange(names)}>
          All
        </button>
        <button type="button" class="small" onClick={() => onChange([])}>
          None
        </button>
      </div>
      <div class="mint-scopes">
        {known.map(({ name, description }) => (
          <label key={name} class="check" title={description ?? name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(names.filter((one) => (one === name ? checked : chosen.includes(one))))
              }
            />
            <span class="cut mono">{name}</span>
          </label>
        ))}
      </div>
      <Fault text={fault} />
    </fieldset>
  );
}

interface ExpiryFieldProps {
  readonly draft: MintDraft;
  readonly fault: string | undefined;
  onChange(this: void, more: Partial<MintDraft>): void;
}

export function ExpiryField({ draft, fault, onChange }: ExpiryFieldProps): ComponentChild {
  return (
    <div class="stack">
      <label class="stack">
        Expires, by the clock of the world
        <select
          value={draft.expiry}
          onChange={({ currentTarget: { value } }) => onChange({ expiry: value })}
        >
          {expiries.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
          <option value="at">at a date and time</option>
        </select>
      </label>
      {draft.expiry === 'at' && (
        <input
          type="datetime-local"
          aria-label="Expires at (local time)"
          aria-invalid={fault !== undefined}
          step={1}
          value={draft.at}
          onInput={({ currentTarget }) => onChange({ at: currentTarget.value })}
        />
      )}
      <Fault text={fault} />
    </div>
  );
}

interface OnlyFieldProps {
  readonly parameters: readonly string[];
  readonly only: MintDraft['only'];
  readonly fault: string | undefined;
  onChange(this: void, only: MintDraft['only']): void;
}

/** Which values of path parameters the credential reaches. */
export function OnlyField({ parameters, only, fault, onChange }: OnlyFieldProps): ComponentChild {
  const free = parameters.find((name) => only.every(({ parameter }) => parameter !== name)) ?? '';
  const set = (at: number, more: Partial<MintDraft['only'][number]>): void =>
    onChange(only.map((one, index) => (index === at ? { ...one, ...more } : one)));
  if (parameters.length === 0) return null;
  return (
    <fieldset class="mint-group">
      <legend>Reaches only</legend>
      {only.length === 0 && <p class="soft">All values of path parameters.</p>}
      {only.map(({ parameter, values }, at) => (
        <div key={at} class="only-row">
          <select
            aria-label="Path parameter"
            value={parameter}
            onChange={({ currentTarget: { value } }) => set(at, { parameter: value })}
          >
            {parameters.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <input
            aria-label={`Values of ${parameter}`}
            placeholder="values, with commas between"
            value={values}
            onInput={({ currentTarget }) => set(at, { values: currentTarget.value })}
          />
          <button
            type="button"
            class="quiet"
            aria-label={`Remove the restriction of ${parameter}`}
            onClick={() => onChange(only.filter((_, index) => index !== at))}
          >
            ×
          </button>
        </div>
      ))}
      {free !== '' && (
        <p>
          <button
            type="button"
            class="small"
            onClick={() => onChange([...only, { parameter: free, values: '' }])}
          >
            Restrict a parameter
          </button>
        </p>
      )}
      <Fault text={fault} />
    </fieldset>
  );
}
