import { PersonStanding, Unlink } from 'lucide-react';
import { animatedTarget as schema, type AnimatedTarget } from '../../../src/scene/properties/animatedTarget.ts';
import type { Solid } from '../../../src/scene/kinds/solid.ts';
import { isKind } from '../../../src/scene/Scene.ts';
import { entityName } from '../../document/entityEdits.ts';
import type { FormField } from '../../forms/formFields.ts';
import { common, type FormTarget } from '../../forms/FormTarget.ts';
import { PropertyForm } from '../../inspector/PropertyForm.tsx';
import { ReferenceRow } from '../../inspector/ReferenceRow.tsx';
import { Section } from '../../inspector/Section.tsx';
import { useDocument, useSession } from '../../session/Session.ts';
import { Button } from '../../ui/Button.tsx';

/** What of the pull is set, in the order in which it matters; the animation is apart. */
const ROWS = ['frequency', 'dampingRatio', 'strength', 'matching'];

interface AnimatedTargetSectionProps {
  readonly target: FormTarget;
  /** The first of the edited solids. */
  readonly solid: Solid;
  /** All fields of the solid. */
  readonly fields: readonly FormField[];
}

/** The animation that the whole solid is pulled towards, and how firmly. */
export function AnimatedTargetSection({ target, solid, fields }: AnimatedTargetSectionProps) {
  const entities = useDocument((state) => state.open?.scene.entities) ?? [];
  const animations = entities.filter(isKind('importedAnimation'));
  const { animatedTarget } = solid;
  const followed = animations.find(({ id }) => id === animatedTarget?.animation);
  const rows = ROWS.flatMap((name) => fields.find(({ path }) => path.join('.') === `animatedTarget.${name}`) ?? []);
  const choose = (animation: string | undefined): void =>
    target.write(['animatedTarget'], `Change the animated target of ${target.name}`, (present) =>
      animation === undefined ? undefined : schema.parse({ ...(present as AnimatedTarget | undefined), animation }),
    );
  return (
    <Section
      title="Animated target"
      icon={PersonStanding}
      initiallyOpen={animatedTarget !== undefined}
      summary={animatedTarget === undefined ? 'none' : followed === undefined ? 'missing' : entityName(followed)}
    >
      <ReferenceRow
        label="Animation"
        name="Animated target"
        tooltip={{
          text: 'Animation that the whole solid is pulled towards, as by a damped spring on every point of it. The solid follows, lags behind, swings and gives way to what it touches.',
        }}
        value={common(target.read(['animatedTarget', 'animation'])) as string | undefined}
        among={animations}
        none="None"
        problem="This animation is missing or disabled: choose another."
        useless={followed?.enabled === false}
        onChange={choose}
      />
      {animations.length === 0 && animatedTarget === undefined && (
        <p className="form-note" role="status">
          The shot has no animation yet: import one from the File menu.
        </p>
      )}
      {animatedTarget !== undefined && <PropertyForm target={target} fields={rows} />}
      {followed?.collision.enabled === true && <CollisionNote id={followed.id} name={entityName(followed)} />}
    </Section>
  );
}

/** What collides with a solid cannot pull it into its own place. */
function CollisionNote({ id, name }: { readonly id: string; readonly name: string }) {
  const { document } = useSession();
  const turnOff = (): void =>
    document.edit(`turn off collisions of '${name}'`, ({ entities }) => {
      const animation = entities.find((entity) => entity.id === id);
      if (animation?.kind === 'importedAnimation') animation.collision.enabled = false;
    });
  return (
    <>
      <p className="form-note" role="status">
        {name} collides, which pushes the solid away from where it is pulled.
      </p>
      <Button size="small" icon={Unlink} onClick={turnOff}>
        Turn its collisions off
      </Button>
    </>
  );
}
