import { useState } from 'react';
import { Boxes, Move3d, Palette } from 'lucide-react';
import { isKind, isShaped, type Entity } from '../../src/scene/Scene.ts';
import { useDocument, useProgram, useSelection, useSession, useView } from '../state/Session.ts';
import { TaskPanel } from '../tasks/TaskPanel.tsx';
import { EmptyState } from '../ui/Panel.tsx';
import { RowFilterContext } from '../ui/rowFilter.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { entityIcon } from '../outliner/entityIcons.ts';
import { kindLabel } from '../outliner/entityKinds.ts';
import { entityTarget, type FormTarget, shotTarget } from './FormTarget.ts';
import { formFields, type FormField, type JsonSchema } from './formFields.ts';
import { MissingMesh } from './MissingMesh.tsx';
import { ClothSections, clothElsewhere } from './ClothSections.tsx';
import { CameraSection } from './CameraSection.tsx';
import { ContactSection } from './ContactSection.tsx';
import { DisplayTab } from './DisplayTab.tsx';
import { FibresSection } from './FibresSection.tsx';
import { LiquidSections } from './LiquidSections.tsx';
import { RegionLiquidRow } from './RegionLiquidRow.tsx';
import { ShapeRow } from './ShapeRow.tsx';
import { FilterControls } from './FilterControls.tsx';
import { PinsSection } from './HoldRows.tsx';
import { ForceTargetsRow } from './TargetRows.tsx';
import { MaterialSection } from './MaterialSection.tsx';
import { MeshSection } from './MeshSection.tsx';
import { PaintedSection } from './PaintedRows.tsx';
import { PlasticitySection } from './PlasticitySection.tsx';
import { PropertyForm } from './PropertyForm.tsx';
import { entityFormSchema } from './schemas.ts';
import { Section } from './Section.tsx';
import { ShotTab, SolverTab } from './ShotTabs.tsx';
import { FractureSection } from './FractureSection.tsx';
import { TimeStepSection } from './TimeStepSection.tsx';
import { VolumeSection } from './VolumeSection.tsx';
import './inspector.css';

/** Properties of the selection and of the shot; a task (mesh, export, failure) takes its place while it lasts. */
export function InspectorPanel() {
  const task = useView((state) => state.task);
  if (task !== 'none') return <TaskPanel task={task} />;
  return <Properties />;
}

type TabName = 'object' | 'shot' | 'solver' | 'display';

function Properties() {
  const session = useSession();
  const [tab, setTab] = useState<TabName>('object');
  const [search, setSearch] = useState('');
  const [modifiedOnly, setModifiedOnly] = useState(false);
  const ids = useSelection((state) => state.ids);
  const entities = useDocument((state) => state.open?.scene.entities) ?? [];
  const selected = entities.filter(({ id }) => ids.includes(id));
  const target = shotTarget(session);
  const filtered = search.trim() !== '' || modifiedOnly;
  return (
    <section className="inspector" aria-label="Inspector" data-filtered={filtered || undefined}>
      <ObjectHead selected={selected} />
      <RowFilterContext value={{ search: search.trim().toLowerCase(), modifiedOnly }}>
        <Tabs
          label="Inspector"
          value={tab}
          onChange={(value) => setTab(value)}
          end={
            <FilterControls
              search={search}
              modifiedOnly={modifiedOnly}
              onSearch={setSearch}
              onModifiedOnly={setModifiedOnly}
            />
          }
          tabs={[
            { value: 'object', label: 'Object', content: <ObjectTab selected={selected} /> },
            { value: 'shot', label: 'Shot', content: <ShotTab target={target} /> },
            { value: 'solver', label: 'Solver', content: <SolverTab target={target} /> },
            { value: 'display', label: 'Display', content: <DisplayTab /> },
          ]}
        />
      </RowFilterContext>
      {filtered && (
        <p className="inspector-nothing" role="status">
          {search.trim() === ''
            ? 'Nothing here was changed from what it began with.'
            : `No property here is called “${search.trim()}”.`}
        </p>
      )}
    </section>
  );
}

function ObjectHead({ selected }: { readonly selected: readonly Entity[] }) {
  const [first] = selected;
  const Icon = first === undefined || selected.length > 1 ? Boxes : entityIcon(first);
  const title =
    selected.length === 0
      ? 'Nothing selected'
      : selected.length > 1
        ? `${selected.length} objects`
        : first.name || first.id;
  const kinds = [...new Set(selected.map(({ kind }) => kindLabel(kind)))].join(', ');
  return (
    <header className="inspector-head">
      <span className="inspector-icon">
        <Icon aria-hidden />
      </span>
      <div>
        <h2>{title}</h2>
        <p>{kinds === '' ? 'Select an object to edit it' : kinds}</p>
      </div>
    </header>
  );
}

