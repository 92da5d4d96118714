import { CircleDot, Link, Link2, MoveHorizontal, RotateCw } from 'lucide-react';
import { jointKinds } from '../../src/scene/kinds/joint.ts';
import type { AppKind } from '../entities/AppKind.ts';
import { jointOfSelection, whyNoJoint } from './joint/jointOfSelection.ts';
import { viewport } from './joint/viewport.ts';

const ICONS = { weld: Link, ball: CircleDot, hinge: RotateCw, slider: MoveHorizontal } as const;

const joint: AppKind<'joint'> = {
  kind: 'joint',
  order: 18,
  icon: ({ motion }) => ICONS[motion.kind],
  detail: ({ motion }) => ('motor' in motion && motion.motor.enabled ? `${motion.kind}, motor` : motion.kind),
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
  viewport,
};

export default joint;
