import { useEffect, useState, type KeyboardEvent } from 'react';
import { Box, FilePlus2, FolderOpen, Play, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { DefinitionInfo } from '../../src/protocol/requests/program.ts';
import { CoreError } from '../../src/base/errors.ts';
import { shapesIn } from '../client/frames/shownMeshes.ts';
import { fileNameOf } from '../document/meshFiles.ts';
import { chooseFile } from '../commands/chooseFile.ts';
import type { NewShotSettings } from '../state/shellStore.ts';
import { useProgram, useSession } from '../session/Session.ts';
import { checkRows, refusal, type CheckRow } from '../tasks/import/checkRows.ts';
import { boxInMetres, fileToWorld, sidesOf, unitOfLength } from '../tasks/import/fileUnits.ts';
import { useMeshInspection } from '../tasks/import/useMeshInspection.ts';
import { Button } from '../ui/Button.tsx';
import { FieldRow } from '../ui/FieldRow.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import {
  chosenTemplate,
  initialSettings,
  isBare,
  newShotRequest,
  proposedName,
  templateParams,
} from './newShotRequest.ts';
import { MeshPreflight } from './MeshPreflight.tsx';
import { MeshPicture } from './newShot/MeshPicture.tsx';
import { meshers } from './newShot/MesherCards.tsx';
import { MeshUnits } from './newShot/MeshUnits.tsx';
import { PricedMeshers } from './newShot/PricedMeshers.tsx';
import { TemplateForm } from './newShot/TemplateForm.tsx';
import { SamplePicture } from './SamplePicture.tsx';
import { sampleNotes } from './sampleNotes.ts';
import { TemplateList } from './TemplateList.tsx';
import '../inspector/inspector.css';
import '../tasks/tasks.css';
import './newShot/newShot.css';

interface NewShotSheetProps {
  /** What is known already. */
  readonly given: Partial<NewShotSettings> | undefined;
  onClose(): void;
}

