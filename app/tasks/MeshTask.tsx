import { useState } from 'react';
import { useStore } from 'zustand';
import { Pyramid, Ruler, SlidersHorizontal, TriangleAlert } from 'lucide-react';
import type { Meshing, Solid } from '../../src/scene/kinds/solid.ts';
import { qualityNames, type QualityName } from '../../src/scene/Scene.ts';
import { qualityTitles } from '../state/qualityTitles.ts';
import { restMeshes } from '../client/frames/shownMeshes.ts';
import type { FrameSourceState } from '../client/FrameSource.ts';
import { detailNote } from '../document/detailNote.ts';
import { entityName } from '../document/entityEdits.ts';
import { sameContent } from '../document/sameContent.ts';
import { parentOf } from '../entities/entityFacts.ts';
import { has, having } from '../entities/properties.ts';
import { MesherParams, MesherRows } from '../inspector/MeshSection.tsx';
import { PaintedRow } from '../inspector/PaintedRows.tsx';
import { Section } from '../inspector/Section.tsx';
import { valuesTarget } from '../inspector/valuesTarget.ts';
import { useCosts, useDocument, useJobs, useProgram, useSelection, useSession, useView } from '../session/Session.ts';
import { bestUnit } from '../units/displayUnits.ts';
import { formatQuantity } from '../units/formatNumber.ts';
import { Button } from '../ui/Button.tsx';
import { FieldRow } from '../ui/FieldRow.tsx';
import { EmptyState } from '../ui/Panel.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { AngleHistogram } from './mesh/AngleHistogram.tsx';
import { BandTable, QualityScale } from './mesh/BandTable.tsx';
import { EdgeKind } from './mesh/EdgeKind.tsx';
import { asLinear, frameCost } from './mesh/frameCost.ts';
import type { PreviewState } from './mesh/LivePreview.ts';
import { MeshFigures } from './mesh/MeshFigures.tsx';
import { SourceChecks } from './mesh/SourceChecks.tsx';
import { OrderRow, StiffnessWarning } from './mesh/Bending.tsx';
import { useLivePreview, type TrialMesh } from './mesh/useLivePreview.ts';
import { useMeshView, type MeshColouring } from './mesh/useMeshView.ts';

/** How the selected solid is filled with elements: tried out and weighed before it is used. */
export function MeshTask() {
  const ids = useSelection((state) => state.ids);
  const entities = useDocument((state) => state.open?.scene.entities) ?? [];
  const solid = entities.filter(having('meshing')).findLast((entity) => ids.includes(entity.id));
  if (solid?.meshing === undefined) {
    return (
      <div className="task-body">
        <EmptyState
          icon={Pyramid}
          title={solid === undefined ? 'Select a solid' : 'This solid has elements of its own'}
        >
          {solid === undefined
            ? 'Select a solid to edit its mesh here.'
            : 'This solid is simulated with the elements of its file, as they are.'}
        </EmptyState>
      </div>
    );
  }
  return <SolidMesh key={solid.id} solid={solid} present={solid.meshing} />;
}

interface SolidMeshProps {
  readonly solid: Solid;
  /** Meshing as the document has it. */
  readonly present: Meshing;
}

