import type { Draft } from 'immer';
import type { PaintedField } from '../../../src/scene/paintedField.ts';
import type { EntityOf } from '../../entities/AppKind.ts';
import type { PaintedProperty } from '../../entities/PaintedProperty.ts';

type Solid = EntityOf<'solid'>;

/** What is painted of a solid, the usual first. */
export const paints: readonly PaintedProperty<'solid'>[] = [
  {
    kind: 'strength',
    base: 1,
    title: (name) => `strength of '${name}'`,
    row: { label: 'Strength', help: 'Painted factor of the strength: 0 is limp, 1 is the material as given.' },
    read: ({ painted }) => painted?.strength,
    write: (solid, field) => writePainted(solid, 'strength', field),
  },
  {
    kind: 'detail',
    base: 0,
    title: (name) => `detail of '${name}'`,
    row: {
      label: 'Detail',
      help: 'Painted refinement of the elements: at 1 their edges are a quarter as long.',
    },
    read: ({ painted }) => painted?.detail,
    write: (solid, field) => writePainted(solid, 'detail', field),
  },
  {
    kind: 'goal',
    base: 1,
    title: (name) => `goal strength of '${name}'`,
    row: {
      label: 'Goal strength',
      help: 'Painted factor of the goal strength: 0 allows any shape.',
    },
    available: ({ plasticity }) => plasticity?.goal !== undefined,
    read: ({ plasticity }) => plasticity?.goal?.paintedStrength,
    write: ({ plasticity }, field) => {
      if (plasticity?.goal !== undefined) set(plasticity.goal, 'paintedStrength', field);
    },
  },
  {
    kind: 'target',
    base: 1,
    title: (name) => `target strength of '${name}'`,
    row: {
      label: 'Target strength',
      help: 'Painted factor of the strength of the animated target: 0 leaves the part free.',
    },
    available: ({ animatedTarget }) => animatedTarget !== undefined,
    read: ({ animatedTarget }) => animatedTarget?.paintedStrength,
    write: ({ animatedTarget }, field) => {
      if (animatedTarget !== undefined) set(animatedTarget, 'paintedStrength', field);
    },
  },
  {
    kind: 'toughness',
    base: 1,
    title: (name) => `toughness of '${name}'`,
    row: { label: 'Toughness', help: 'Painted factor of the toughness: 0 tears under any tension.' },
    available: ({ fracture }) => fracture?.enabled === true,
    read: ({ fracture }) => fracture?.paintedToughness,
    write: ({ fracture }, field) => {
      if (fracture !== undefined) set(fracture, 'paintedToughness', field);
    },
  },
  {
    kind: 'fibres',
    base: 0,
    permanent: true,
    title: (name) => `fibres of '${name}'`,
    nothing: 'no strokes yet',
    available: ({ fibres }) => fibres?.direction.kind === 'painted',
    read: ({ fibres }) => (fibres?.direction.kind === 'painted' ? fibres.direction.field : undefined),
    write: ({ fibres }, field) => {
      if (fibres?.direction.kind === 'painted') fibres.direction.field = field ?? { base: 0, strokes: [] };
    },
  },
];

/** Writes the field; a solid on which nothing is painted has no group of painted fields. */
function writePainted(solid: Draft<Solid>, name: 'strength' | 'detail', field: PaintedField | undefined): void {
  const fields = { ...solid.painted };
  set(fields, name, field);
  if (Object.keys(fields).length === 0) delete solid.painted;
  else solid.painted = fields;
}

function set<N extends string>(group: { [name in N]?: PaintedField }, name: N, field: PaintedField | undefined): void {
  if (field === undefined) Reflect.deleteProperty(group, name);
  else group[name] = field;
}
