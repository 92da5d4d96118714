import { CircleDotDashed } from 'lucide-react';
import { describe, expect, test } from 'vitest';
import { commands, runCommand } from '../../../app/commands/Command.ts';
import { appKind, appKinds, derivedKind } from '../../../app/entities/appKinds.ts';
import { entityDetail, entityIcon, lookOf, parentOf } from '../../../app/entities/entityFacts.ts';
import { kindHeading, kindLabel } from '../../../app/entities/kindLabels.ts';
import { formFields, type FormField } from '../../../app/forms/formFields.ts';
import { entityFormSchema } from '../../../app/inspector/schemas.ts';
import { readout } from '../../../app/inspector/StatisticsSection.tsx';
import { addEntries } from '../../../app/outliner/addEntries.ts';
import { outlineRows } from '../../../app/outliner/outlineRows.ts';
import { createSession } from '../../../app/session/Session.ts';
import { newEntity } from '../../../src/scene/newEntity.ts';
import { smallScene } from '../../support/scenes.ts';
import { marble } from '../../support/kinds/marble.scene.ts';

const one = newEntity(marble, [], 'Marble');

describe('a kind of entity of which the editor knows the icon, if that', () => {
  test('comes last in lists, under the names that the scene gives it', () => {
    expect(
      appKinds()
        .slice(-2)
        .map(({ kind }) => kind),
    ).toEqual(['marble', 'tether']);
    expect([kindLabel('marble'), kindHeading('marble')]).toEqual(['Marble', 'Marbles']);
    const rows = outlineRows([one, ...smallScene().entities], '', new Set());
    expect(rows.slice(-2).map(({ id }) => id)).toEqual(['heading-marble', one.id]);
  });

  test('has the icon that its file says, and nothing beside its name', () => {
    expect(entityIcon(one)).toBe(CircleDotDashed);
    expect(derivedKind('marble').icon).toBeUndefined();
    expect(entityDetail(one, [])).toBe('');
    expect(parentOf(one)).toBeUndefined();
  });

  test('looks as its schema says where nothing is chosen', () => {
    expect(lookOf(one)).toMatchObject({ colour: '#4f8f6b', surface: 'metal' });
    expect(lookOf({ ...one, display: { ...one.display, surface: 'jelly' } }).surface).toBe('jelly');
  });

  test('is added by the menu and by a command, as the scene makes it', () => {
    const session = createSession(() => Promise.reject(new Error('no host here')));
    session.document.load('/shot.ductile', smallScene());
    expect(addEntries(session).slice(-2)).toMatchObject([
      { kind: 'item', label: 'Marble', disabled: false },
      { kind: 'item', label: 'Tether', disabled: expect.any(String) },
    ]);
    expect(commands().get('add.marble')?.title(session)).toBe('Add marble');
    runCommand(session, 'add.marble');
    const added = session.document.scene!.entities.at(-1)!;
    expect(added).toMatchObject({ kind: 'marble', mass: 1, stiffness: 40 });
    expect(session.selection.getState().ids).toEqual([added.id]);
    session.document.undo();
    expect(session.document.scene!.entities.some(({ kind }) => kind === 'marble')).toBe(false);
  });

  test('has a form of its properties, with units, ranges and help', () => {
    expect(appKind('marble').inspector).toBeUndefined();
    const fields = new Map(formFields(entityFormSchema, one).map((field) => [String(field.path[0]), field]));
    expect(numberOf(fields.get('mass'))).toMatchObject({ unit: 'kg', min: 1e-6, max: 1e6 });
    expect(numberOf(fields.get('stiffness'))).toMatchObject({ unit: 'N/m', keyable: true });
    expect(fields.get('anchor')).toMatchObject({ kind: 'vector', label: 'Anchor', defaults: [0, 1, 0] });
    expect(fields.get('radius')?.help).toBe('Radius of the ball.');
  });

  test('has the number that its system adds in the readout of the inspector, with its unit', () => {
    const energies = { kinetic: 0.5, elastic: 0, gravity: 0 };
    const entities = { [one.id]: { volume: 0, energies, sections: { spring: { extension: 0.0125 } } } };
    const totals = { substeps: 1, shortestStep: 0, longestStep: 0, cgIterations: 0, invertedElements: 0, volume: 0 };
    const stats = { ...totals, energies, contacts: 0, entities, warnings: [] };
    const shown = { frame: 1, key: 'k', stale: false, stats, colouring: '', streams: [] };
    expect(readout(one, { shown })).toEqual([
      { label: 'Kinetic energy', text: '0.5\u00a0J' },
      { label: 'Spring extension', text: '12.5\u00a0mm' },
    ]);
    expect(readout(one, { shown: undefined })).toEqual([]);
  });
});

function numberOf(field: FormField | undefined) {
  return field?.kind === 'quantity' ? field.info : undefined;
}
