import { Link, Pin } from 'lucide-react';
import { newFollowingPin, newPin } from '../../src/scene/kinds/pin.ts';
import { isBody, isKind, type BodyEntity } from '../../src/scene/Scene.ts';
import { entityName } from '../document/entityEdits.ts';
import type { AddContext } from '../entities/AddMenu.ts';
import type { AppKind } from '../entities/AppKind.ts';
import { PinnedRegionSection } from './pin/PinnedRegionSection.tsx';
import { paintedSelection, UNPAINTED } from './parts/paintedSelection.ts';
import { viewport } from './pin/viewport.ts';

const NOTHING_TO_FOLLOW = 'Select the solid or cloth and the animation that it should follow.';
/** What vertices that are parts of a rigid body have not: they are held hard, where they are. */
const RIGID: ReadonlySet<string> = new Set(['hold', 'motion', 'pivot']);
const NOTHING_TO_HOLD = 'Select the solid or cloth to pin first.';

const pin: AppKind<'pin'> = {
  kind: 'pin',
  order: 60,
  icon: () => Pin,
  // The icon says that it is a pin, and most are hard.
  detail: ({ hold }) => (hold.kind === 'hard' ? '' : hold.kind),
  parent: ({ target }) => target,
  add: {
    keywords: 'brush hold attach constraint painted',
    entries: [
      {
        id: 'pin',
        label: 'Pin',
        only: 'palette',
        keys: ['Shift+KeyP'],
        onEntity: { label: 'Pin it', icon: Pin },
        title: (context) => {
          const body = selectedBody(context);
          return body === undefined ? 'Add pin' : `Pin ${entityName(body)}`;
        },
        refused: (context) => (selectedBody(context) === undefined ? NOTHING_TO_HOLD : undefined),
        step: (_added, context) => `Pin ${entityName(selectedBody(context)!)}`,
        make: (context) => [newPin(context.entities, selectedBody(context)!)],
      },
      {
        id: 'pin.painted',
        label: 'Painted pin',
        only: 'palette',
        title: (context) => {
          const body = heldBody(context);
          return body === undefined ? 'New painted pin' : `New painted pin on ${entityName(body)}`;
        },
        refused: (context) => (heldBody(context) === undefined ? NOTHING_TO_HOLD : undefined),
        step: (added) => `Add painted pin '${entityName(added)}'`,
        make: (context) => [
          { ...newPin(context.entities, heldBody(context)!), selection: { kind: 'painted', field: UNPAINTED } },
        ],
        paints: 'pin',
      },
      {
        id: 'pin.follow',
        label: 'Pin that follows a surface',
        only: 'palette',
        onEntity: { label: (context) => followLabel(context), icon: Link },
        onDrop: (dropped, on) => isBody(dropped) && on.kind === 'importedAnimation',
        title: (context) => {
          const pair = followingPair(context);
          return pair === undefined
            ? 'New pin that follows a surface'
            : `Pin ${entityName(pair.body)} to the surface of ${entityName(pair.surface)}`;
        },
        refused: (context) => (followingPair(context) === undefined ? NOTHING_TO_FOLLOW : undefined),
        step: (_added, context) => {
          const { body, surface } = followingPair(context)!;
          return `Pin ${entityName(body)} to ${entityName(surface)}`;
        },
        make: (context) => {
          const { body, surface } = followingPair(context)!;
          return [newFollowingPin(context.entities, body, surface, context.boundsOf?.(body.id))];
        },
      },
    ],
  },
  // Without what it pins there is nothing to it.
  release: (pin, removed) => {
    if (removed.has(pin.target)) return false;
    if (pin.follow === undefined || !removed.has(pin.follow)) return true;
    delete pin.follow;
    delete pin.within;
    return pin.selection.kind !== 'near';
  },
  paints: [paintedSelection('pin', (name) => `pin '${name}'`, 'pins nothing')],
  inspector: {
    own: {
      hides: ({ path: [name] }, { entities: [{ follow, within }], shot }) =>
        // How far it is from its attachment parent matters where it has one.
        (name === 'within' && follow === undefined && within === undefined) ||
        (RIGID.has(String(name)) && shot.some(({ id, kind }) => id === follow && kind === 'rigidBody')),
    },
    sections: [
      'own',
      {
        shows: ['target'],
        single: true,
        render: ({ target, entities: [first] }) => <PinnedRegionSection target={target} pin={first} />,
      },
    ],
  },
  viewport,
};

/** The body that the last chosen entity is, or that it pins. */
function heldBody({ entities, selected, definitions }: AddContext): BodyEntity | undefined {
  const active = entities.find(({ id }) => id === selected.at(-1));
  const body = active?.kind === 'pin' ? [active.target] : selected;
  return selectedBody({ entities, selected: body, definitions });
}

/** The body that the last chosen entity is. */
function selectedBody({ entities, selected }: AddContext): BodyEntity | undefined {
  const active = entities.find(({ id }) => id === selected.at(-1));
  return active !== undefined && isBody(active) ? active : undefined;
}

/** The body that is chosen, and the animation that is chosen beside it, or the only one of the shot. */
function followingPair({ entities, selected }: AddContext) {
  const chosen = selected.flatMap((id) => entities.find((entity) => entity.id === id) ?? []);
  const body = chosen.findLast(isBody);
  const animations = entities.filter(isKind('importedAnimation'));
  const surface = chosen.findLast(isKind('importedAnimation')) ?? (animations.length === 1 ? animations[0] : undefined);
  return body && surface && { body, surface };
}

/** It stands in the menu of the surface, and in that of the body. */
function followLabel(context: AddContext): string {
  const { surface } = followingPair(context)!;
  return context.selected.at(-1) === surface.id ? 'Follow this surface' : `Follow ${entityName(surface)}`;
}

export default pin;
