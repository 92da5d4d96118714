import { Pin } from 'lucide-react';
import { newPin } from '../../src/scene/kinds/pin.ts';
import { isBody, type BodyEntity } from '../../src/scene/Scene.ts';
import { entityName } from '../document/entityEdits.ts';
import type { AddContext } from '../entities/AddMenu.ts';
import type { AppKind } from '../entities/AppKind.ts';
import { HeldRegionSection } from '../inspector/HoldRows.tsx';

const pin: AppKind<'pin'> = {
  kind: 'pin',
  order: 60,
  icon: () => Pin,
  // The icon says that it is a pin, and most are hard.
  detail: ({ hold }) => (hold.kind === 'hard' ? '' : hold.kind),
  parent: ({ target }) => target,
  add: {
    keywords: 'hold attach constraint',
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
        refused: (context) =>
          selectedBody(context) === undefined ? 'Select the solid or the cloth that is to be held.' : undefined,
        make: (context) => [newPin(context.entities, selectedBody(context)!)],
      },
    ],
  },
  inspector: {
    sections: [
      'own',
      { shows: ['target'], single: true, render: ({ entities: [first] }) => <HeldRegionSection pin={first} /> },
    ],
  },
};

/** The body that the last chosen entity is. */
function selectedBody({ entities, selected }: AddContext): BodyEntity | undefined {
  const active = entities.find(({ id }) => id === selected.at(-1));
  return active !== undefined && isBody(active) ? active : undefined;
}

export default pin;
