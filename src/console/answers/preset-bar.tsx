import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import type { PlannedOperation } from '../api/documents.ts';
import { useConsole } from '../shell/console.ts';
import type { Preset, PresetChoice } from './presets.ts';
import { isOfPreset, presets } from './presets.ts';
import type { Overrides } from './use-overrides.ts';

interface PresetBarProps {
  readonly operations: readonly PlannedOperation[];
  readonly overrides: Overrides;
}

/** The presets as switches, each made of overrides that anybody can see and remove. */
export function PresetBar({ operations, overrides }: PresetBarProps): ComponentChild {
  const { complain, tell } = useConsole();
  const [seed, setSeed] = useState('console');
  const [percent, setPercent] = useState('10');
  const [isForAll, setForAll] = useState(false);
  const choice: PresetChoice = { seed, percent: Number(percent) };
  const list = overrides.list ?? [];
  const flip = async (preset: Preset): Promise<void> => {
    const placed = list.filter(({ id }) => isOfPreset(preset.name, id));
    if (placed.length > 0) return await overrides.remove(placed, `${preset.title}: off`);
    const world = isForAll ? { world: '*' } : {};
    let notice: string | undefined;
    for (const { id, ...document } of preset.make(operations, choice))
      notice = (await overrides.put(id, { ...document, ...world })).notice ?? notice;
    const isTold = notice !== undefined && preset.name !== 'errors';
    tell({ text: isTold ? `${preset.title}: on. ${notice}` : `${preset.title}: on` });
  };
  return (
    <div class="presets" role="group" aria-label="Presets">
      {presets.map((preset) => (
        <button
          key={preset.name}
          role="switch"
          aria-checked={list.some(({ id }) => isOfPreset(preset.name, id))}
          title={preset.text}
          onClick={() => void flip(preset).catch(complain)}
        >
          {preset.name === 'errors' ? `${percent} % errors` : preset.title}
        </button>
      ))}
      <label>
        Errors %
        <input
          type="number"
          min={0}
          max={100}
          value={percent}
          onInput={({ currentTarget }) => setPercent(currentTarget.value)}
        />
      </label>
      <label>
        Seed
        <input
          value={seed}
          title="Of one seed, the same requests in the same order fail in the same way"
          onInput={({ currentTarget }) => setSeed(currentTarget.value)}
        />
      </label>
      <label class="answers-check">
        <input
          type="checkbox"
          checked={isForAll}
          onChange={({ currentTarget }) => setForAll(currentTarget.checked)}
        />
        in all worlds
      </label>
    </div>
  );
}
