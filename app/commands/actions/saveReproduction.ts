import { formatScene } from '../../../src/scene/sceneText.ts';
import { version } from '../../../package.json';
import { bridge } from '../../client/openEndpoint.ts';
import { formatStamp } from '../../units/formatTime.ts';
import type { Session } from '../../session/Session.ts';
import type { Command } from '../Command.ts';
import { needsShot } from '../requirements.ts';

/** What a developer needs to see what the artist saw: the document, the log, what failed, and the versions. Meshes and frames stay here. */
export function reproduction({ document, log, frames, view, program, jobs }: Session) {
  const { scene } = document;
  const { catalogue, cacheFolder } = program.getState();
  const { cells } = frames.getState();
  const failed = cells.find(({ failure }) => failure !== undefined)?.frame ?? Infinity;
  const checkpoint = cells.findLast((cell) => cell.checkpoint && cell.frame < failed);
  return {
    format: 'ductile-reproduction',
    versions: { ductile: version, ...bridge?.versions },
    machine: catalogue?.machine,
    quality: view.getState().quality,
    scene: scene === undefined ? undefined : (JSON.parse(formatScene(scene)) as unknown),
    /** The checkpoint from which a simulation can resume: the file of this name in the cache. */
    checkpoint: checkpoint && { frame: checkpoint.frame, key: checkpoint.storedKey ?? checkpoint.key, cacheFolder },
    frames: cells.map(({ frame, state, key, failure }) => ({ frame, state, key, failure })),
    jobs: [...jobs.getState().jobs.values()].map(({ kind, state, stage, error }) => ({ kind, state, stage, error })),
    log: log.store.getState().entries.map((entry) => ({ ...entry, at: formatStamp(entry.at) })),
  };
}

const saveReproduction: Command = {
  id: 'help.saveReproduction',
  group: 'Help',
  keywords: 'bug report problem issue',
  title: () => 'Save reproduction',
  enabled: needsShot,
  run: (session) => {
    const name = session.document.scene?.name || 'shot';
    downloadText(`${name}.reproduction.json`, `${JSON.stringify(reproduction(session), undefined, 2)}\n`);
    session.log.info('Saved the document, the log and the versions to reproduce this, without meshes and frames.', {
      toast: true,
    });
  },
};

export default saveReproduction;

/** Hands a text to the browser to be saved where it saves downloads. */
function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|]/g, '-');
  link.click();
  URL.revokeObjectURL(url);
}
