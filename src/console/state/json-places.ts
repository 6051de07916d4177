import { jsonLanguage } from '@codemirror/lang-json';

export interface TextRange {
  readonly from: number;
  readonly to: number;
}

type Node = ReturnType<typeof jsonLanguage.parser.parse>['topNode'];

/** Where a JSON Pointer leads in a text; where that is missing, the place that it would stand in. */
export function findPointer(text: string, pointer: string): TextRange {
  let node = jsonLanguage.parser.parse(text).topNode.firstChild;
  for (const name of pointer.split('/').slice(1).map(unescapeName)) {
    const next = node && childOf(node, name, text);
    if (!next) break;
    node = next;
  }
  if (!node) return { from: 0, to: text.length };
  // The whole of an object would be marked: its first line says enough.
  const isNested = node.name === 'Object' || node.name === 'Array';
  return { from: node.from, to: isNested ? node.from + 1 : node.to };
}

function childOf(node: Node, name: string, text: string): Node | undefined {
  if (node.name === 'Array') return valuesOf(node)[/^\d+$/.test(name) ? Number(name) : -1];
  return (
    node.getChildren('Property').find((property) => {
      const key = property.getChild('PropertyName');
      return key !== null && readString(text.slice(key.from, key.to)) === name;
    })?.lastChild ?? undefined
  );
}

function valuesOf(array: Node): readonly Node[] {
  const values: Node[] = [];
  for (let child = array.firstChild; child; child = child.nextSibling)
    if (/^[A-Z]/.test(child.name)) values.push(child);
  return values;
}

function readString(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const unescapeName = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');
