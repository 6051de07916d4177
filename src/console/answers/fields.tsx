import type { ComponentChild, ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

import type { AnswerOption } from './answer-options.ts';
import { other, usual } from './answer-options.ts';
import type { Place, Settings } from './settings.ts';

/** What the server said of each part of the form. */
export type Faults = ReadonlyMap<Place, string>;

export interface FieldsProps {
  readonly settings: Settings;
  readonly options: readonly AnswerOption[];
  readonly faults: Faults;
  onChange(this: void, change: Partial<Settings>): void;
}

export function AnswerField({ settings, options, faults, onChange }: FieldsProps): ComponentChild {
  const chosen = options.find(({ value }) => value === settings.answer);
  return (
    <Part title="Answer" fault={faults.get('answer')}>
      <Choice
        label="Answer"
        value={settings.answer}
        options={[
          [usual, 'usual'],
          ...(settings.answer === other ? [[other, 'as its JSON says'] as const] : []),
          ...options.map(({ value, label }) => [value, label] as const),
        ]}
        onChange={(answer) => onChange({ answer })}
      />
      {chosen?.isBreach === true && (
        <p class="soft">The contract does not declare it: the reply is marked as a breach.</p>
      )}
      <Choice
        label="The change"
        value={settings.effect}
        options={[
          ['', 'is done unless the reply is another'],
          ['kept', 'is done in any case'],
          ['lost', 'is not done'],
        ]}
        fault={faults.get('effect')}
        onChange={(effect) => onChange({ effect })}
      />
    </Part>
  );
}

export function DeliveryFields({ settings, faults, onChange }: FieldsProps): ComponentChild {
  return (
    <Part title="Delay and connection" fault={faults.get('delay') ?? faults.get('end')}>
      <Choice
        label="Delay"
        value={settings.delay}
        options={[
          ['none', 'none'],
          ['fixed', 'always the same'],
          ['range', 'between two'],
          ['log_normal', 'log-normal, as of a network'],
        ]}
        onChange={(delay) => onChange({ delay })}
      />
      {settings.delay === 'fixed' && (
        <Text name="latency" label="Wait" {...{ settings, onChange }} />
      )}
      {settings.delay === 'range' && (
        <>
          <Text name="from" label="At least" {...{ settings, onChange }} />
          <Text name="to" label="At most" {...{ settings, onChange }} />
        </>
      )}
      {settings.delay === 'log_normal' && (
        <>
          <Text name="latency" label="Median" {...{ settings, onChange }} />
          <Text name="sigma" label="Sigma" {...{ settings, onChange }} />
        </>
      )}
      <Choice
        label="Connection"
        value={settings.end}
        options={[
          ['whole', 'as usual'],
          ['reset', 'is reset'],
          ['hang', 'never answers'],
          ['truncate', 'ends after half of the body'],
        ]}
        onChange={(end) => onChange({ end })}
      />
      <Text
        name="speed"
        label="Bytes per second"
        fault={faults.get('speed')}
        {...{ settings, onChange }}
      />
    </Part>
  );
}

export function OftenFields({ settings, faults, onChange }: FieldsProps): ComponentChild {
  return (
    <Part title="How often, and where" fault={faults.get('often')}>
      <Text name="times" label="Times" hint="always" {...{ settings, onChange }} />
      <Text name="probability" label="Probability" hint="1" {...{ settings, onChange }} />
      <Text name="seed" label="Seed" hint="of the world" {...{ settings, onChange }} />
    </Part>
  );
}

export function LimitFields({ settings, faults, onChange }: FieldsProps): ComponentChild {
  return (
    <Part title="Rate limit, which stands alone" fault={faults.get('limit')}>
      <Text name="limit" label="Requests" hint="no limit" {...{ settings, onChange }} />
      <Text name="window" label="In seconds" {...{ settings, onChange }} />
      <Text name="burst" label="At once" hint="as many" {...{ settings, onChange }} />
    </Part>
  );
}

interface PartProps {
  readonly title: string;
  readonly fault: string | undefined;
  readonly children: ComponentChildren;
}

function Part({ title, fault, children }: PartProps): ComponentChild {
  return (
    <fieldset>
      <legend>{title}</legend>
      {children}
      {fault !== undefined && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly fault?: string | undefined;
  onChange(this: void, value: Value): void;
}

function Choice<Value extends string>(props: ChoiceProps<Value>): ComponentChild {
  const { label, value, options, fault, onChange } = props;
  const id = useId();
  return (
    <label>
      <span>{label}</span>
      <select
        aria-label={label}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={id}
        onChange={({ currentTarget }) => {
          const chosen = options.find(([one]) => one === currentTarget.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
      <FieldFault id={id} fault={fault} />
    </label>
  );
}

type TextName = Exclude<keyof Settings, 'isForAll' | 'answer' | 'delay' | 'end' | 'effect'>;

interface TextProps {
  readonly name: TextName;
  readonly label: string;
  readonly hint?: string;
  readonly fault?: string | undefined;
  readonly settings: Settings;
  onChange(this: void, change: Partial<Settings>): void;
}

function Text({ name, label, hint = '', fault, settings, onChange }: TextProps): ComponentChild {
  const id = useId();
  return (
    <label>
      <span>{label}</span>
      <input
        aria-label={label}
        value={settings[name]}
        placeholder={hint}
        aria-invalid={fault !== undefined}
        aria-describedby={id}
        onInput={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
      />
      <FieldFault id={id} fault={fault} />
    </label>
  );
}

function FieldFault({
  id,
  fault = '',
}: {
  readonly id: string;
  readonly fault: string | undefined;
}): ComponentChild {
  return (
    <span id={id} class="fault">
      {fault}
    </span>
  );
}
