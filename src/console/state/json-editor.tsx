import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import type { Diagnostic } from '@codemirror/lint';
import { linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { EditorState, StateEffect } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { ComponentChild } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import type { JsonObject } from '../api/documents.ts';
import { findPointer } from './json-places.ts';
import { isObject, isSame } from './records.ts';

interface JsonEditorProps {
  readonly value: JsonObject;
  readonly faults: ReadonlyMap<string, readonly string[]>;
  readonly isReadOnly: boolean;
  /** Undefined: the text is no JSON object yet. */
  onChange(this: void, value: JsonObject | undefined): void;
}

/** Stands in a shadow root: there, the editor's sheets are constructed, which the page's policy allows. */
export function JsonEditor(props: JsonEditorProps): ComponentChild {
  const { value, faults } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  // What the editor's own listeners need is the newest.
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const shown = host.current;
    if (!shown) return undefined;
    const root = shown.shadowRoot ?? shown.attachShadow({ mode: 'open' });
    const opened = new EditorView({
      root,
      parent: root,
      state: EditorState.create({ doc: textOf(latest.current.value), extensions: setUp(latest) }),
    });
    view.current = opened;
    return () => opened.destroy();
  }, []);
  useEffect(() => {
    const shown = view.current;
    if (!shown || isSame(parse(shown.state.doc.toString()), value)) return;
    shown.dispatch({ changes: { from: 0, to: shown.state.doc.length, insert: textOf(value) } });
  }, [value]);
  useEffect(() => {
    view.current?.dispatch({ effects: newFaults.of(null) });
  }, [faults]);
  return <div ref={host} class="json-editor" />;
}

/** The server has judged the record: what is marked is looked up again. */
const newFaults = StateEffect.define();

function setUp(latest: { readonly current: JsonEditorProps }): Extension {
  const findParseFaults = jsonParseLinter();
  return [
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    history(),
    indentOnInput(),
    bracketMatching(),
    highlightActiveLine(),
    EditorView.lineWrapping,
    json(),
    syntaxHighlighting(highlights),
    theme,
    // The tab key goes on to the buttons: it must not be caught.
    keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
    linter(
      (shown) => {
        const found = findParseFaults(shown);
        return found.length > 0 ? found : serverFaults(shown, latest.current.faults);
      },
      {
        delay: 200,
        needsRefresh: ({ transactions }) =>
          transactions.some(({ effects }) => effects.some((effect) => effect.is(newFaults))),
      },
    ),
    EditorState.readOnly.of(latest.current.isReadOnly),
    EditorView.contentAttributes.of({
      'aria-label': 'The record as JSON',
      'aria-readonly': String(latest.current.isReadOnly),
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) latest.current.onChange(parse(update.state.doc.toString()));
    }),
  ];
}

function serverFaults(shown: EditorView, faults: JsonEditorProps['faults']): readonly Diagnostic[] {
  const text = shown.state.doc.toString();
  return [...faults].flatMap(([pointer, messages]) =>
    messages.map((message): Diagnostic => {
      return { ...findPointer(text, pointer), severity: 'error', message };
    }),
  );
}

const textOf = (value: JsonObject): string => JSON.stringify(value, null, 2);

function parse(text: string): JsonObject | undefined {
  try {
    // A trust edge: what isn't an object is no record.
    const value = JSON.parse(text) as JsonObject;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const highlights = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
]);

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--paper)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
  '.cm-scroller': { fontFamily: 'var(--mono)' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-gutters': {
    color: 'var(--soft)',
    backgroundColor: 'var(--well)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-tooltip': {
    color: 'var(--ink)',
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--line)',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--chosen) !important' },
  '.cm-foldPlaceholder': { color: 'var(--soft)', backgroundColor: 'var(--well)', border: '0' },
});