function SolidMesh({ solid, present }: SolidMeshProps) {
  const session = useSession();
  const shownQuality = useView((state) => state.quality);
  const [trial, setTrial] = useState<TrialMesh>({ meshing: present, elementOrder: solid.elementOrder });
  const { meshing = present } = trial;
  const setOrder = (elementOrder: Solid['elementOrder']): void => setTrial({ ...trial, elementOrder });
  const setMeshing = (next: Meshing): void => setTrial({ ...trial, meshing: next });
  const [quality, setQuality] = useState<QualityName>(shownQuality);
  const [colouring, setColouring] = useState<MeshColouring>('bands');
  const { state } = useLivePreview(solid.id, trial, quality);
  const { result, statics, busy, problem } = state;
  const bands = useMeshView(solid.id, statics, result?.edgeLength, colouring, detailLevels(meshing));
  const edgeScale = useDocument((now) => now.open?.scene.quality[quality].edgeScale) ?? 1;
  const metres = result?.edgeLength === undefined ? undefined : result.edgeLength / edgeScale;
  const unusable = sameContent(trial, { meshing: present, elementOrder: solid.elementOrder })
    ? 'This is the current mesh.'
    : busy
      ? 'The trial mesh is being computed.'
      : problem !== undefined && 'This mesh cannot be made.';
  const name = entityName(solid);
  const use = (): void => {
    session.document.edit(`remesh ${name}`, (scene) => {
      const entity = scene.entities.find(({ id }) => id === solid.id);
      if (entity !== undefined && has(entity, 'meshing')) Object.assign(entity, structuredClone(trial));
    });
    session.view.setState({ task: 'none' });
  };
  const target = valuesTarget('the mesh', { meshing }, (values) => setMeshing(values.meshing as Meshing));
  return (
    <>
      <div className="task-body">
        <header className="task-file">
          <Pyramid aria-hidden />
          <div>
            <h3>{name}</h3>
            <p>{solid.source.kind === 'file' ? solid.source.path : solid.source.form.shape}</p>
          </div>
          <Segmented
            label="Quality of the trial mesh"
            size="small"
            value={quality}
            options={qualityNames.map((name) => ({ value: name, label: qualityTitles[name] }))}
            onChange={setQuality}
          />
        </header>
        <SourceChecks solid={solid} look={result !== undefined || problem !== undefined} />
        <MeshWarnings state={state} solid={solid} />
        {result !== undefined && (
          <StiffnessWarning
            result={result}
            onOrder={setOrder}
            onPercent={(percent) => setMeshing({ ...meshing, edge: { percent } })}
            onAcross={(across) => setMeshing({ ...meshing, across })}
          />
        )}
        <Section title="Size" icon={Ruler}>
          <FieldRow label="Given as">
            <EdgeKind meshing={meshing} metres={metres} onChange={setMeshing} />
          </FieldRow>
          <MesherRows target={target} meshing={meshing} />
          <OrderRow result={result} order={trial.elementOrder ?? 'linear'} onOrder={setOrder} />
          {result?.edgeLength !== undefined && edgeScale !== 1 && (
            <p className="form-note">
              The edge length is <span className="mono">{length(result.edgeLength)}</span> at {quality} quality, which
              multiplies it by {edgeScale}.
            </p>
          )}
          {bands.length > 0 && <BandTable bands={bands} coloured={colouring === 'bands'} />}
          <FieldRow label="Colour" tooltip={{ text: 'Quantity that colours the elements in the viewport.' }}>
            <Segmented
              label="What elements are coloured by"
              size="small"
              value={colouring}
              options={[
                { value: 'bands', label: 'Size' },
                { value: 'quality', label: 'Quality' },
                { value: 'plain', label: 'Plain' },
              ]}
              onChange={setColouring}
            />
          </FieldRow>
          {colouring === 'quality' && result !== undefined && <QualityScale />}
          <PaintedDetail solid={solid} meshing={meshing} />
        </Section>
        <Outcome {...state} />
        <Section title="Mesher settings" icon={SlidersHorizontal} initiallyOpen={false}>
          <MesherParams target={target} meshing={meshing} />
        </Section>
      </div>
      {busy && <Filling />}
      {problem !== undefined && <Refused problem={problem} />}
      {result !== undefined && problem === undefined && (
        <Cost result={result} solid={solid} quality={quality} outdated={busy} />
      )}
      <footer className="task-actions">
        <Button variant="primary" disabled={unusable} onClick={use}>
          Use this mesh
        </Button>
        <Button onClick={() => session.view.setState({ task: 'none' })}>Cancel</Button>
      </footer>
    </>
  );
}

/** Elements that are smaller where an artist painted it. */
function PaintedDetail({ solid, meshing }: { readonly solid: Solid; readonly meshing: Meshing }) {
  const definitions = useProgram((state) => state.catalogue)?.definitions ?? [];
  const note = detailNote(meshing, definitions);
  return (
    <>
      <PaintedRow
        label="Detail"
        text="Painted refinement of the elements: at 1 their edges are a quarter as long."
        target={{ kind: 'detail', entity: solid.id }}
      />
      {note !== undefined && solid.painted?.detail !== undefined && <p className="form-note">{note}</p>}
    </>
  );
}

