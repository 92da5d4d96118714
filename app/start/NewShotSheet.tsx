import { useState } from 'react';
import { Box, FolderOpen } from 'lucide-react';
import type { DefinitionInfo } from '../../src/protocol/requests/program.ts';
import { CoreError } from '../../src/base/errors.ts';
import { fileNameOf } from '../document/meshFiles.ts';
import { formFields, type JsonSchema } from '../inspector/formFields.ts';
import { PropertyForm } from '../inspector/PropertyForm.tsx';
import { valuesTarget } from '../inspector/valuesTarget.ts';
import { chooseFile } from '../shell/chooseFile.ts';
import type { NewShotSettings } from '../state/shellStore.ts';
import { useProgram, useSession } from '../state/Session.ts';
import { fileUnits } from '../tasks/import/fileUnits.ts';
import { Button } from '../ui/Button.tsx';
import { FieldRow } from '../ui/FieldRow.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { Select } from '../ui/Select.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { chosenTemplate, initialSettings, newShotRequest, proposedName, templateParams } from './newShotRequest.ts';
import { MeshPreflight } from './MeshPreflight.tsx';
import { TemplateList } from './TemplateList.tsx';
import '../inspector/inspector.css';

const units = fileUnits.map(({ label, metresPerUnit }) => ({ value: String(metresPerUnit), label }));

interface NewShotSheetProps {
  /** What is known already. */
  readonly given: Partial<NewShotSettings> | undefined;
  onClose(): void;
}

/** Makes a shot: which template with which numbers, of which mesh, under which name. */
export function NewShotSheet({ given, onClose }: NewShotSheetProps) {
  const session = useSession();
  const definitions = useProgram((state) => state.catalogue?.definitions) ?? [];
  const templates = definitions.filter(({ kind }) => kind === 'template');
  const [settings, setSettings] = useState<NewShotSettings>({ ...initialSettings, ...given });
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [showsAll, setShowsAll] = useState(false);
  const template = chosenTemplate(templates, settings);
  const change = (part: Partial<NewShotSettings>) => setSettings((present) => ({ ...present, ...part }));
  const takesMesh = template?.takesMesh === true;
  // Whoever brought a mesh means to use it.
  const brought = given?.mesh !== undefined && settings.mesh !== undefined && takesMesh && !showsAll;
  const offered = brought ? templates.filter((one) => one.takesMesh) : templates;
  const reason =
    template?.needsMesh === true && settings.mesh === undefined
      ? 'Choose a mesh first.'
      : takesMesh && settings.mesh !== undefined
        ? refused
        : undefined;
  const create = async () => {
    if (template === undefined || reason !== undefined || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await session.shot.create(newShotRequest(template, settings));
      onClose();
    } catch (error) {
      setProblem(error instanceof CoreError ? error.describe() : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Sheet
      title="New shot"
      text="Written to the workspace; save it elsewhere whenever you like."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={reason ?? (busy || template === undefined)} onClick={() => void create()}>
            {busy ? 'Creating…' : 'Create'}
          </Button>
        </>
      }
    >
      <TemplateList templates={offered} chosen={template?.type} onChoose={(type) => change({ template: type })} />
      {offered.length < templates.length && (
        <Button variant="ghost" size="small" onClick={() => setShowsAll(true)}>
          Show templates that use no mesh
        </Button>
      )}
      <FieldRow label="Name" htmlFor="new-shot-name">
        <div className="ui-field" data-size="normal">
          <input
            id="new-shot-name"
            value={settings.name}
            placeholder={template && proposedName(template, settings.mesh)}
            onChange={(event) => change({ name: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter') void create();
            }}
          />
        </div>
      </FieldRow>
      {takesMesh && (
        <MeshRows settings={settings} optional={!template.needsMesh} onChange={change} onRefused={setRefused} />
      )}
      {template !== undefined && <TemplateForm template={template} settings={settings} onChange={change} />}
      {problem !== undefined && (
        <p className="files-problem" role="alert">
          {problem}
        </p>
      )}
    </Sheet>
  );
}

interface PartProps {
  readonly settings: NewShotSettings;
  onChange(part: Partial<NewShotSettings>): void;
}

/** The numbers that the template asks for. */
function TemplateForm({ template, settings, onChange }: PartProps & { readonly template: DefinitionInfo }) {
  const values = templateParams(template, settings);
  const fields = formFields(template.params as JsonSchema, values);
  if (fields.length === 0) return null;
  const target = valuesTarget(template.label, values, (params) =>
    onChange({ params: { ...settings.params, [template.type]: params } }),
  );
  return (
    <fieldset className="form-group template-form">
      <legend>{template.label}</legend>
      <PropertyForm target={target} fields={fields} />
    </fieldset>
  );
}

interface MeshRowsProps extends PartProps {
  /** The template brings a mesh of its own. */
  readonly optional: boolean;
  onRefused(reason: string | undefined): void;
}

/** The file, what a look at it finds, and how its numbers become metres with Y up. */
function MeshRows({ settings, optional, onChange, onRefused }: MeshRowsProps) {
  const session = useSession();
  const { mesh } = settings;
  const choose = () =>
    void chooseFile(session, {
      purpose: 'open-mesh',
      name: undefined,
      choose: (path) => {
        onChange({ mesh: path });
        // The file panel took the place of this one, which comes back with what was typed.
        setTimeout(() =>
          session.shell.setState({ overlay: { kind: 'new-shot', settings: { ...settings, mesh: path } } }),
        );
        return Promise.resolve();
      },
    });
  return (
    <>
      <FieldRow label="Mesh">
        <Button icon={mesh === undefined ? FolderOpen : Box} onClick={choose} title={mesh}>
          {mesh === undefined ? (optional ? 'Sample mesh: choose yours…' : 'Choose a mesh…') : fileNameOf(mesh)}
        </Button>
        {optional && mesh !== undefined && (
          <Button variant="ghost" onClick={() => onChange({ mesh: undefined })}>
            Use the sample
          </Button>
        )}
      </FieldRow>
      {mesh !== undefined && (
        <>
          <MeshPreflight mesh={mesh} settings={settings} onChange={onChange} onRefused={onRefused} />
          <MeshUnits settings={settings} onChange={onChange} />
        </>
      )}
    </>
  );
}

/** How the numbers of the file become metres with Y up. */
function MeshUnits({ settings: { metresPerUnit, upAxis }, onChange }: PartProps) {
  return (
    <>
      <FieldRow label="Its unit">
        <Select
          label="Unit of the mesh"
          value={String(metresPerUnit)}
          options={units}
          onChange={(value) => onChange({ metresPerUnit: Number(value) })}
          size="normal"
        />
      </FieldRow>
      <FieldRow label="Its up axis">
        <Segmented
          label="Up axis of the mesh"
          value={upAxis}
          onChange={(value) => onChange({ upAxis: value })}
          options={[
            { value: 'y', label: 'Y' },
            { value: 'z', label: 'Z' },
          ]}
        />
      </FieldRow>
    </>
  );
}
