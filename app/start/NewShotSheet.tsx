import { useState } from 'react';
import { Box, FolderOpen } from 'lucide-react';
import type { DefinitionInfo } from '../../src/protocol/requests/program.ts';
import { CoreError } from '../../src/base/errors.ts';
import { chooseFile } from '../shell/chooseFile.ts';
import { useProgram, useSession } from '../state/Session.ts';
import { Button } from '../ui/Button.tsx';
import { FieldRow } from '../ui/FieldRow.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { Select } from '../ui/Select.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { SamplePicture } from './SamplePicture.tsx';
import { shortReference } from './samples.ts';

const units = [
  { value: '1', label: 'Metres' },
  { value: '0.01', label: 'Centimetres' },
  { value: '0.001', label: 'Millimetres' },
  { value: '0.0254', label: 'Inches' },
] as const;
type Unit = (typeof units)[number]['value'];

interface NewShotSheetProps {
  /** A mesh to begin with. */
  readonly mesh: string | undefined;
  readonly template: string | undefined;
  onClose(): void;
}

/** Makes a shot: which template, of which mesh, under which name. */
export function NewShotSheet({ mesh: givenMesh, template: givenTemplate, onClose }: NewShotSheetProps) {
  const session = useSession();
  const templates = useTemplates();
  const [mesh, setMesh] = useState(givenMesh);
  const [type, setType] = useState(givenTemplate);
  const [name, setName] = useState('');
  const [unit, setUnit] = useState<Unit>('1');
  const [upAxis, setUpAxis] = useState<'y' | 'z'>('y');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const template =
    templates.find((one) => one.type === type) ?? templates.find(({ needsMesh }) => needsMesh === (mesh !== undefined));
  const create = async () => {
    if (template === undefined) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await session.shot.create({
        template: template.type,
        name: name.trim() || (template.needsMesh && mesh !== undefined ? fileLabel(mesh) : template.label),
        mesh:
          template.needsMesh && mesh !== undefined ? { path: mesh, metresPerUnit: Number(unit), upAxis } : undefined,
      });
      onClose();
    } catch (error) {
      setProblem(error instanceof CoreError ? error.describe() : String(error));
    } finally {
      setBusy(false);
    }
  };
  const lacksMesh = template?.needsMesh === true && mesh === undefined;
  return (
    <Sheet
      title="New shot"
      text="It is written to the workspace; save it under another name whenever you like."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={lacksMesh ? 'Choose a mesh first.' : busy || template === undefined}
            onClick={() => void create()}
          >
            {busy ? 'Creating…' : 'Create'}
          </Button>
        </>
      }
    >
      <TemplateList templates={templates} chosen={template?.type} onChoose={setType} />
      <FieldRow label="Name" htmlFor="new-shot-name">
        <div className="ui-field" data-size="normal">
          <input
            id="new-shot-name"
            value={name}
            placeholder={template?.needsMesh === true && mesh !== undefined ? fileLabel(mesh) : template?.label}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !lacksMesh && !busy) void create();
            }}
          />
        </div>
      </FieldRow>
      {template?.needsMesh === true && (
        <>
          <MeshRow mesh={mesh} onChoose={setMesh} />
          <FieldRow label="Its unit">
            <Select label="Unit of the mesh" value={unit} options={units} onChange={setUnit} size="normal" />
          </FieldRow>
          <FieldRow label="Its up axis">
            <Segmented
              label="Up axis of the mesh"
              value={upAxis}
              onChange={setUpAxis}
              options={[
                { value: 'y', label: 'Y' },
                { value: 'z', label: 'Z' },
              ]}
            />
          </FieldRow>
        </>
      )}
      {problem !== undefined && (
        <p className="files-problem" role="alert">
          {problem}
        </p>
      )}
    </Sheet>
  );
}

function useTemplates(): readonly DefinitionInfo[] {
  const catalogue = useProgram((state) => state.catalogue);
  return (catalogue?.definitions ?? []).filter(({ kind }) => kind === 'template');
}

interface TemplateListProps {
  readonly templates: readonly DefinitionInfo[];
  readonly chosen: string | undefined;
  onChoose(type: string): void;
}

function TemplateList({ templates, chosen, onChoose }: TemplateListProps) {
  return (
    <div className="template-list" role="radiogroup" aria-label="Template">
      {templates.map(({ type, label, reference, needsMesh }) => (
        <label key={type} className="template-card" data-chosen={type === chosen}>
          <input
            type="radio"
            name="template"
            className="visually-hidden"
            checked={type === chosen}
            onChange={() => onChoose(type)}
          />
          <SamplePicture template={type} />
          <span>
            <strong>{label}</strong>
            <span className="sample-reference">{needsMesh ? 'with your mesh' : shortReference(reference)}</span>
          </span>
        </label>
      ))}
    </div>
  );
}

function MeshRow({ mesh, onChoose }: { readonly mesh: string | undefined; onChoose(path: string): void }) {
  const session = useSession();
  const choose = () => {
    const back = session.shell.getState().overlay;
    void chooseFile(session, {
      purpose: 'open-mesh',
      name: undefined,
      choose: (path) => {
        onChoose(path);
        // The file panel took the place of this one.
        setTimeout(() =>
          session.shell.setState({ overlay: back?.kind === 'new-shot' ? { ...back, mesh: path } : back }),
        );
        return Promise.resolve();
      },
    });
  };
  return (
    <FieldRow label="Mesh">
      <Button icon={mesh === undefined ? FolderOpen : Box} onClick={choose} title={mesh}>
        {mesh === undefined ? 'Choose a mesh…' : (mesh.split(/[\\/]/).at(-1) ?? mesh)}
      </Button>
    </FieldRow>
  );
}

/** `scans/bunny_hi.obj` -> `bunny hi`. */
function fileLabel(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? '').replace(/\.[^.]*$/, '').replaceAll('_', ' ');
}
