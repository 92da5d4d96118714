import { SlidersHorizontal } from 'lucide-react';
import type { DefinitionInfo, MaterialPreset } from '../../../src/protocol/requests/program.ts';
import { formFields, type FormField, type JsonSchema } from '../../forms/formFields.ts';
import { PropertyForm } from '../../inspector/PropertyForm.tsx';
import { Section } from '../../inspector/Section.tsx';
import { valuesTarget } from '../../inspector/valuesTarget.ts';
import { useProgram } from '../../session/Session.ts';
import { bestUnit } from '../../units/displayUnits.ts';
import { formatQuantity } from '../../units/formatNumber.ts';
import { materialForSize } from '../../../src/scene/materialForSize.ts';
import { plainLength } from '../../tasks/import/fileUnits.ts';

interface TemplateFormProps {
  readonly template: DefinitionInfo;
  readonly params: Record<string, unknown>;
  /** Diagonal of the mesh's box, m. */
  readonly diagonal: number | undefined;
  onChange(params: Record<string, unknown>): void;
}

/** The numbers that the template asks for, and what those that go by the size of the mesh come to. The mesher is chosen by its card. */
export function TemplateForm({ template, params, diagonal, onChange }: TemplateFormProps) {
  const presets = useProgram((state) => state.catalogue?.materialPresets) ?? [];
  const fields = formFields(template.params as JsonSchema, params)
    .filter(({ path }) => path[0] !== 'method')
    .map((field) => named(field, presets));
  if (fields.length === 0) return null;
  const preset = presets.find(({ type }) => type === params['preset']);
  return (
    <Section title={template.label} icon={SlidersHorizontal}>
      <PropertyForm target={valuesTarget(template.label, params, onChange)} fields={fields} />
      {[...(preset === undefined ? [] : [presetNote(preset)]), ...derivedNotes(template.type, params, diagonal)].map(
        (note) => (
          <p key={note} className="form-note">
            {note}
          </p>
        ),
      )}
    </Section>
  );
}

/** Presets by the names that artists know them by; none is what the firmness says. */
function named(field: FormField, presets: readonly MaterialPreset[]): FormField {
  if (field.kind !== 'choice' || field.path.at(-1) !== 'preset') return field;
  const label = (type: string) =>
    type === '' ? 'By firmness' : (presets.find((one) => one.type === type)?.label ?? type);
  return { ...field, options: field.options.map(({ value }) => ({ value, label: label(value) })) };
}

/** `E 10 kPa · ν 0.45 · 1 020 kg/m³`. */
function presetNote({ youngsModulus, poissonRatio, density }: MaterialPreset): string {
  const modulus = formatQuantity(youngsModulus, bestUnit('Pa', youngsModulus), 3);
  return `E ${modulus} · ν ${poissonRatio} · ${formatQuantity(density, bestUnit('kg/m3', density), 4)}`;
}

/** What numbers that are given by the size of the mesh come to, as sentences; `diagonal` in metres, undefined before the mesh is known. */
function derivedNotes(
  type: string,
  params: Readonly<Record<string, unknown>>,
  diagonal: number | undefined,
): readonly string[] {
  const notes: string[] = [];
  if (diagonal !== undefined && type !== 'drop-test')
    notes.push('The mesh is scaled to the size of this shot, whatever its unit.');
  const number = (name: string) => (typeof params[name] === 'number' ? params[name] : undefined);
  const [height, percent, firmness, frames] = ['height', 'percent', 'firmness', 'frames'].map(number);
  if (diagonal !== undefined && type === 'drop-test') {
    if (height !== undefined) notes.push(`It falls from ${plainLength(height * diagonal)} above the floor.`);
    if (percent !== undefined) {
      const edge = plainLength((percent / 100) * diagonal);
      notes.push(`The long edge is ${edge}, ${percent} % of the diagonal of ${plainLength(diagonal)}.`);
    }
    if (firmness !== undefined && (params['preset'] ?? '') === '') {
      const { youngsModulus } = materialForSize(firmness, diagonal);
      notes.push(
        `Without a preset, Young's modulus is ${formatQuantity(youngsModulus, bestUnit('Pa', youngsModulus), 2)}.`,
      );
    }
  }
  if (frames !== undefined) {
    notes.push(`Frames 1 to ${frames}: frame 1 is the start pose, ${frames - 1} intervals are simulated.`);
  }
  return notes;
}
