import type { Pin } from '../../../src/scene/kinds/pin.ts';
import { referable } from '../../entities/references.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { ReferenceRow } from '../../inspector/ReferenceRow.tsx';
import { useDocument } from '../../session/Session.ts';

interface PinRowProps {
  readonly target: FormTarget;
  readonly pin: Pin;
}

/** The body that a pin constrains, by its name. */
export function PinTargetRow({ target, pin }: PinRowProps) {
  const entities = useDocument((state) => state.open?.scene.entities) ?? [];
  const kindOf = (id: string | undefined) => entities.find((entity) => entity.id === id)?.kind;
  const hold = (body: string | undefined): void => {
    const label = `Change the body of ${target.name}`;
    target.write(['target'], label, () => body, label);
    // Solids carry cloth alone.
    if (kindOf(body) === 'solid' && kindOf(pin.follow) === 'solid') {
      target.write(['follow'], label, () => undefined, label);
      target.write(['within'], label, () => undefined, label);
    }
    target.endGesture();
  };
  return (
    <ReferenceRow
      label="Pinned body"
      tooltip={{ text: 'Solid or cloth whose vertices are pinned.' }}
      value={pin.target}
      among={referable(entities, pin, ['target'])}
      problem="This object is not in the shot: choose another."
      onChange={hold}
    />
  );
}

/** The attachment parent of a pin's vertices: a collider or a rigid body as a bone, an animation, or a solid that cloth is attached to. */
export function PinFollowRow({ target, pin }: PinRowProps) {
  const entities = useDocument((state) => state.open?.scene.entities) ?? [];
  const ofCloth = entities.some(({ id, kind }) => id === pin.target && kind === 'cloth');
  const attach = (follow: string | undefined): void => {
    const label = `Change what ${target.name} is attached to`;
    target.write(['follow'], label, () => follow, label);
    // Without a parent there is no distance from it.
    if (follow === undefined && pin.within !== undefined) target.write(['within'], label, () => undefined, label);
    // Rigid bodies hold vertices hard alone, where they are.
    if (entities.some(({ id, kind }) => id === follow && kind === 'rigidBody')) {
      if (pin.hold.kind !== 'hard') target.write(['hold'], label, () => ({ kind: 'hard' }), label);
      target.write(['motion'], label, () => ({ position: [0, 0, 0], rotation: [0, 0, 0] }), label);
    }
    target.endGesture();
  };
  const carriers = referable(entities, pin, ['follow']).filter(({ kind }) => ofCloth || kind !== 'solid');
  return (
    <ReferenceRow
      label="Attached to"
      tooltip={{
        text: ofCloth
          ? 'Attachment parent: a collider, a rigid body, an animation or a solid that the pinned vertices move with. Animations and solids move the cloth with their surface, where that is nearest at first. The cloth pulls on rigid bodies alone.'
          : 'Attachment parent that the pinned vertices move with, as a muscle with its bone: a collider, which moves by its keys, a rigid body, which the pinned solid pulls on, or an animation, with whose surface they move where that is nearest at first.',
      }}
      value={pin.follow}
      among={carriers}
      none="None"
      problem="This object is not in the shot, or nothing can be attached to it: choose another."
      onChange={attach}
    />
  );
}
