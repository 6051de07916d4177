import type { JsonObject } from '../api/documents.ts';
import { saveFile } from '../parts/copy.ts';
import type { MenuItem } from '../parts/menu.tsx';
import type { Console } from '../shell/console.ts';
import { readRecording } from './recording.ts';

/** How a user keeps what is shown, and looks at what was kept. */
export function listRecordingActions(shell: Console): readonly MenuItem[] {
  const { api, recording, show, tell, complain } = shell;
  const save = async (): Promise<void> => {
    const made = recording ?? (await api.get<JsonObject>('recording'));
    saveFile(`recording-${api.world}.json`, 'application/json', `${JSON.stringify(made)}\n`);
    tell({ text: `Saved recording-${api.world}.json` });
  };
  return [
    { label: 'Save a recording', run: () => void save().catch(complain) },
    { label: 'Open a recording…', run: () => void openRecording(shell).catch(complain) },
    ...(recording ? [{ label: 'Close the recording', run: () => show(undefined) }] : []),
  ];
}

/** Only a click or a key may ask for a file. */
export async function openRecording({ show }: Pick<Console, 'show'>): Promise<void> {
  const file = await chooseFile();
  if (file) show({ recording: await readRecording(await file.text()), name: file.name });
}

function chooseFile(): Promise<File | undefined> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0]));
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });
}
