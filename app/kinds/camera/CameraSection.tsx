import { Camera as CameraIcon, ScanEye, Video } from 'lucide-react';
import { useStore } from 'zustand';
import type { Keyable } from '../../../src/scene/keyable.ts';
import type { Entity } from '../../../src/scene/Scene.ts';
import { entityName } from '../../document/entityEdits.ts';
import { withValueAt } from '../../document/keyEdits.ts';
import { useSession, type Session } from '../../session/Session.ts';
import { viewportOf } from '../../viewport/viewportHandle.ts';
import { viewportStore } from '../../viewport/viewportState.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../inspector/Section.tsx';

type Camera = Extract<Entity, { kind: 'camera' }>;

/** The camera against the viewport: looked through, or put where the view is. */
export function CameraSection({ camera }: { readonly camera: Camera }) {
  const session = useSession();
  const store = viewportStore(session);
  const through = useStore(store, (state) => state.lookThrough === camera.id);
  return (
    <Section title="View" icon={CameraIcon}>
      <div className="section-buttons">
        <Button
          size="small"
          icon={Video}
          aria-pressed={through}
          onClick={() => store.setState({ lookThrough: through ? undefined : camera.id })}
        >
          {through ? 'Exit camera view' : 'Look through'}
        </Button>
        <Button size="small" icon={ScanEye} onClick={() => setFromView(session, camera)}>
          Set from view
        </Button>
      </div>
    </Section>
  );
}

/** Puts the camera where the viewport looks from, and its target where it looks at; animated components get keys at the playhead. */
function setFromView({ document, timeline, ...session }: Session, { id, ...camera }: Camera): void {
  const viewport = viewportOf({ document, timeline, ...session });
  if (viewport === undefined) return;
  const { camera: eye, view } = viewport.engine.rig;
  const { frame, autoKey } = timeline.getState();
  const put = (present: readonly Keyable[], place: readonly number[]) =>
    present.map((value, k) => withValueAt(value, frame, Number(place[k].toFixed(4)), autoKey));
  document.edit(`set ${entityName({ id, name: camera.name })} from the view`, (scene) => {
    const found = scene.entities.find((entity) => entity.id === id);
    if (found?.kind !== 'camera') return;
    Object.assign(found, {
      position: put(camera.position, eye.position.toArray()),
      target: put(camera.target, view.target),
    });
  });
}
