import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { describeComplaint, StartError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import type { Contract } from '../compile.ts';
import { loadContract, strictly } from '../compile.ts';
import { draftCorrection } from './draft-correction.ts';

const example = (type: string): string => `
          content: { application/json: { schema: ${type} } }`;
const files = {
  'contract.yaml': `
openapi: 3.1.0
info: { title: Lamps, version: '1' }
paths:
  /lamps:
    get:
      operationId: listLamps
      responses:
        '200':
          description: All.${example("{ type: array, items: { $ref: '#/components/schemas/Lamp' } }")}
  /lamps/{id}:
    x-stuntdouble: { unknown-keys: known }
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getLamp
      responses:
        '200':
          description: One.${example("{ $ref: '#/components/schemas/Lamp' }")}
  /lamps/{id}/light:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post:
      operationId: light
      responses:
        '200':
          description: Lit.${example("{ $ref: '#/components/schemas/Lamp' }")}
        '409': { description: It is lit. }
  /it's far: { $ref: 'other.yaml#/far' }
components:
  schemas:
    Lamp:
      type: object
      required: [id, state]
      properties: { id: { type: string }, state: { enum: [dark, lit] } }
`,
  'other.yaml': `
far:
  get:
    operationId: getFar
    responses: { '200': { description: Done. } }
`,
};

describe('the draft of a correction', () => {
  it.each<[string, JsonValue, boolean, string | undefined]>([
    ['listLamps', false, false, undefined],
    ['listLamps', { collection: 'bulbs', key: 'id' }, true, undefined],
    ['listLamps', { key: 'nope' }, false, '"nope" isn\'t known here'],
    ['listLamps', { transitions: [{ set: { state: 'lit' } }] }, false, 'changes no record'],
    ['light', { transitions: [{ from: { state: 'dark' }, else: 409 }] }, false, undefined],
    ['light', { transitions: [{ from: { state: 'drak' } }] }, false, 'must be one of'],
    ['light', { transitions: [{ form: { state: 'dark' } }] }, false, 'did you mean "from"?'],
    ['light', { transitions: [{ from: { state: 'dark' }, else: 418 }] }, false, 'no 418'],
    ['light', { rle: 'action' }, false, 'did you mean "role"?'],
    ['light', { role: 'link' }, false, undefined],
    ['getLamp', { 'unknown-keys': 'refuse' }, true, undefined],
    ['getLamp', { collection: 7 }, true, '"collection" must be a text'],
    ['getLamp', false, true, 'the contract has an object there'],
    ['getFar', { role: 'improvised' }, true, undefined],
    ['getFar', { role: 'improvised' }, false, 'in another file'],
  ])(
    'of %s as %j (whole path: %j) is refused where the plan refuses it',
    async (id, correction, isWhole, refusal) => {
      const folder = await writeFolder(files);
      const contract = await load(folder);
      const operation = contract.operations.find((one) => one.id === id);
      if (!operation) throw new Error(id);

      const draft = attempt(() => draftCorrection(contract, { operation, isWhole, correction }));

      if (refusal === undefined) {
        const { file, text } = Object(draft);
        const overlaid = await load(await writeFolder({ ...files, [file]: text }), file);
        expect(overlaid.operations).toHaveLength(contract.operations.length);
      } else expect(draft).toContain(refusal);
    },
  );

  it('says the same as the start with the overlay', async () => {
    const correction = { transitions: [{ form: {}, set: { state: 'x' } }], envelope: { sum: 'a' } };
    const contract = await load(await writeFolder(files));
    const [, , operation] = contract.operations;
    if (!operation) throw new Error('no operation');
    const wish = { operation, isWhole: false, correction };
    const said = attempt(() => draftCorrection(contract, wish));
    const overlay = {
      overlay: '1.0.0',
      info: { title: 'Light', version: '1' },
      actions: [
        { target: "$.paths['/lamps/{id}/light'].post", update: { 'x-stuntdouble': correction } },
      ],
    };
    const folder = await writeFolder({
      ...files,
      'light.overlay.json': `${JSON.stringify(overlay, null, 2)}\n`,
    });

    const told = await load(folder, 'light.overlay.json').then(String, messagesOf);

    const end = / \(it is put at .*\)$/gm;
    expect(told.replaceAll(`${folder}/`, '').replaceAll(end, '')).toBe(said);
  });
});

function attempt<T>(task: () => T): T | string {
  try {
    return task();
  } catch (error) {
    return messagesOf(error);
  }
}

function messagesOf(error: unknown): string {
  if (!(error instanceof StartError)) throw error;
  return error.complaints.map(describeComplaint).join('\n');
}

async function load(folder: string, ...overlays: readonly string[]): Promise<Contract> {
  const named = overlays.map((name) => join(folder, name));
  const options = { ...strictly, isLenient: true, overlays: named };
  return loadContract([join(folder, 'contract.yaml')], options);
}
