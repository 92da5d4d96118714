import type { LucideIcon } from 'lucide-react';
import type { DefinitionInfo } from '../../src/protocol/requests/program.ts';
import type { Entity } from '../../src/scene/Scene.ts';
import type { PaintKind } from '../state/paintStore.ts';

/** What can be added of a kind: lines of the menu that adds to the shot, and commands of the palette. */
export interface AddMenu {
  /** The submenu that holds the lines; kinds may share one. Left out, the lines stand in the menu itself. */
  readonly menu?: string;
  /** More words that find the commands in the palette. */
  readonly keywords?: string;
  readonly entries: readonly AddEntry[];
  /** Lines for definitions that the host has, after the others; the palette does not list them. */
  ofDefinitions?(definitions: readonly DefinitionInfo[]): readonly AddEntry[];
}

export interface AddEntry {
  /** Its command is `add.` and this: `solid.box`. */
  readonly id: string;
  /** The line of the menu; the command is called `Add` and this. */
  readonly label: string;
  /** The only place where it is offered; left out, it is offered in both. */
  readonly only?: 'menu' | 'palette';
  /** Keys of its command. */
  readonly keys?: readonly string[];
  /** It is offered in the menu of an entity, too, where it is not refused with that entity selected. */
  readonly onEntity?: { readonly label: string | ((context: AddContext) => string); readonly icon: LucideIcon };
  /** Whether dropping one entity on another in the outliner does it, with these two selected; left out, nothing does. */
  onDrop?(dropped: Entity, on: Entity): boolean;
  /** What its command is called, where that depends on the shot. */
  title?(context: AddContext): string;
  /** What the step of undo is called; left out, `Add` and the name of the first new entity. */
  step?(added: Entity, context: AddContext): string;
  /** What of the first new entity is painted next: the brush is taken up for it. */
  readonly paints?: PaintKind;
  /** Why it cannot be added now. */
  refused?(context: AddContext): string | undefined;
  /** The new entities, of which the first is selected. */
  make(context: AddContext): readonly [Entity, ...Entity[]];
}

/** The shot that something is added to. */
export interface AddContext {
  readonly entities: readonly Entity[];
  /** Ids, the last one chosen last. */
  readonly selected: readonly string[];
  readonly definitions: readonly DefinitionInfo[];
  /** Box of a body at the first frame, min xyz, max xyz, m; undefined where it is not known yet. */
  boundsOf?(body: string): readonly number[] | undefined;
}
