import { ClipboardPaste, Copy } from 'lucide-react';
import { createStore } from 'zustand/vanilla';
import type { Material } from '../../../../src/scene/properties/material.ts';
import type { MenuEntry } from '../../../ui/MenuItems.tsx';
import { common, type FormTarget } from '../../../forms/FormTarget.ts';

/** The material that was copied last, and of which solid; for as long as the window lives. */
const copied = createStore<{ readonly material: Material | undefined; readonly from: string }>(() => ({
  material: undefined,
  from: '',
}));

/** Copies the material of the edited solids, where they share one. */
export function copyMaterial(target: FormTarget): void {
  const material = common(target.read(['material'])) as Material | undefined;
  if (material !== undefined) copied.setState({ material: structuredClone(material), from: target.name });
}

/** Gives all edited solids the copied material: model, numbers and preset. One step of undo. */
export function pasteMaterial(target: FormTarget): void {
  const { material, from } = copied.getState();
  if (material === undefined) return;
  target.write(['material'], `Use the material of ${from} for ${target.name}`, () => structuredClone(material));
}

/** Lines for the menu of a material. */
export function materialMenu(target: FormTarget): MenuEntry[] {
  const { material, from } = copied.getState();
  const shared = common(target.read(['material'])) !== undefined;
  return [
    {
      kind: 'item',
      label: 'Copy material',
      icon: Copy,
      disabled: shared ? false : 'The selected solids have different materials.',
      onSelect: () => copyMaterial(target),
    },
    {
      kind: 'item',
      label: 'Paste material',
      icon: ClipboardPaste,
      detail: material === undefined ? undefined : `of ${from}`,
      disabled: material === undefined ? 'Copy the material of a solid first.' : false,
      onSelect: () => pasteMaterial(target),
    },
  ];
}
