import { useRef, useState } from 'react';
import { FileBox, Spline } from 'lucide-react';
import { fibres as schema, type Fibres } from '../../../src/scene/properties/fibres.ts';
import type { Solid } from '../../../src/scene/kinds/solid.ts';
import { isKind } from '../../../src/scene/Scene.ts';
import { fileNameOf, folderOf } from '../../document/meshFiles.ts';
import { startPainting } from '../../commands/paintMode.ts';
import { useDocument, useProgram, useSession, useView } from '../../session/Session.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldRow } from '../../ui/FieldRow.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { inSentence } from '../../ui/inSentence.ts';
import { colourMapOf } from '../../../src/frames/colours/colourMaps.ts';
import { cssGradient } from '../../viewport/colour/cssColours.ts';
import { FIBRE_STRETCH } from '../../viewport/colour/fibreStretch.ts';
import type { FormField } from '../../forms/formFields.ts';
import { applyPreset } from './material/applyPreset.ts';
import { common, type FormTarget } from '../../forms/FormTarget.ts';
import { PaintedRow } from '../../inspector/PaintedRows.tsx';
import { ReferenceRow } from '../../inspector/ReferenceRow.tsx';
import { PropertyForm } from '../../inspector/PropertyForm.tsx';
import { Section } from '../../inspector/Section.tsx';
import { chooseFile } from '../../commands/chooseFile.ts';

/** The choice that stands for leaving the member out. */
const NONE = 'none';

const LABELS: Readonly<Record<Fibres['direction']['kind'], string>> = {
  constant: 'One direction',
  painted: 'Painted',
  attachments: 'From pin to pin',
  file: 'From a file',
};

interface FibresSectionProps {
  readonly target: FormTarget;
  /** The first of the edited solids. */
  readonly solid: Solid;
  /** All fields of the solid. */
  readonly fields: readonly FormField[];
}

/** The direction of a solid's fibres, and how strongly they pull. Setting a direction gives a solid whose material has no active fibres one that has. */
export function FibresSection({ target, solid, fields }: FibresSectionProps) {
  const session = useSession();
  const file = useFibreFile(target);
  const row = useRef<HTMLDivElement>(null);
  const scene = useDocument((state) => state.open?.scene);
  const { fibres } = solid;
  const catalogue = useProgram((state) => state.catalogue);
  const contracts = (model: string) =>
    catalogue?.definitions.find(({ kind, type }) => kind === 'constitutive model' && type === model)?.hasFibres ===
    true;
  const muscle = catalogue?.materialPresets.find(({ model }) => contracts(model));
  const pulls = contracts(solid.material.model);
  const pins = (scene?.entities ?? []).filter(isKind('pin')).filter((pin) => pin.target === solid.id);
  const kinds = target.read(['fibres', 'direction', 'kind']).map((kind) => kind ?? NONE);
  const choose = (kind: string): void => {
    if (kind === 'file') {
      file.choose();
      return;
    }
    const text = `Change fibres of ${target.name}`;
    if (kind !== NONE && !pulls && muscle !== undefined) applyPreset(target, muscle, text);
    target.write(
      ['fibres'],
      text,
      (present) => {
        if (kind === NONE) return undefined;
        const before = (present as Fibres | undefined) ?? schema.parse({});
        const ends = { kind: 'attachments', from: pins.at(0)?.id, to: pins.at(-1)?.id };
        if (kind === 'painted')
          return { ...before, direction: schema.parse({ direction: { kind: 'painted' } }).direction };
        return { ...before, direction: kind === 'attachments' ? ends : schema.parse({}).direction };
      },
      text,
    );
    target.endGesture();
    // Another material has other rows above.
    requestAnimationFrame(() => row.current?.scrollIntoView({ block: 'center' }));
    if (kind === 'painted') startPainting(session, { kind: 'fibres', entity: solid.id });
  };
  const named = (name: string) => fields.filter(({ path }) => path.join('.') === `fibres.${name}`);
  const offered = Object.entries(LABELS).filter(
    ([kind]) => kind === fibres?.direction.kind || kind !== 'attachments' || pins.length > 1,
  );
  return (
    <Section
      title="Fibres"
      icon={Spline}
      initiallyOpen={pulls || fibres !== undefined}
      summary={fibres === undefined ? 'none' : LABELS[fibres.direction.kind]}
    >
      <div ref={row}>
        <FieldRow
          label="Direction"
          tooltip={{
            text: 'Directions of the fibres: constant, along strokes painted on the surface, from a file, or from one pin of the solid to another.',
            reference: 'Irving 2007, 2.6.1',
          }}
          modified={fibres !== undefined}
          problem={file.problem}
        >
          <Select
            label="Direction of the fibres"
            value={common(kinds) as string | undefined}
            options={[
              { value: NONE, label: 'No fibres' },
              ...offered.map(([value, label]) => ({ value, label: value === 'file' ? `${label}…` : label })),
            ]}
            onChange={choose}
          />
        </FieldRow>
      </div>
      {!pulls && muscle !== undefined && (
        <p className="form-note" role="status">
          {fibres === undefined
            ? `Choosing a direction sets the material to ${muscle.label}, which contracts along its fibres.`
            : 'This material does not contract along its fibres.'}
        </p>
      )}
      {fibres !== undefined && <PropertyForm target={target} fields={named('direction.axis')} />}
      {fibres?.direction.kind === 'attachments' && (
        <>
          <EndRow end="from" label="From" target={target} chosen={fibres.direction.from} pins={pins} />
          <EndRow end="to" label="To" target={target} chosen={fibres.direction.to} pins={pins} />
        </>
      )}
      {fibres?.direction.kind === 'painted' && (
        <PaintedRow
          label="Strokes"
          text="Paint strokes along the fibres; directions between and below them are interpolated. Later strokes replace earlier ones."
          target={{ kind: 'fibres', entity: solid.id }}
        />
      )}
      {fibres?.direction.kind === 'file' && (
        <FieldRow
          label="File"
          tooltip={{
            text: 'Text file with a direction per element or points with directions, or a VTK file with vectors.',
          }}
        >
          <span className="painted-row">
            <span className="mono goal-file" title={fibres.direction.path}>
              {file.found ?? fileNameOf(fibres.direction.path)}
            </span>
            <Button size="small" icon={FileBox} onClick={file.choose}>
              Choose…
            </Button>
          </span>
        </FieldRow>
      )}
      {fibres !== undefined && (
        <>
          <PropertyForm target={target} fields={named('activation')} />
          {fibres.activation === 0 && (
            <p className="form-note" role="status">
              Relaxed: the fibres contract when the activation is above 0. Key it to tense the muscle.
            </p>
          )}
          <LinesRow />
        </>
      )}
    </Section>
  );
}

