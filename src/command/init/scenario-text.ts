import type { JsonObject } from '../../base/json.ts';

/** A small scenario, as its file has it and as a server reads it. */
export interface ScenarioDraft {
  readonly name: string;
  readonly description: string;
  readonly document: JsonObject;
  readonly text: string;
}

/** One in which collections have no records: what a user sees who has just begun. */
export function emptyScenario(collection: string, referring: readonly string[]): ScenarioDraft {
  const description = describeEmpty(collection, referring);
  const names = [collection, ...referring];
  const lines = names.map((name) => `  ${inYaml(name)}: '*'\n`);
  return {
    name: 'empty',
    description,
    document: { description, remove: Object.fromEntries(names.map((name) => [name, '*'])) },
    text: `description: ${inYaml(description)}\nremove:\n${lines.join('')}`,
  };
}

/** More names would no longer be read. */
const mostNamed = 3;

function describeEmpty(collection: string, referring: readonly string[]): string {
  const [last, ...others] = [collection, ...referring].toReversed();
  if (others.length === 0) return `There is nothing in ${collection} yet.`;
  if (others.length < mostNamed)
    return `There is nothing in ${others.toReversed().join(', ')} and ${last ?? ''} yet.`;
  return `There is nothing in ${collection} yet, nor in the ${referring.length} collections that refer to it.`;
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
