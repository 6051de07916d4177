import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import { defaultWorld } from '../api/client.ts';
import type { Scenario, Snapshot } from '../api/documents.ts';
import { useConsole } from '../shell/console.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { WorldWish } from './actions.ts';
import { makeWorld } from './actions.ts';
import { findNameFault } from './addresses.ts';
import { NameField } from './name-field.tsx';

interface NewWorldDialogProps {
  readonly first: Partial<WorldWish>;
  readonly snapshots: readonly Snapshot[];
  readonly scenarios: readonly Scenario[];
  onClose(this: void): void;
}

const usual: WorldWish = {
  name: '',
  beginning: 'fixtures',
  beginningName: '',
  seed: '',
  now: '',
  isFrozen: false,
};

export function NewWorldDialog(props: NewWorldDialogProps): ComponentChild {
  const { first, snapshots, scenarios, onClose } = props;
  const { api, go, tell, worlds } = useConsole();
  const [wish, setWish] = useState<WorldWish>({ ...usual, ...first });
  const change = (part: Partial<WorldWish>): void => setWish((now) => ({ ...now, ...part }));
  const { name, beginning, beginningName } = wish;
  const isTaken = worlds.some((world) => world.name === name);
  const isUnsaid = beginning !== 'fixtures' && beginningName === '';
  const run = async (): Promise<void> => {
    await makeWorld(api, wish);
    tell({ text: `Made the world “${name}”` });
    go(['worlds', name]);
  };
  return (
    <ActionDialog
      title="New world"
      label={isTaken ? 'Make it anew' : 'Make it'}
      isOpen={findNameFault(name) !== undefined || name === defaultWorld || isUnsaid}
      {...{ run, onClose }}
    >
      <NameField
        value={name}
        onInput={(value) => change({ name: value })}
        notice={noticeOn(name, isTaken)}
      />
      <BeginningField {...{ wish, change, snapshots, scenarios }} />
      <label class="stack">
        Seed
        <input
          value={wish.seed}
          maxLength={200}
          placeholder="that of the scenario or the server"
          onInput={({ currentTarget }) => change({ seed: currentTarget.value })}
        />
      </label>
      <label class="stack">
        Time of its clock
        <input
          value={wish.now}
          placeholder="that of the machine, or such as 2030-01-01T09:00:00Z"
          onInput={({ currentTarget }) => change({ now: currentTarget.value.trim() })}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={wish.isFrozen}
          onChange={({ currentTarget }) => change({ isFrozen: currentTarget.checked })}
        />
        Its clock stands still
      </label>
    </ActionDialog>
  );
}

function noticeOn(name: string, isTaken: boolean): string | undefined {
  if (name === defaultWorld) return 'The default world can be reset, but not made anew.';
  return isTaken ? 'There is such a world: it is dropped, and made anew.' : undefined;
}

interface BeginningFieldProps extends Pick<NewWorldDialogProps, 'snapshots' | 'scenarios'> {
  readonly wish: WorldWish;
  change(this: void, part: Partial<WorldWish>): void;
}

function BeginningField(props: BeginningFieldProps): ComponentChild {
  const { wish, change, snapshots, scenarios } = props;
  const { beginning } = wish;
  const named = beginning === 'snapshot' ? snapshots : scenarios;
  const choices = [
    ['fixtures', 'The fixtures', true],
    ['snapshot', 'A snapshot', snapshots.length > 0],
    ['scenario', 'A scenario', scenarios.length > 0],
  ] as const;
  return (
    <fieldset class="beginning">
      <legend>It begins with</legend>
      {choices.map(([kind, text, isThere]) => (
        <label key={kind} class="check">
          <input
            type="radio"
            name="beginning"
            checked={beginning === kind}
            disabled={!isThere}
            onChange={() => change({ beginning: kind, beginningName: '' })}
          />
          {text}
          {!isThere && <small>there is none</small>}
        </label>
      ))}
      {beginning !== 'fixtures' && (
        <label class="stack">
          Which {beginning}
          <select
            value={wish.beginningName}
            onChange={({ currentTarget }) => change({ beginningName: currentTarget.value })}
          >
            <option value="">Choose one</option>
            {named.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </fieldset>
  );
}