interface EndRowProps {
  readonly end: 'from' | 'to';
  readonly label: string;
  readonly target: FormTarget;
  readonly chosen: string;
  readonly pins: readonly { readonly id: string; readonly name: string }[];
}

/** The pin at one end of the fibres. */
function EndRow({ end, label, target, chosen, pins }: EndRowProps) {
  return (
    <ReferenceRow
      label={label}
      name={`Fibres ${inSentence(label)}`}
      tooltip={{ text: 'Pin of this solid at whose vertices the fibres begin or end.' }}
      value={chosen}
      among={pins}
      problem="This pin does not pin the solid: choose another."
      onChange={(id) => target.write(['fibres', 'direction', end], `Change fibres of ${target.name}`, () => id)}
    />
  );
}

/** Whether fibres are drawn, and what the colours of the lines say. */
function LinesRow() {
  const { view } = useSession();
  const shown = useView((state) => state.showFibres);
  const [low, high] = FIBRE_STRETCH.range;
  return (
    <FieldRow
      label="Lines"
      tooltip={{ text: 'Draws short lines along the fibres: red where shortened, blue where stretched.' }}
    >
      <span className="fibre-lines">
        <Switch label="Show fibre lines" checked={shown} onChange={(showFibres) => view.setState({ showFibres })} />
        {shown && (
          <span className="fibre-scale mono">
            {low}
            <span aria-hidden style={{ background: cssGradient(colourMapOf(FIBRE_STRETCH), 'to right') }} />
            {high}
          </span>
        )}
      </span>
    </FieldRow>
  );
}

/**
 * Has the artist choose a file of fibre directions. It is read first: one that holds none is refused where it was chosen, or in `problem`, and the document
 * stays as it was. `found` says what the last one holds.
 */
function useFibreFile(target: FormTarget) {
  const session = useSession();
  const [problem, setProblem] = useState<string>();
  const [found, setFound] = useState<string>();
  const take = async (path: string): Promise<void> => {
    const { directions, at, ...file } = await session.connection.call('referFibres', { path });
    setProblem(undefined);
    setFound(`${directions.toLocaleString('en')} ${at === 'elements' ? 'elements' : 'points'}`);
    target.write(['fibres'], `Choose fibres of ${target.name}`, (present) => ({
      ...((present as Fibres | undefined) ?? schema.parse({})),
      direction: { kind: 'file', ...file },
    }));
  };
  const choose = (): void => {
    const folder = folderOf(session.document.store.getState().open?.path ?? '') || undefined;
    chooseFile(session, { purpose: 'open-fibres', name: undefined, folder, choose: take }).catch((error: unknown) => {
      setProblem(error instanceof Error ? error.message : String(error));
      session.log.error('the file gives no fibres', error);
    });
  };
  return { choose, problem, found };
}
