import type { Scene } from '../../../src/scene/Scene.ts';
import type { Session } from '../../session/Session.ts';

type Solid = Extract<Scene['entities'][number], { fibres?: unknown }>;

/** ms of rest before the host is asked again. */
const SETTLE_DELAY = 250;

interface Known {
  /** What they were found from. */
  readonly from: string;
  /** Unit vectors at rest, xyz per element; undefined while they are asked for, or where there are none. */
  readonly directions: Float32Array | undefined;
}

/** The directions of fibres of the shot's muscles at rest, as the host computes them. */
export class FibreDirections {
  private readonly session: Session;
  private readonly found: () => void;
  private readonly known = new Map<string, Known>();
  private readonly waiting = new Map<string, ReturnType<typeof setTimeout>>();

  /** `found`: directions came. */
  constructor(session: Session, found: () => void) {
    this.session = session;
    this.found = found;
  }

  /** The directions of a solid; asks for them where they are not those of the document as it is. */
  of(solid: Solid, scene: Scene): Float32Array | undefined {
    const from = inputsOf(solid, scene, this.session.view.getState().quality);
    const known = this.known.get(solid.id);
    if (known?.from === from) return known.directions;
    this.known.set(solid.id, { from, directions: undefined });
    clearTimeout(this.waiting.get(solid.id));
    this.waiting.set(
      solid.id,
      setTimeout(() => void this.ask(solid.id, from), SETTLE_DELAY),
    );
    return undefined;
  }

  dispose(): void {
    for (const timer of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
    this.known.clear();
  }

  private async ask(entity: string, from: string): Promise<void> {
    const { connection, document, view, log } = this.session;
    const take = document.scene?.take.id;
    try {
      const { bytes } = await connection.call('fibres', { quality: view.getState().quality, take, entity });
      if (this.known.get(entity)?.from !== from) return;
      this.known.set(entity, { from, directions: new Float32Array(bytes.slice().buffer) });
      this.found();
    } catch (error) {
      // The shot is told what is wrong when it is simulated; the picture goes without lines.
      log.error(`could not find the fibres of '${entity}'`, error);
    }
  }
}

/** Everything that the directions of a solid depend on. */
function inputsOf(solid: Solid, { entities, take }: Scene, quality: string): string {
  const pins = entities.filter((entity) => 'target' in entity && entity.target === solid.id && entity.enabled);
  const { source, meshing, transform, fibres, painted } = solid;
  const detail = painted?.detail;
  return JSON.stringify([take.id, quality, source, meshing, transform, fibres?.direction, detail, pins]);
}
