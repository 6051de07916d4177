import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import type { PlannedOperation } from '../api/documents.ts';
import { ServerOnly } from '../parts/server-only.tsx';
import { useConsole } from '../shell/console.ts';
import type { Preset, PresetChoice } from './presets.ts';
import { isOfPreset, presets } from './presets.ts';
import type { Overrides, Placed } from './use-overrides.ts';

interface PresetBarProps {
  readonly operations: readonly PlannedOperation[];
  readonly overrides: Overrides;
}

/** The presets as switches, each made of overrides that stand in the list like all others. */
export function PresetBar({ operations, overrides }: PresetBarProps): ComponentChild {
  const { complain } = useConsole();
  const [choice, setChoice] = useState(usual);
  const [isForAll, setForAll] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { percent } = choice;
  const { isOn, flip, renew } = usePresets(operations, overrides, {
    ...choice,
    percent: Number(percent),
  });
  const onRenew = (): void => void renew().catch(complain);
  return (
    <div class={isOpen ? 'presets open' : 'presets'} role="group" aria-label="Presets">
      <ServerOnly>
        {presets.map((preset) => (
          <button
            key={preset.name}
            role="switch"
            aria-checked={isOn(preset)}
            title={preset.text}
            onClick={() => void flip(preset, isForAll).catch(complain)}
          >
            {titleOf(preset, percent)}
          </button>
        ))}
        <button
          class="quiet answers-settings"
          aria-expanded={isOpen}
          onClick={() => setOpen((isNow) => !isNow)}
        >
          Settings
        </button>
        <ChanceFields choice={choice} onChoose={setChoice} onRenew={onRenew} />
        <label class="answers-check">
          <input
            type="checkbox"
            checked={isForAll}
            onChange={({ currentTarget }) => setForAll(currentTarget.checked)}
          />
          in all worlds
        </label>
      </ServerOnly>
    </div>
  );
}

const usual = { seed: 'console', percent: '10' };

function titleOf({ name, title }: Preset, percent: string | number): string {
  return name === 'errors' ? `${percent} % errors` : title;
}

interface ChanceFieldsProps {
  readonly choice: typeof usual;
  onChoose(this: void, choice: typeof usual): void;
  /** What was typed is done with. */
  onRenew(this: void): void;
}

function ChanceFields({ choice, onChoose, onRenew }: ChanceFieldsProps): ComponentChild {
  return (
    <>
      <label>
        Errors %
        <input
          type="number"
          min={0}
          max={100}
          value={choice.percent}
          onInput={({ currentTarget: { value } }) => onChoose({ ...choice, percent: value })}
          onChange={onRenew}
        />
      </label>
      <label>
        Seed
        <input
          value={choice.seed}
          title="Of one seed, the same requests in the same order fail in the same way"
          onInput={({ currentTarget: { value } }) => onChoose({ ...choice, seed: value })}
          onChange={onRenew}
        />
      </label>
    </>
  );
}

interface Switches {
  isOn(this: void, preset: Preset): boolean;
  flip(this: void, preset: Preset, isForAll: boolean): Promise<void>;
  /** Those that are on go on with what was chosen now. */
  renew(this: void): Promise<void>;
}

function usePresets(
  operations: readonly PlannedOperation[],
  { list = [], put, remove }: Overrides,
  choice: PresetChoice,
): Switches {
  const { tell } = useConsole();
  const placedOf = (preset: Preset): readonly Placed[] =>
    list.filter(({ id }) => isOfPreset(preset.name, id));
  const place = async (preset: Preset, isForAll: boolean): Promise<void> => {
    let notice = '';
    for (const { id, ...document } of preset.make(operations, choice)) {
      const wide = isForAll ? { world: '*' } : {};
      notice = (await put(id, { ...document, ...wide })).notice ?? notice;
    }
    // Operations without a declared failure have an override of their own.
    const told = preset.name === 'errors' ? '' : notice;
    const text = [`${titleOf(preset, choice.percent)}: on`, told].filter(Boolean).join('. ');
    tell({ text, about: preset.title });
  };
  return {
    isOn: (preset) => placedOf(preset).length > 0,
    async flip(preset, isForAll) {
      const placed = placedOf(preset);
      if (placed.length > 0) await remove(placed, `${preset.title}: off`, preset.title);
      else await place(preset, isForAll);
    },
    async renew() {
      for (const preset of presets.filter(({ isByChance }) => isByChance)) {
        const [first] = placedOf(preset);
        if (first) await place(preset, first.world === '*');
      }
    },
  };
}