function ObjectTab({ selected }: { readonly selected: readonly Entity[] }) {
  const session = useSession();
  const [first] = selected;
  if (first === undefined) {
    return (
      <EmptyState icon={Boxes} title="Nothing selected">
        Click an object to see its properties. Shift-click selects several and edits them together.
      </EmptyState>
    );
  }
  const sameKind = selected.every(({ kind }) => kind === first.kind);
  const target = entityTarget(session, selected);
  const all = formFields(entityFormSchema, first);
  const fields = sameKind ? all : all.filter(({ path }) => COMMON.has(String(path[0])));
  const placement = fields.filter(({ path }) => PLACEMENT.has(String(path[0])));
  return (
    <div className="inspector-body" key={selected.map(({ id }) => id).join()}>
      {selected.map((entity) => (
        <MissingMesh key={entity.id} entity={entity} />
      ))}
      {sameKind && first.kind === 'solid' && <MaterialSection target={target} solid={first} fields={flat(fields)} />}
      {sameKind && first.kind === 'solid' && <FibresSection target={target} solid={first} fields={flat(fields)} />}
      {sameKind && first.kind === 'solid' && (
        <PlasticitySection target={target} solid={first} fields={flat(fields)} single={selected.length === 1} />
      )}
      {sameKind && first.kind === 'solid' && <VolumeSection target={target} solid={first} fields={flat(fields)} />}
      {sameKind && first.kind === 'solid' && <FractureSection target={target} solid={first} fields={flat(fields)} />}
      {sameKind && first.kind === 'solid' && <TimeStepSection target={target} solid={first} fields={flat(fields)} />}
      {sameKind && first.kind === 'cloth' && <ClothSections target={target} cloth={first} fields={flat(fields)} />}
      {sameKind && first.kind === 'solid' && (
        <MeshSection target={target} solid={first} single={selected.length === 1} />
      )}
      {selected.length === 1 && first.kind === 'solid' && <PaintedSection solid={first} />}
      {sameKind && first.kind === 'liquid' && (
        <LiquidSections target={target} liquid={first} fields={fields} single={selected.length === 1} />
      )}
      {sameKind && first.kind !== 'liquid' && (
        <OwnSection target={target} first={first} fields={fields} single={selected.length === 1} />
      )}
      {sameKind && first.kind === 'solid' && (
        <ContactSection target={target} solids={selected.filter(isKind('solid'))} fields={flat(fields)} />
      )}
      {selected.length === 1 && <PinsSection entity={first} />}
      {selected.length === 1 && first.kind === 'camera' && <CameraSection camera={first} />}
      {placement.length > 0 && (
        <Section title="Placement and motion" icon={Move3d} initiallyOpen={first.kind !== 'solid'}>
          <PropertyForm target={target} fields={unwrapped(placement, target)} />
        </Section>
      )}
      <Section title="Display" icon={Palette} initiallyOpen={false}>
        <PropertyForm
          target={target}
          fields={unwrapped(
            fields.filter(({ path }) => DISPLAY.has(String(path[0]))),
            target,
          )}
        />
      </Section>
    </div>
  );
}

/** Members that every kind has. */
const COMMON = new Set(['name', 'enabled', 'display']);
const DISPLAY = COMMON;
const PLACEMENT = new Set([
  'transform',
  'velocity',
  'angularVelocity',
  'startScale',
  'motion',
  'pivot',
  'releaseFrame',
  'position',
  'target',
]);
/** Of a solid, what other sections show. */
const SOLID_ELSEWHERE = new Set([
  'material',
  'fibres',
  'plasticity',
  'volumeConservation',
  'fracture',
  'meshing',
  'strength',
  'contact',
  'liquids',
  'integration',
  'newtonIterations',
]);

/** What only this kind of entity has: source, shape, field, selection. */
function OwnSection({
  target,
  first,
  fields,
  single,
}: {
  readonly target: ReturnType<typeof entityTarget>;
  readonly first: Entity;
  readonly fields: readonly FormField[];
  readonly single: boolean;
}) {
  const catalogue = useProgram((state) => state.catalogue);
  const own = fields.filter(({ path }) => {
    const [name] = path.map(String);
    if (DISPLAY.has(name) || (PLACEMENT.has(name) && !(first.kind === 'pin' && name === 'target'))) return false;
    if (first.kind === 'cloth' && clothElsewhere.has(name)) return false;
    return !(first.kind === 'solid' && SOLID_ELSEWHERE.has(name)) && !(first.kind === 'pin' && name === 'target');
  });
  const shape = isShaped(first) && first.shape.kind === 'registered' ? first.shape : undefined;
  const definition = catalogue?.definitions.find(({ kind, type }) => kind === 'collider shape' && type === shape?.type);
  const params =
    definition === undefined ? [] : formFields(definition.params as JsonSchema, shape?.params, ['shape', 'params']);
  if (own.length + params.length === 0) return null;
  return (
    <Section
      title={first.kind === 'solid' ? 'Shape' : kindLabel(first.kind)}
      icon={entityIcon(first)}
      initiallyOpen={first.kind !== 'solid'}
    >
      {first.kind === 'force' && single && <ForceTargetsRow force={first} />}
      {first.kind === 'region' && single && <RegionLiquidRow region={first} />}
      {isShaped(first) && single && <ShapeRow entity={first} />}
      <PropertyForm
        target={target}
        fields={unwrapped(own, target).filter((field) => !(single && isRegisteredShape(field)))}
      />
      <PropertyForm target={target} fields={params} />
    </Section>
  );
}

/** What `ShapeRow` shows. */
function isRegisteredShape({ path }: FormField): boolean {
  return path[0] === 'shape' && (path[1] === 'kind' || path[1] === 'type');
}

/** Groups that stand alone need no heading of their own; of those that are turned off there is only the switch. */
function unwrapped(fields: readonly FormField[], target: FormTarget): FormField[] {
  return fields.flatMap((field) => {
    if (field.kind !== 'group') return [field];
    const [first] = field.fields;
    const isOff = first.path.at(-1) === 'enabled' && target.read(first.path).every((value) => value !== true);
    return isOff ? [first] : field.fields;
  });
}

function flat(fields: readonly FormField[]): FormField[] {
  return fields.flatMap((field) => (field.kind === 'group' ? flat(field.fields) : [field]));
}