/** Makes a shot: of which template, of which mesh and how it is filled, under which name. Nothing is written until you create it. */
export function NewShotSheet({ given, onClose }: NewShotSheetProps) {
  const session = useSession();
  const definitions = useProgram((state) => state.catalogue?.definitions) ?? [];
  const templates = definitions.filter(({ kind }) => kind === 'template');
  const [settings, setSettings] = useState<NewShotSettings>({ ...initialSettings, ...given });
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const template = chosenTemplate(templates, settings);
  const change = (part: Partial<NewShotSettings>) => setSettings((present) => ({ ...present, ...part }));
  const mesh = template?.takesMesh === true ? settings.mesh : undefined;
  const look = useMeshLook(mesh, settings, change);
  const reason = template?.needsMesh === true && mesh === undefined ? 'Choose a mesh first.' : mesh && look.refused;
  const create = async (simulates: boolean) => {
    if (template === undefined || reason !== undefined || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await session.shot.create(newShotRequest(template, settings));
      if (settings.quality !== undefined) session.view.setState({ quality: settings.quality });
      onClose();
    } catch (error) {
      setProblem(error instanceof CoreError ? error.describe() : String(error));
      setBusy(false);
      return;
    }
    if (simulates && !isBare(template))
      await session.shot.simulate().catch((error: unknown) => session.log.error('could not simulate', error));
  };
  const params = template === undefined ? {} : templateParams(template, settings);
  const method = typeof params['method'] === 'string' ? params['method'] : undefined;
  const setParams = (next: Record<string, unknown>) =>
    template !== undefined && change({ params: { ...settings.params, [template.type]: next } });
  const choose = (next: string) => setParams({ ...params, method: next });
  const press = (event: KeyboardEvent) => {
    const digit = event.altKey ? Number(event.code.replace('Digit', '')) : NaN;
    const typing = event.target instanceof HTMLInputElement && event.target.type !== 'radio';
    const act =
      digit >= 1 && digit <= Object.keys(meshers).length && method !== undefined
        ? () => choose(Object.keys(meshers)[digit - 1])
        : event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)
          ? () => void create(!event.shiftKey)
          : typing || event.ctrlKey || event.metaKey || event.altKey
            ? undefined
            : { n: look.showNext, f: look.frame }[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <Dialog.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          className="new-shot"
          aria-describedby={undefined}
          onInteractOutside={(event) => event.preventDefault()}
          onKeyDown={press}
          onOpenAutoFocus={focusName}
        >
          <header className="new-shot-head">
            <Dialog.Title className="new-shot-title">New shot</Dialog.Title>
            <span className="new-shot-quiet">{mesh === undefined ? template?.label : `from ${fileNameOf(mesh)}`}</span>
            <span className="new-shot-quiet new-shot-written">Nothing is written until you create it</span>
            <Dialog.Close asChild>
              <IconButton icon={X} label="Close" keys="Esc" />
            </Dialog.Close>
          </header>
          <aside className="new-shot-left" aria-label="Template and name">
            <h3>Template</h3>
            <Templates templates={templates} settings={settings} chosen={template} given={given} onChange={change} />
            <h3>Shot</h3>
            <FieldRow label="Name" htmlFor="new-shot-name">
              <div className="ui-field" data-size="normal">
                <input
                  id="new-shot-name"
                  value={settings.name}
                  placeholder={template && proposedName(template, mesh)}
                  onChange={(event) => change({ name: event.target.value })}
                />
              </div>
            </FieldRow>
            <p className="form-note">It is saved in the workspace; you can save it elsewhere at any time.</p>
          </aside>
          <div className="new-shot-middle">
            {mesh === undefined || look.state.report === undefined ? (
              <div className="new-shot-sample">
                <SamplePicture template={template?.type ?? 'empty'} />
                <p>{template && sampleNotes[template.type]?.[0]}</p>
              </div>
            ) : (
              <>
                <MeshPicture shown={look.shown} framed={look.framed} />
                <MeshUnits settings={settings} report={look.state.report} onChange={change} />
              </>
            )}
            {method !== undefined && mesh !== undefined && (
              <PricedMeshers
                definitions={definitions}
                settings={settings}
                mesh={look.refused === undefined && look.state.report !== undefined ? mesh : undefined}
                percent={typeof params['percent'] === 'number' ? params['percent'] : 4}
                method={method}
                onChoose={choose}
                onQuality={(quality) => change({ quality })}
              />
            )}
          </div>
          <aside className="new-shot-right" aria-label="Mesh and numbers">
            <div className="new-shot-scroll">
              {template?.takesMesh === true && (
                <MeshFile settings={settings} optional={!template.needsMesh} onChange={change} />
              )}
              {mesh !== undefined && (
                <MeshPreflight
                  inspection={look.inspection}
                  state={look.state}
                  shown={look.finding}
                  onShow={look.show}
                  before={look.before}
                  onUndo={look.undoRepair}
                />
              )}
              {template !== undefined && (
                <TemplateForm
                  template={template}
                  params={params}
                  diagonal={mesh === undefined ? undefined : look.diagonal}
                  onChange={setParams}
                />
              )}
            </div>
            {problem !== undefined && (
              <p className="files-problem" role="alert">
                {problem}
              </p>
            )}
            <Actions
              bare={template !== undefined && isBare(template)}
              busy={busy}
              disabled={reason ?? (busy || template === undefined)}
              onCreate={(simulates) => void create(simulates)}
              onClose={onClose}
            />
          </aside>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ActionsProps {
  /** There is nothing to simulate yet. */
  readonly bare: boolean;
  readonly busy: boolean;
  readonly disabled: string | boolean;
  onCreate(simulates: boolean): void;
  onClose(): void;
}

function Actions({ bare, busy, disabled, onCreate, onClose }: ActionsProps) {
  return (
    <footer className="new-shot-actions">
      {!bare && (
        <Button variant="primary" icon={Play} keys="Enter" disabled={disabled} onClick={() => onCreate(true)}>
          Create and simulate
        </Button>
      )}
      <Button
        variant={bare ? 'primary' : 'secondary'}
        icon={FilePlus2}
        keys={bare ? 'Enter' : undefined}
        disabled={disabled}
        title={bare ? undefined : 'Shift Enter'}
        onClick={() => onCreate(false)}
      >
        {busy ? 'Creating' : 'Create'}
      </Button>
      <Button variant="ghost" onClick={onClose}>
        Cancel
      </Button>
    </footer>
  );
}

/** Enter then makes the shot, and whoever types names it. */
function focusName(event: Event): void {
  event.preventDefault();
  document.getElementById('new-shot-name')?.focus();
}

/** The look at the mesh, what of it is shown in the picture, and the file before a repair. */
function useMeshLook(
  mesh: string | undefined,
  settings: NewShotSettings,
  change: (part: Partial<NewShotSettings>) => void,
) {
  const { inspection, state } = useMeshInspection();
  const [finding, setFinding] = useState<CheckRow>();
  const [framed, setFramed] = useState(0);
  const [chain, setChain] = useState<readonly string[]>([]);
  const { report, statics, problem, name } = state;
  useEffect(() => {
    if (mesh === undefined || inspection.store.getState().report?.path === mesh) return;
    // The file before a repair keeps the unit that was chosen.
    if (!chain.includes(mesh)) setChain([mesh]);
    void inspection.open(mesh);
  }, [inspection, mesh]);
  useEffect(() => {
    setFinding(undefined);
    if (report === undefined) return;
    const known = chain.includes(report.path);
    const first = chain.length <= 1 && known && chain[0] === report.path && settings.metresPerUnit === 1;
    if (!known) setChain((before) => [...before, report.path]);
    change({ mesh: report.path, ...(first ? { metresPerUnit: report.likelyMetresPerUnit } : {}) });
  }, [report]);
  const unit = unitOfLength(settings.metresPerUnit);
  const box = report && boxInMetres(report.bounds, unit, settings.upAxis);
  const [surface, patches] = shapesIn(statics);
  const faces = finding?.faces;
  const [shown, setShown] = useState<Parameters<typeof MeshPicture>[0]['shown']>();
  useEffect(() => {
    if (surface === undefined || report === undefined) return;
    const { upAxis } = settings;
    setShown({
      surface,
      patches: finding?.repair === 'close-holes' ? patches : undefined,
      matrix: fileToWorld(unit, upAxis, [0, 0, 0]),
      box: boxInMetres(report.bounds, unit, upAxis),
      faces,
    });
  }, [surface, report, unit, settings.upAxis, faces]);
  const refused = report && refusal(report);
  const found = report === undefined ? [] : checkRows(report).filter((row) => row.faces.length > 0);
  return {
    inspection,
    state,
    finding,
    shown,
    framed,
    show: setFinding,
    /** The next finding that can be seen, after the last none. */
    showNext: () => setFinding(found[found.findIndex(({ code }) => code === finding?.code) + 1]),
    frame: () => setFramed((count) => count + 1),
    diagonal: box && Math.hypot(...sidesOf(box)),
    refused: problem !== undefined ? `${name ?? 'The file'} cannot be read.` : refused && `${name} encloses no volume.`,
    before: chain.length > 1 ? chain.at(-2) : undefined,
    undoRepair: () => {
      const before = chain.at(-2);
      setChain(chain.slice(0, -1));
      if (before !== undefined) change({ mesh: before });
    },
  };
}

interface TemplatesProps {
  readonly templates: readonly DefinitionInfo[];
  readonly settings: NewShotSettings;
  readonly chosen: DefinitionInfo | undefined;
  readonly given: Partial<NewShotSettings> | undefined;
  onChange(part: Partial<NewShotSettings>): void;
}

function Templates({ templates, settings, chosen, given, onChange }: TemplatesProps) {
  const [showsAll, setShowsAll] = useState(false);
  // Whoever brought a mesh means to use it.
  const brought = given?.mesh !== undefined && settings.mesh !== undefined && chosen?.takesMesh === true && !showsAll;
  const offered = brought ? templates.filter((one) => one.takesMesh) : templates;
  return (
    <>
      <TemplateList templates={offered} chosen={chosen?.type} onChoose={(type) => onChange({ template: type })} />
      {offered.length < templates.length && (
        <Button variant="ghost" size="small" onClick={() => setShowsAll(true)}>
          {`${templates.length - offered.length} more, without a mesh`}
        </Button>
      )}
    </>
  );
}

interface MeshFileProps {
  readonly settings: NewShotSettings;
  /** The template brings a mesh of its own. */
  readonly optional: boolean;
  onChange(part: Partial<NewShotSettings>): void;
}

/** The file that the shot is about. */
function MeshFile({ settings, optional, onChange }: MeshFileProps) {
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
    <div className="new-shot-file">
      <Button icon={mesh === undefined ? FolderOpen : Box} onClick={choose} title={mesh}>
        {mesh === undefined ? (optional ? 'Sample mesh: choose yours…' : 'Choose a mesh…') : fileNameOf(mesh)}
      </Button>
      {optional && mesh !== undefined && (
        <Button variant="ghost" onClick={() => onChange({ mesh: undefined })}>
          Use the sample
        </Button>
      )}
    </div>
  );
}
