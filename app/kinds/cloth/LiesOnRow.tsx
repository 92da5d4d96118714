import { liesOn as schema, type Cloth } from '../../../src/scene/kinds/cloth.ts';
import { referable } from '../../entities/references.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { ReferenceRow } from '../../inspector/ReferenceRow.tsx';
import { useDocument } from '../../session/Session.ts';

interface LiesOnRowProps {
  readonly target: FormTarget;
  readonly cloth: Cloth;
}

/** The collider or solid that says which side of the cloth is out. */
export function LiesOnRow({ target, cloth }: LiesOnRowProps) {
  const entities = useDocument((state) => state.open?.scene.entities) ?? [];
  return (
    <ReferenceRow
      label="Guide surface"
      tooltip={{
        text: 'Collider or solid that the cloth covers as a layer. Triangles that are folded over or pushed through the cloth turn back to the side that faced out at the first frame.',
        reference: 'Irving 2007, 2.8',
      }}
      value={cloth.liesOn?.body}
      among={referable(entities, cloth, ['liesOn', 'body'])}
      none="None"
      problem="This object is not in the shot: choose another."
      onChange={(body) =>
        target.write(['liesOn'], `Change the guide surface of ${target.name}`, (present) =>
          body === undefined ? undefined : { ...schema.parse({ body }), ...(present as Cloth['liesOn']), body },
        )
      }
    />
  );
}
