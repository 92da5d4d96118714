import { Pyramid } from 'lucide-react';
import type { Meshing, Solid } from '../../src/scene/kinds/solid.ts';
import { useProgram, useSession } from '../session/Session.ts';
import { Button } from '../ui/Button.tsx';
import { FieldRow } from '../ui/FieldRow.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { formFields, type FormField, type JsonSchema } from '../forms/formFields.ts';
import type { FormTarget } from '../forms/FormTarget.ts';
import { GroupRegionsRow } from './GroupRegionsRow.tsx';
import { PropertyForm } from './PropertyForm.tsx';
import { Section } from './Section.tsx';

interface MeshSectionProps {
  readonly target: FormTarget;
  readonly solid: Solid;
  /** All fields of the solid. */
  readonly fields: readonly FormField[];
  /** Whether only one solid is edited: it can be meshed on trial. */
  readonly single: boolean;
}

/** How the solid is filled with elements, and the way to trying it out. */
export function MeshSection({ target, solid, fields, single }: MeshSectionProps) {
  const { view } = useSession();
  const { meshing } = solid;
  return (
    <Section
      title="Mesh"
      icon={Pyramid}
      summary={meshing === undefined ? 'own elements' : edgeText(meshing)}
      action={
        single &&
        meshing !== undefined && (
          <Button size="small" onClick={() => view.setState({ task: 'mesh' })}>
            Remesh…
          </Button>
        )
      }
    >
      {meshing === undefined ? (
        <p className="form-note">This shape has elements of its own.</p>
      ) : (
        <MeshingRows target={target} meshing={meshing} />
      )}
      <PropertyForm target={target} fields={fields.filter(({ path: [name] }) => name === 'elementOrder')} />
      {single && <GroupRegionsRow solid={solid} />}
    </Section>
  );
}

interface MeshingRowsProps {
  readonly target: FormTarget;
  readonly meshing: Meshing;
}

/** Mesher, edge length and the parameters of the mesher. */
export function MeshingRows(props: MeshingRowsProps) {
  return (
    <>
      <MesherRows {...props} />
      <MesherParams {...props} />
    </>
  );
}

/** Mesher, edge length, and how many edges lie across thin parts where the mesher follows that. */
export function MesherRows({ target, meshing }: MeshingRowsProps) {
  const meshers = useProgram((state) => state.catalogue)?.definitions.filter(({ kind }) => kind === 'mesher') ?? [];
  const mesher = meshers.find(({ type }) => type === meshing.method);
  const { edge } = meshing;
  const relative = 'percent' in edge;
  return (
    <>
      <FieldRow
        label="Mesher"
        tooltip={{ text: 'Mesher that fills the surface with elements.', reference: mesher?.reference }}
      >
        <Select
          label="Mesher"
          value={meshing.method}
          options={meshers.map(({ type, label: text }) => ({ value: type, label: text }))}
          onChange={(method) =>
            target.write(['meshing'], `Change mesher of ${target.name}`, (present) => ({
              ...(present as Meshing),
              method,
              params: {},
            }))
          }
        />
      </FieldRow>
      <FieldRow
        label="Edge length"
        tooltip={{
          text: `Length of the long edges of the elements${relative ? ', relative to the size of the solid' : ''}. Half of it gives about eight times as many.`,
        }}
      >
        <NumberField
          label={relative ? 'Edge length in percent of the size' : 'Edge length'}
          unit={relative ? '%' : 'm'}
          value={relative ? edge.percent : edge.metres}
          min={relative ? 0.01 : 1e-6}
          max={relative ? 100 : 1e6}
          softMin={relative ? 0.5 : undefined}
          softMax={relative ? 15 : undefined}
          onChange={(amount, dragging) =>
            target.write(
              ['meshing', 'edge'],
              `Change edge length of ${target.name}`,
              () => (relative ? { percent: amount } : { metres: amount }),
              dragging ? 'edge length' : undefined,
            )
          }
          onGestureEnd={() => target.endGesture()}
        />
      </FieldRow>
      {(mesher?.followsDetail === true || meshing.across !== undefined) && (
        <AcrossRow target={target} across={meshing.across} followed={mesher?.followsDetail === true} />
      )}
    </>
  );
}

interface AcrossRowProps {
  readonly target: FormTarget;
  readonly across: number | undefined;
  readonly followed: boolean;
}

/** Shorter edges in thin parts. */
function AcrossRow({ target, across, followed }: AcrossRowProps) {
  const write = (value: number | undefined, dragging = false): void =>
    target.write(
      ['meshing'],
      `Change edges across thin parts of ${target.name}`,
      (present) => ({ ...(present as Meshing), across: value }),
      dragging ? 'edges across' : undefined,
    );
  return (
    <>
      <FieldRow
        label="Edges across"
        tooltip={{
          text: 'Where fewer edges than this lie across the solid, they are halved, up to twice. Empty: edges are as long there as elsewhere.',
        }}
      >
        <NumberField
          label="Edges across thin parts"
          unit=""
          value={across}
          placeholder="any"
          min={1}
          max={12}
          whole
          onChange={write}
          onClear={() => write(undefined)}
          onGestureEnd={() => target.endGesture()}
        />
      </FieldRow>
      {!followed && <p className="form-note">This mesher makes elements of one size: edges across have no effect.</p>}
    </>
  );
}

/** What this mesher alone can be told. */
export function MesherParams({ target, meshing }: MeshingRowsProps) {
  const definitions = useProgram((state) => state.catalogue)?.definitions;
  const mesher = definitions?.find(({ kind, type }) => kind === 'mesher' && type === meshing.method);
  if (mesher === undefined) return null;
  return (
    <PropertyForm
      target={target}
      fields={formFields(mesher.params as JsonSchema, meshing.params, ['meshing', 'params'])}
    />
  );
}

function edgeText({ method, edge }: Meshing): string {
  return `${method} · ${'percent' in edge ? `${edge.percent} %` : `${edge.metres} m`}`;
}
