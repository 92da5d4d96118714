import { useState } from 'react';
import { Layers } from 'lucide-react';
import type { RequestResult } from '../../src/protocol/requests.ts';
import { regionsMade, regionsOfGroups } from '../../src/scene/groupRegions.ts';
import type { Solid } from '../../src/scene/kinds/solid.ts';
import { entityName } from '../document/entityEdits.ts';
import { useSession } from '../session/Session.ts';
import { Button } from '../ui/Button.tsx';

type Groups = RequestResult<'meshGroups'>['groups'];

/** Makes a material region of each group of a solid's file in one step of undo: of its materials, its groups or its objects, where it has several kinds. */
export function GroupRegionsRow({ solid }: { readonly solid: Solid }) {
  const session = useSession();
  const { source } = solid;
  const path = source.kind === 'file' ? source.path : undefined;
  const [found, setFound] = useState<{ readonly path: string; readonly groups: Groups }>();
  if (path === undefined) return null;
  const groups = found?.path === path ? found.groups : undefined;
  const make = (of: Groups[number]): void => {
    const { scene } = session.document;
    if (scene === undefined) return;
    const regions = regionsOfGroups(scene.entities, solid, of, scene.range.first);
    session.document.edit(`make regions of ${entityName(solid)}`, (draft) => void draft.entities.push(...regions));
    session.log.info(regionsMade(regions.map(entityName), of.of), { toast: true });
  };
  const look = async (): Promise<void> => {
    try {
      const { groups: all } = await session.connection.call('meshGroups', { path });
      const usable = all.filter(({ count, names }) => count === names.length);
      if (usable.length === 1) make(usable[0]);
      else setFound({ path, groups: usable });
      if (usable.length === 0) session.log.info(nothingIn(all), { toast: true });
    } catch (error) {
      session.log.error(`could not read ${path}`, error, { toast: true });
    }
  };
  return (
    <div className="hold-row">
      {groups === undefined || groups.length === 0 ? (
        <Button size="small" icon={Layers} onClick={() => void look()}>
          Regions from groups of the mesh
        </Button>
      ) : (
        <>
          <span>Regions from</span>
          <span className="hold-sides">
            {groups.map((of) => (
              <Button key={of.of} size="small" icon={Layers} onClick={() => make(of)}>
                {`${of.count} ${of.of}${of.count === 1 ? '' : 's'}`}
              </Button>
            ))}
          </span>
        </>
      )}
    </div>
  );
}

function nothingIn(groups: Groups): string {
  const [many] = groups;
  if (many === undefined) return 'The file of the mesh has no groups that divide it into parts.';
  return `The file of the mesh has ${many.count} ${many.of}s: too many for material regions.`;
}
