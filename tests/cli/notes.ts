import type { Running } from './run-stuntdouble.ts';

type NotesFile = 'openapi.yaml' | 'schemas/note.yaml' | 'fixtures/notes.json';

/**
 * A world small enough to be changed by a test: notes, which have fixtures, and hints, which have
 * none and are made up. Nobody needs a credential.
 */
export const notesFiles: Readonly<Record<NotesFile, string>> = {
  'openapi.yaml': `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes/{note_id}:
    parameters:
      - { name: note_id, in: path, required: true, schema: { type: string } }
    get:
      operationId: getNote
      responses:
        '200':
          description: The note.
          content:
            application/json:
              schema:
                allOf:
                  - $ref: '#/components/schemas/Note'
                  - properties: { text: { maxLength: 20 } }
    patch:
      operationId: updateNote
      requestBody:
        content:
          application/json:
            schema: { type: object, properties: { text: { type: string } } }
      responses:
        '204':
          description: Changed.
  /hints/{hint_id}:
    parameters:
      - { name: hint_id, in: path, required: true, schema: { type: string } }
    get:
      operationId: getHint
      responses:
        '200':
          description: Made up.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Hint' }
components:
  schemas:
    Note:
      $ref: schemas/note.yaml
    Hint:
      type: object
      required: [id, text]
      properties: { id: { type: string }, text: { type: string } }
`,
  'schemas/note.yaml': `type: object
required: [id, text]
properties:
  id: { type: string }
  text: { type: string }
`,
  'fixtures/notes.json': notes({ a: 'one', b: 'two' }),
};

/** The text of a file of notes. */
export function notes(texts: Readonly<Record<string, string>>): string {
  const records = Object.entries(texts).map(([id, text]) => ({ id, text }));
  return `${JSON.stringify(records, undefined, 2)}\n`;
}

/** What a note says, or the status of the refusal. */
export async function readNote({ url }: Running, id: string): Promise<string | number> {
  const response = await fetch(`${url}/notes/${id}`);
  if (!response.ok) return response.status;
  const { text }: { text: string } = JSON.parse(await response.text());
  return text;
}

export async function writeNote({ url }: Running, id: string, text: string): Promise<number> {
  const response = await fetch(`${url}/notes/${id}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  return response.status;
}
