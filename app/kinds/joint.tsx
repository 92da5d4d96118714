import { CircleDot, Link, Link2, MoveHorizontal, RotateCw } from 'lucide-react';
import { jointKinds } from '../../src/scene/kinds/joint.ts';
import type { AppKind } from '../entities/AppKind.ts';
import { JointEndRows } from './joint/JointRows.tsx';
import { jointOfSelection, whyNoJoint } from './joint/jointOfSelection.ts';
import { StrongestLoad } from './joint/StrongestLoad.tsx';
import { TypeSections } from './joint/TypeSections.tsx';
import { viewport } from './joint/viewport.ts';

const ICONS = { weld: Link, ball: CircleDot, hinge: RotateCw, slider: MoveHorizontal } as const;

const joint: AppKind<'joint'> = {
  kind: 'joint',
  order: 18,
  icon: ({ type }) => ICONS[type.kind],
  detail: ({ type }) => ('motor' in type && type.motor.enabled ? `${type.kind}, motor` : type.kind),
  add: {
    menu: 'Joint',
    keywords: 'joint hinge ball slider weld motor chain ragdoll',
    entries: jointKinds.map(({ kind, label }) => ({
      id: `joint.${kind}`,
      label,
      ...(kind === 'hinge' ? { onEntity: { label: 'Join it', icon: Link2 } } : {}),
      refused: whyNoJoint,
      make: (context) => [jointOfSelection(context, kind)],
    })),
  },
  // Without what it joins there is nothing to it.
  release: ({ body, to }, removed) => !removed.has(body) && (to === undefined || !removed.has(to)),
  inspector: {
    sections: [
      'own',
      {
        shows: ['type', 'position', 'axis'],
        single: true,
        render: ({ target, entities: [first], fields }) => (
          <TypeSections target={target} joint={first} fields={fields} />
        ),
      },
    ],
    own: {
      before: ({ target, entities: [first], single }) => single && <JointEndRows target={target} joint={first} />,
      after: ({ entities: [first], single }) => single && <StrongestLoad joint={first} />,
      hides: ({ path: [name] }, { single }) => single && (name === 'body' || name === 'to'),
    },
  },
  viewport,
};

export default joint;
