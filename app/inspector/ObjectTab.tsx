import { Fragment } from 'react';
import { Boxes, Move3d, Palette } from 'lucide-react';
import type { Entity } from '../../src/scene/Scene.ts';
import type { EditedEntities, KindInspector } from '../entities/AppKind.ts';
import { appKind } from '../entities/appKinds.ts';
import { entityIcon } from '../entities/entityFacts.ts';
import { kindLabel } from '../entities/kindLabels.ts';
import { formFields, type FormField } from '../forms/formFields.ts';
import type { FormTarget } from '../forms/FormTarget.ts';
import { useDocument, useSession } from '../session/Session.ts';
import { EmptyState } from '../ui/Panel.tsx';
import { entityTarget } from './documentTargets.ts';
import { EstimateNote } from './EstimateNote.tsx';
import { MissingMesh } from './MissingMesh.tsx';
import { PropertyForm } from './PropertyForm.tsx';
import { entityFormSchema } from './schemas.ts';
import { Section } from './Section.tsx';
import { StatisticsSection } from './StatisticsSection.tsx';

/** Properties that every kind has. */
const COMMON: ReadonlySet<string> = new Set(['name', 'enabled', 'display']);
/** Properties that say where an entity is and how it moves, whatever kind it is of. */
const PLACEMENT: ReadonlySet<string> = new Set([
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
/** The form of a kind that says nothing of its inspector. */
const DERIVED: KindInspector = { sections: ['own'] };

/** The properties of the selected entities: the sections of their kind, or what entities of several kinds have in common. */
export function ObjectTab({ selected }: { readonly selected: readonly Entity[] }) {
  const session = useSession();
  const shot = useDocument((state) => state.open?.scene.entities) ?? [];
  const [first, ...others] = selected;
  if (first === undefined) {
    return (
      <EmptyState icon={Boxes} title="Nothing selected">
        Click an object to edit its properties. Shift-click selects several, which are edited together.
      </EmptyState>
    );
  }
  const sameKind = others.every(({ kind }) => kind === first.kind);
  const target = entityTarget(session, selected);
  const all = formFields(entityFormSchema, first);
  const fields = sameKind ? all : all.filter((field) => COMMON.has(propertyOf(field)));
  const edited: EditedEntities = { target, entities: [first, ...others], shot, fields, single: others.length === 0 };
  const { inspector = DERIVED } = appKind(first.kind);
  const elsewhere = shownBySections(inspector);
  const placement = unwrapped(
    fields.filter((field) => PLACEMENT.has(propertyOf(field)) && !elsewhere.has(propertyOf(field))),
    target,
  ).filter(isShown(inspector, edited));
  const common = fields.filter((field) => COMMON.has(propertyOf(field)));
  return (
    <div className="inspector-body" key={selected.map(({ id }) => id).join()}>
      {selected.map((entity) => (
        <MissingMesh key={entity.id} entity={entity} />
      ))}
      {sameKind && <KindSections inspector={inspector} edited={edited} />}
      {placement.length > 0 && (
        <Section title="Placement and motion" icon={Move3d} initiallyOpen={inspector.placementFolded !== true}>
          <PropertyForm target={target} fields={placement} />
        </Section>
      )}
      <Section title="Display" icon={Palette} initiallyOpen={false}>
        <PropertyForm target={target} fields={unwrapped(common, target)} />
      </Section>
      {others.length === 0 && <StatisticsSection entity={first} />}
    </div>
  );
}

interface KindSectionsProps {
  readonly inspector: KindInspector;
  readonly edited: EditedEntities;
}

function KindSections({ inspector, edited }: KindSectionsProps) {
  return inspector.sections.map((section, index) => {
    if (section === 'own') return <OwnSection key={index} inspector={inspector} edited={edited} />;
    if (section.single === true && !edited.single) return null;
    return <Fragment key={index}>{section.render(edited)}</Fragment>;
  });
}

/** The form of what no other section shows: source, shape, field, selection. */
function OwnSection({ inspector, edited }: KindSectionsProps) {
  const { own } = inspector;
  const { target, fields, entities } = edited;
  const elsewhere = shownBySections(inspector);
  const shown = fields.filter((field) => {
    const name = propertyOf(field);
    return !COMMON.has(name) && !PLACEMENT.has(name) && !elsewhere.has(name);
  });
  if (shown.length === 0) return null;
  const [first] = entities;
  return (
    <Section title={own?.title ?? kindLabel(first.kind)} icon={entityIcon(first)} initiallyOpen={own?.folded !== true}>
      {own?.before?.(edited)}
      <PropertyForm target={target} fields={unwrapped(shown, target).filter(isShown(inspector, edited))} />
      {edited.single && <EstimateNote entity={first} />}
      {own?.after?.(edited)}
    </Section>
  );
}

/** Whether a kind does not hide a field. */
function isShown({ own }: KindInspector, edited: EditedEntities): (field: FormField) => boolean {
  return (field) => own?.hides?.(field, edited) !== true;
}

/** The properties that sections of a kind show. */
function shownBySections({ sections }: KindInspector): ReadonlySet<string> {
  return new Set<string>(sections.flatMap((section) => (section === 'own' ? [] : (section.shows ?? []))));
}

/** The property of the entity that a field is, or is a part of. */
function propertyOf({ path }: FormField): string {
  return String(path[0]);
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
