import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';

/** How long a line may be before a value is written over several. */
const widest = 80;

/** A value as a person writes it in JavaScript: plain names and single quotes. */
export function toJavaScript(value: JsonValue, indent = ''): string {
  const short = inOneLine(value);
  if (typeof value !== 'object' || value === null) return short;
  if (indent.length + short.length <= widest) return short;
  const inner = `${indent}  `;
  const lines = isJsonObject(value)
    ? Object.entries(value).map(([name, one]) => `${nameOf(name)}: ${toJavaScript(one, inner)}`)
    : value.map((one: JsonValue) => toJavaScript(one, inner));
  const [open, close] = isJsonObject(value) ? '{}' : '[]';
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`;
}

/** A text in backquotes, in which placeholders are still to be put. */
export function inTemplate(text: string): string {
  return text.replaceAll(/[`\\]|\$(?=\{)/g, String.raw`\$&`);
}

/** `.data`, `['x-data']`. */
export function stepsOf(steps: readonly string[]): string {
  return steps.map((step) => (isPlain(step) ? `.${step}` : `[${inOneLine(step)}]`)).join('');
}

function inOneLine(value: JsonValue): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  return isJsonObject(value) ? membersInOneLine(value) : JSON.stringify(value);
}

function membersInOneLine(value: JsonObject): string {
  const members = Object.entries(value).map(([name, one]) => `${nameOf(name)}: ${inOneLine(one)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function quote(text: string): string {
  const written = JSON.stringify(text);
  return /['\\]/.test(written) ? written : `'${written.slice(1, -1)}'`;
}

/** As a plain member, this name would set the prototype. */
function nameOf(name: string): string {
  if (name === '__proto__') return `['${name}']`;
  return isPlain(name) ? name : quote(name);
}

function isPlain(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}
