import { CircleDot, Wind } from 'lucide-react';
import { fieldKinds, newForce } from '../../src/scene/kinds/force.ts';
import type { AppKind } from '../entities/AppKind.ts';
import { ForceTargetsRow } from './force/ForceTargetsRow.tsx';

const force: AppKind<'force'> = {
  kind: 'force',
  order: 70,
  heading: 'Forces',
  icon: ({ field }) => (field.kind === 'gravity' ? CircleDot : Wind),
  detail: ({ field }) => field.kind,
  add: {
    menu: 'Force field',
    keywords: 'force field',
    entries: fieldKinds.map(({ kind, label }) => ({
      id: `force.${kind}`,
      label,
      make: ({ entities }) => [newForce(entities, kind)],
    })),
  },
  // A force without targets acts on everything: one that loses all of its own must not.
  release: (force, removed) => {
    if (force.targets.length === 0) return true;
    force.targets = force.targets.filter((id) => !removed.has(id));
    if (force.targets.length === 0) force.enabled = false;
    return true;
  },
  inspector: {
    sections: ['own'],
    own: {
      before: ({ target, entities: [first], single }) => single && <ForceTargetsRow target={target} force={first} />,
    },
  },
};

export default force;
