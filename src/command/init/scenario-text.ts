import type { JsonObject } from '../../base/json.ts';

/** A small scenario, as its file has it and as a server reads it. */
export interface ScenarioDraft {
  readonly name: string;
  readonly description: string;
  readonly document: JsonObject;
  readonly text: string;
}

/** One in which a collection has no records: what a user sees who has just begun. */
export function emptyScenario(collection: string): ScenarioDraft {
  const description = `There is nothing in ${collection} yet.`;
  return {
    name: 'empty',
    description,
    document: { description, remove: { [collection]: '*' } },
    text: `description: ${inYaml(description)}\nremove:\n  ${inYaml(collection)}: '*'\n`,
  };
}

/** One that any contract can have. */
export const slowScenario: ScenarioDraft = {
  name: 'slow',
  description: 'Every reply takes half a second.',
  document: {
    description: 'Every reply takes half a second.',
    faults: [{ fault: { latency: '500ms' } }],
  },
  text: 'description: Every reply takes half a second.\nfaults:\n  - fault: { latency: 500ms }\n',
};

/** Quoted where YAML could take the text for something else. */
function inYaml(text: string): string {
  const isPlain =
    /^[A-Za-z][\w .-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text);
  return isPlain && !text.endsWith(' ') ? text : JSON.stringify(text);
}
