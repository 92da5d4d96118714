import { Pin } from 'lucide-react';
import { newPin } from '../../src/scene/kinds/pin.ts';
import { isBody, type BodyEntity } from '../../src/scene/Scene.ts';
import { entityName } from '../document/entityEdits.ts';
import type { AddContext } from '../entities/AddMenu.ts';
import type { AppKind } from '../entities/AppKind.ts';
import { PinnedRegionSection } from './pin/PinnedRegionSection.tsx';
import { paintedSelection, UNPAINTED } from './parts/paintedSelection.ts';
import { viewport } from './pin/viewport.ts';

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
    ],
  },
  // Without what it pins there is nothing to it.
  release: ({ target }, removed) => !removed.has(target),
  paints: [paintedSelection('pin', (name) => `pin '${name}'`, 'pins nothing')],
  inspector: {
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

export default pin;
