import { ChevronDown } from 'lucide-react';
import type { Force } from '../../../src/scene/kinds/force.ts';
import { entityName } from '../../document/entityEdits.ts';
import { referable } from '../../entities/references.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { useDocument } from '../../session/Session.ts';
import { FieldRow } from '../../ui/FieldRow.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { MenuEntry } from '../../ui/MenuItems.tsx';

interface ForceTargetsRowProps {
  readonly target: FormTarget;
  readonly force: Force;
}

/** The solids that a force acts on: all, or those that are ticked. */
export function ForceTargetsRow({ target, force }: ForceTargetsRowProps) {
  const entities = useDocument((state) => state.open?.scene.entities) ?? [];
  const solids = referable(entities, force, ['targets']);
  const change = (targets: string[]) => target.write(['targets'], `Change what ${target.name} acts on`, () => targets);
  const entries = (): MenuEntry[] => [
    { kind: 'item', label: 'Everything', checked: force.targets.length === 0, onSelect: () => change([]) },
    { kind: 'separator' },
    ...solids.map((solid): MenuEntry => {
      const chosen = force.targets.includes(solid.id);
      const others = force.targets.filter((id) => id !== solid.id);
      return {
        kind: 'item',
        label: entityName(solid),
        checked: chosen,
        onSelect: () => change(chosen ? others : [...others, solid.id]),
      };
    }),
  ];
  const names = solids.filter(({ id }) => force.targets.includes(id)).map(entityName);
  const text = force.targets.length === 0 ? 'Everything' : names.join(', ') || 'Nothing in the shot';
  return (
    <FieldRow
      label="Acts on"
      tooltip={{ text: 'Solids and cloth that the force field acts on.' }}
      modified={force.targets.length > 0}
    >
      <Menu entries={entries}>
        <button type="button" className="ui-field ui-select" data-size="small" aria-label={`Acts on: ${text}`}>
          <span className="ui-select-value">{text}</span>
          <ChevronDown aria-hidden />
        </button>
      </Menu>
    </FieldRow>
  );
}
