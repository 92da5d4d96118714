import { describe, expect, test } from 'vitest';
import { addEntries } from '../../../app/outliner/addEntries.ts';
import { commands } from '../../../app/commands/Command.ts';
import { appKind, appKinds } from '../../../app/entities/appKinds.ts';
import { createSession } from '../../../app/session/Session.ts';
import { kinds as sceneKinds } from '../../../src/scene/kindRegistry.ts';
import type { MenuEntry } from '../../../app/ui/MenuItems.tsx';

const kinds = sceneKinds.types();

describe('kinds of entities in the editor', () => {
  test('every kind of the scene is listed once, in the order of the outliner', () => {
    const listed = appKinds().map(({ kind }) => kind);
    expect(listed).toEqual([
      'solid',
      'rigidBody',
      'joint',
      'cloth',
      'liquid',
      'region',
      'collider',
      'importedAnimation',
      'pin',
      'materialRegion',
      'force',
      'camera',
    ]);
    expect(new Set(listed)).toEqual(new Set(kinds));
  });

  test('a file of a kind is found by the kind that it exports', () => {
    for (const kind of kinds) expect(appKind(kind).order, kind).toBeGreaterThan(0);
  });

  test('sections show properties that the kind has, each once', () => {
    for (const { type: kind, schema } of sceneKinds.all()) {
      const sections = appKind(kind).inspector?.sections ?? [];
      const shown = sections.flatMap((section): readonly string[] => (section === 'own' ? [] : (section.shows ?? [])));
      expect(new Set(shown).size, kind).toBe(shown.length);
      expect(Object.keys(schema.shape), kind).toEqual(expect.arrayContaining(shown));
    }
  });

  test('what the palette adds has a command of its own', () => {
    const entries = appKinds().flatMap(({ add }) => add?.entries ?? []);
    const ids = entries.filter(({ only }) => only !== 'menu').map(({ id }) => `add.${id}`);
    expect(ids).toContain('add.solid.box');
    expect(ids).toContain('add.pin');
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(commands().has(id), id).toBe(true);
    expect(commands().has('add.liquid.empty')).toBe(false);
  });

  test('kinds that share a submenu stand in it, with a line between', () => {
    const session = createSession(() => Promise.reject(new Error('no host here')));
    const menu = addEntries(session);
    expect(menu.map(labelOf)).toEqual([
      'Import mesh…',
      'Import animation…',
      '-',
      'Solid',
      'Joint',
      'Cloth',
      'Liquid',
      'Animation',
      'Force field',
      'Camera',
    ]);
    const liquid = menu.find((entry) => labelOf(entry) === 'Liquid');
    const lines = liquid?.kind === 'sub' ? liquid.entries.map(labelOf) : [];
    expect(lines).toEqual(['Tank of water', 'Empty tank', '-', 'Filled region', 'Emitter', 'Drain']);
  });
});

function labelOf(entry: MenuEntry): string {
  return 'label' in entry ? entry.label : '-';
}
