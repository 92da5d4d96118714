import { useId } from 'react';
import { ChevronDown } from 'lucide-react';
import type { Pin } from '../../src/scene/kinds/pin.ts';
import { isBody, type Entity, type Scene } from '../../src/scene/Scene.ts';
import { entityName } from '../document/entityEdits.ts';
import { useDocument, useSession } from '../state/Session.ts';
import { FieldRow } from '../ui/FieldRow.tsx';
import { Menu } from '../ui/Menu.tsx';
import type { MenuEntry } from '../ui/MenuItems.tsx';
import { Select } from '../ui/Select.tsx';

type Force = Extract<Entity, { kind: 'force' }>;

const solidsOf = (scene: Scene | undefined) => (scene?.entities ?? []).filter(isBody);

/** The solid that a pin holds, by its name. */
export function PinTargetRow({ pin }: { readonly pin: Pin }) {
  const id = useId();
  const { document } = useSession();
  const solids = solidsOf(useDocument((state) => state.open?.scene));
  const known = solids.some((solid) => solid.id === pin.target);
  const options = solids.map((solid) => ({ value: solid.id, label: entityName(solid) }));
  if (!known) options.unshift({ value: pin.target, label: `${pin.target} (not there)` });
  return (
    <FieldRow
      label="Holds"
      htmlFor={id}
      tooltip={{ text: 'The solid or the cloth that the pin holds.' }}
      problem={known ? undefined : 'This object is not in the shot: choose another.'}
    >
      <Select
        id={id}
        label="Holds"
        value={pin.target}
        options={options}
        onChange={(target) =>
          document.edit(`Change what ${entityName(pin)} holds`, (scene) => {
            const found = scene.entities.find((entity) => entity.id === pin.id);
            if (found?.kind !== 'pin') return;
            const kindOf = (id: string | undefined) => scene.entities.find((entity) => entity.id === id)?.kind;
            found.target = target;
            // Solids carry cloth alone.
            if (kindOf(target) === 'solid' && kindOf(found.follow) === 'solid') delete found.follow;
          })
        }
      />
    </FieldRow>
  );
}

/** What stands for a pin that follows nothing: no id has a dot. */
const ON_ITS_OWN = '.none';

/** What carries what a pin holds: a collider as a bone does, or a solid that cloth is grown to. */
export function PinFollowRow({ pin }: { readonly pin: Pin }) {
  const id = useId();
  const { document } = useSession();
  const entities = useDocument((state) => state.open?.scene)?.entities ?? [];
  const ofCloth = entities.some(({ id, kind }) => id === pin.target && kind === 'cloth');
  const carriers = entities.filter(({ kind }) => kind === 'collider' || (ofCloth && kind === 'solid'));
  const known = pin.follow === undefined || carriers.some((carrier) => carrier.id === pin.follow);
  const options = carriers.map((carrier) => ({ value: carrier.id, label: entityName(carrier) }));
  if (!known) options.unshift({ value: pin.follow!, label: `${pin.follow} (not there)` });
  return (
    <FieldRow
      label="Follows"
      htmlFor={id}
      tooltip={{
        text: ofCloth
          ? 'A collider that carries along what the pin holds, or a solid that it is sewn to: cloth goes along with its surface, and does not pull on it.'
          : 'A collider that carries along what the pin holds, as a bone carries what is grown to it.',
      }}
      modified={pin.follow !== undefined}
      problem={known ? undefined : 'This is not in the shot, or cannot carry it: choose another.'}
    >
      <Select
        id={id}
        label="Follows"
        value={pin.follow ?? ON_ITS_OWN}
        options={[{ value: ON_ITS_OWN, label: 'Nothing' }, ...options]}
        onChange={(follow) =>
          document.edit(`Change what ${entityName(pin)} follows`, (scene) => {
            const found = scene.entities.find((entity) => entity.id === pin.id);
            if (found?.kind !== 'pin') return;
            if (follow === ON_ITS_OWN) delete found.follow;
            else found.follow = follow;
          })
        }
      />
    </FieldRow>
  );
}

/** The solids that a force acts on: all, or those that are ticked. */
export function ForceTargetsRow({ force }: { readonly force: Force }) {
  const { document } = useSession();
  const solids = solidsOf(useDocument((state) => state.open?.scene));
  const change = (targets: string[]) =>
    document.edit(`Change what ${entityName(force)} acts on`, (scene) => {
      const found = scene.entities.find((entity) => entity.id === force.id);
      if (found?.kind === 'force') found.targets = targets;
    });
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
  const text = force.targets.length === 0 ? 'Everything' : names.join(', ') || 'Nothing that is there';
  return (
    <FieldRow
      label="Acts on"
      tooltip={{ text: 'The solids and the cloth that feel the force.' }}
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
