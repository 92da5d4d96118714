import type { ContactPoints } from '../../collision/ContactPoints.ts';
import { escapeSpeed } from '../../collision/escapeSpeed.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { bodyContact } from '../../scene/properties/bodyContact.ts';
import type { AttachmentParent } from '../../simulation/attachment/AttachedPoints.ts';
import type { BoundaryTarget } from '../../simulation/boundaries/Meeting.ts';
import { solidContactSurface, surfaceTriangles } from '../../simulation/contact/bodyContactSurface.ts';
import { CoupledBody } from '../../simulation/immersion/CoupledBody.ts';
import type { ImmersedBody } from '../../simulation/immersion/ImmersedBody.ts';
import { startPoints } from '../../simulation/rest/placement.ts';
import type { TouchingBody } from '../../simulation/SimulatedBody.ts';
import type { DeformableBody } from '../../solids/DeformableBody.ts';
import type { SolidBodyInput, SolidOperators } from '../../solids/SolidOperators.ts';
import { meanElementSize } from '../../solids/timeStep.ts';
import { carriesNoCloth } from './attachmentErrors.ts';
import type { SimulatedSolidInput } from './SimulatedSolidInput.ts';
import { keepsVolume } from './solidBody.ts';
import { surfaceContactPoints } from './surfaceContactPoints.ts';

/** What a solid is to whatever it meets. */
export interface MeetingSolid {
  readonly input: SimulatedSolidInput;
  /** Rest shape in world axes. */
  readonly volume: VolumeMesh;
  readonly body: SolidBodyInput;
  readonly operators: SolidOperators;
  /** What moves it; undefined for a quasistatic solid, which has no velocities and meets nothing but colliders. */
  readonly stepped: DeformableBody | undefined;
}

/** A solid as other systems meet it: deformable bodies, rigid ones, liquids, and cloth that is attached to it. */
export class SolidMeetings {
  private readonly solid: MeetingSolid;
  /** The body in its liquid; made when it is first asked for. */
  private immersed: ImmersedBody | undefined;
  /** What cloth on it is attached to; made when it is first asked for. A solid that tears asks in every substep. */
  private parent: AttachmentParent | undefined;

  constructor(solid: MeetingSolid) {
    this.solid = solid;
  }

  private get id(): string {
    return this.solid.input.solid.id;
  }

  /** Points of the vertices where the shot begins, m: also after a state was loaded. */
  private get starts(): Float64Array {
    const { volume, solid } = this.solid.input;
    return startPoints(volume.mesh.positions, solid);
  }

  /** The body in contact with others and itself. */
  get touching(): TouchingBody | undefined {
    const { input, volume, operators, stepped } = this.solid;
    if (stepped === undefined) return undefined;
    const contact = input.solid.contact ?? bodyContact.parse({});
    const surface = () => solidContactSurface(volume, operators.masses, contact, input.cut);
    return { contact, stepped, surface };
  }

  /** The body as rigid ones meet it, where it moves in no liquid. */
  get met(): BoundaryTarget | undefined {
    const { input, body, stepped } = this.solid;
    if (input.tank !== undefined || stepped === undefined) return undefined;
    return {
      id: this.id,
      stepped,
      edge: meanElementSize(body),
      offset: 0,
      size: escapeSpeed(this.starts),
      points: () => solidContactPoints(input),
    };
  }

  /** The body as the liquid sees it in which the solid is immersed; undefined where it is in none. */
  get coupled(): ImmersedBody | undefined {
    const { input, volume, stepped } = this.solid;
    if (input.tank === undefined || stepped === undefined) return undefined;
    this.immersed ??= new CoupledBody(this.id, surfaceTriangles(volume), stepped);
    return this.immersed;
  }

  /** The attachment parent of cloth on the solid. */
  get attachmentParent(): AttachmentParent {
    const { volume, stepped } = this.solid;
    if (stepped === undefined) throw carriesNoCloth(this.id);
    this.parent ??= { id: this.id, triangles: surfaceTriangles(volume), positions: this.starts, stepped };
    return this.parent;
  }
}

/** Returns the points of the drawn surface that touch what is no deformable body in place of vertices: what is torn has lost its surface's riding on the elements. */
export function solidContactPoints(input: SimulatedSolidInput): ContactPoints | undefined {
  if (input.cut !== undefined) return undefined;
  return surfaceContactPoints(input.volume, keepsVolume(input) && input.colliders.length > 1);
}
