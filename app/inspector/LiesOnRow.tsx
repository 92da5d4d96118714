import { useId } from 'react';
import { liesOn as schema, type Cloth } from '../../src/scene/kinds/cloth.ts';
import { entityName } from '../document/entityEdits.ts';
import { useDocument, useSession } from '../state/Session.ts';
import { FieldRow } from '../ui/FieldRow.tsx';
import { Select } from '../ui/Select.tsx';

/** What stands for a cloth that lies on nothing: no id has a dot. */
const ON_NOTHING = '.none';

/** The collider or solid that says which side of the cloth is out. */
export function LiesOnRow({ cloth }: { readonly cloth: Cloth }) {
  const id = useId();
  const { document } = useSession();
  const entities = useDocument((state) => state.open?.scene)?.entities ?? [];
  const present = cloth.liesOn?.body;
  const bodies = entities.filter(({ kind }) => kind === 'collider' || kind === 'solid');
  const known = present === undefined || bodies.some((body) => body.id === present);
  const options = bodies.map((body) => ({ value: body.id, label: entityName(body) }));
  if (!known) options.unshift({ value: present, label: `${present} (not there)` });
  return (
    <FieldRow
      label="Lies on"
      htmlFor={id}
      tooltip={{
        text: 'A body that the cloth covers as a skin does: where it is folded over or pushed through itself, it turns back to the side that faced out at the first frame.',
        reference: 'Irving 2007, 2.8',
      }}
      modified={present !== undefined}
      problem={known ? undefined : 'This is not in the shot: choose another.'}
    >
      <Select
        id={id}
        label="Lies on"
        value={present ?? ON_NOTHING}
        options={[{ value: ON_NOTHING, label: 'Nothing' }, ...options]}
        onChange={(body) =>
          document.edit(`Change what ${entityName(cloth)} lies on`, (scene) => {
            const found = scene.entities.find((entity) => entity.id === cloth.id);
            if (found?.kind !== 'cloth') return;
            if (body === ON_NOTHING) delete found.liesOn;
            else found.liesOn = { ...schema.parse({ body }), ...found.liesOn, body };
          })
        }
      />
    </FieldRow>
  );
}