interface MeshWarningsProps {
  readonly state: PreviewState;
  readonly solid: Solid;
}

/** What is doubtful about the mesh: above what is scrolled. */
function MeshWarnings({ state: { result }, solid }: MeshWarningsProps) {
  const vertexPins = useDocument(
    ({ open }) =>
      open?.scene.entities.some(
        (entity) => parentOf(entity) === solid.id && has(entity, 'selection') && entity.selection.kind === 'vertices',
      ) ?? false,
  );
  const warnings = [
    ...(result?.warnings ?? []),
    ...(vertexPins
      ? ['A pin selects vertices of this solid by number, and another mesh numbers them differently.']
      : []),
  ];
  return warnings.map((warning) => (
    <p key={warning} className="mesh-warning" role="status">
      <TriangleAlert aria-hidden />
      {warning}
    </p>
  ));
}

/** How good the mesh is. */
function Outcome({ result, problem }: PreviewState) {
  if (result !== undefined) {
    return (
      <div className="angle-section">
        <AngleHistogram result={result} />
      </div>
    );
  }
  if (problem !== undefined) return null;
  return (
    <div className="mesh-figures">
      <p>Computing a trial mesh…</p>
    </div>
  );
}

interface CostProps {
  readonly result: NonNullable<PreviewState['result']>;
  readonly solid: Solid;
  readonly quality: QualityName;
  readonly outdated: boolean;
}

/** What the mesh costs: always in sight. */
function Cost({ result, solid, quality, outdated }: CostProps) {
  const cost = useFrameCost(asLinear(result.tets, result.bending.order === 'quadratic'), solid.id, quality);
  const frames = useDocument(({ open }) => (open === undefined ? 0 : open.scene.range.last - open.scene.range.first));
  return <MeshFigures result={result} cost={cost} frames={frames} outdated={outdated} />;
}

/** Why there is no such mesh: in the place of its cost. */
function Refused({ problem: { message, remedy } }: { readonly problem: NonNullable<PreviewState['problem']> }) {
  return (
    <div className="task-problem" role="alert">
      <TriangleAlert aria-hidden />
      <div>
        <h3>This mesh cannot be made</h3>
        <p>{message}</p>
        {remedy !== undefined && <p>{remedy}</p>}
      </div>
    </div>
  );
}

/** Seconds of a frame with so many elements (`asLinear`) in this solid, from what was measured with the present ones. */
function useFrameCost(elements: number, solid: string, quality: QualityName) {
  const { frameSource } = useSession();
  const samples = useCosts((state) => state.samples[quality]);
  const shown = useView((state) => state.quality);
  const statics = useStore(frameSource.store, (state: FrameSourceState) => state.statics);
  // The elements in sight are those of the shown quality.
  if (statics === undefined || shown !== quality) return undefined;
  let [present, others] = [0, 0];
  for (const body of restMeshes(statics)) {
    const elements = asLinear(body.restDeterminants.length, body.elementSize === 10);
    present += elements;
    if (body.entity !== solid) others += elements;
  }
  return frameCost(samples, present, others + elements);
}

function Filling() {
  const job = useJobs(({ jobs }) =>
    [...jobs.values()].find(({ kind, state }) => kind === 'mesh' && state === 'running'),
  );
  return (
    <div className="task-busy" role="status">
      <span>Filling{job === undefined || job.stage === '' ? '…' : `: ${job.stage}`}</span>
      <ProgressBar label="Filling the solid" fraction={job?.fraction ?? 0} />
    </div>
  );
}

function length(metres: number): string {
  return formatQuantity(metres, bestUnit('m', metres), 3);
}

/** Times that the mesher may halve the edge beyond the surface band. */
function detailLevels({ params }: Meshing): number {
  return typeof params.detailLevels === 'number' ? params.detailLevels : 0;
}
