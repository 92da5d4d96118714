import { createSurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { TriMesh } from '../../geometry/TriMesh.ts';
import { kindOf, pinsOf } from '../../scene/capabilities.ts';
import type { ImportedAnimation } from '../../scene/kinds/importedAnimation.ts';
import { isQuasistatic } from '../../scene/kinds/solid.ts';
import { isKind, startFrame, type Scene } from '../../scene/Scene.ts';
import type { System } from '../../simulation/System.ts';

/** The animation as it stands where the shot begins, and the last frame of the shot at which it moves, where it comes to rest. */
interface BegunAnimation {
  readonly rest: TriMesh;
  readonly lastFrame: number | undefined;
}

/** What of an animation is not as the document asks: what does not meet it, what begins inside it, and where it stands still: for the first frame. */
export function animationWarnings(
  animation: ImportedAnimation,
  { scene, systems }: { readonly scene: Scene; readonly systems: ReadonlyMap<string, System> },
  { rest, lastFrame }: BegunAnimation,
): string[] {
  const { id, collision } = animation;
  const still = [...withoutPreRoll(animation, scene), ...endsEarly(id, lastFrame, scene)];
  if (!collision.enabled) return still;
  return [
    ...unmet(id, scene, collision.surface === 'open'),
    ...(collision.surface === 'closed' ? begunInside(id, rest, systems) : []),
    ...still,
  ];
}

function withoutPreRoll({ id, preRoll }: ImportedAnimation, scene: Scene): string[] {
  if (preRoll.kind === 'hold' || startFrame(scene) < scene.range.first) return [];
  return [
    `animation '${id}' moves in the pre-roll, but the shot has none, so that this has no effect; ` +
      'set a pre-roll beside the frame range, or let the animation hold in it',
  ];
}

/** Pins and solids that go on with a surface that has come to rest. */
function endsEarly(id: string, lastFrame: number | undefined, { entities, range }: Scene): string[] {
  if (lastFrame === undefined || lastFrame >= range.last) return [];
  const pins = pinsOf(entities).filter(({ follow }) => follow === id);
  const solids = entities.filter(isKind('solid')).filter(({ animatedTarget }) => animatedTarget?.animation === id);
  const followers = [...pins.map((pin) => `pin '${pin.id}'`), ...solids.map((solid) => `solid '${solid.id}'`)];
  if (followers.length === 0) return [];
  const told =
    followers.length === 1 ? `${followers[0]} rests` : `${followers.length} pins and solids that follow it rest`;
  return [
    `the last sample of animation '${id}' lies at frame ${Number(lastFrame.toFixed(2))}: from there on to frame ${range.last} it rests, and the ${told} with it; ` +
      'end the shot there, or slow the animation down',
  ];
}

function unmet(id: string, { entities }: Scene, isOpen: boolean): string[] {
  const enabled = entities.filter(({ enabled }) => enabled);
  const liquids = isOpen ? enabled.filter((entity) => kindOf(entity).liquid !== undefined) : [];
  const plurals = new Set(liquids.map((entity) => kindOf(entity).plural));
  const warnings = Array.from(
    plurals,
    (plural) =>
      `${plural} pass through animation '${id}': it meets solids, cloth, rigid bodies and, where it is closed, liquids; a collider meets ${plural}`,
  );
  for (const solid of enabled.filter(isKind('solid')).filter(isQuasistatic)) {
    warnings.push(
      `solid '${solid.id}' is quasistatic, so that it passes through animation '${id}'; choose another integration scheme`,
    );
  }
  return warnings;
}

/** Which bodies begin inside the surface: solids have vertices there that no pin constrains, which would stay, rigid bodies their middle, by which they are pushed out. */
function begunInside(id: string, rest: TriMesh, systems: ReadonlyMap<string, System>): string[] {
  const query = createSurfaceQuery(rest);
  const isInside = (x: ArrayLike<number>, at: number) => query.signedDistance(x[at], x[at + 1], x[at + 2]) < 0;
  return [...systems.values()].flatMap(({ id: other, deformable, rigid }) => {
    if (rigid?.body !== undefined && isInside(rigid.body.position, 0)) {
      return [
        `rigid body '${other}' starts inside animation '${id}', which pushes it out; move it out, or choose the open surface, which also keeps in what begins in it`,
      ];
    }
    if (deformable === undefined) return [];
    const { pinned } = deformable;
    const { positions } = deformable.volume.mesh;
    let inside = 0;
    for (let k = 0; k < positions.length; k += 3) if (!pinned.has(k / 3) && isInside(positions, k)) inside++;
    if (inside === 0) return [];
    return [
      `${deformable.kind} '${deformable.id}' starts with ${inside} of ${positions.length / 3} vertices inside animation '${id}', where they stay; ` +
        'move it out, or let the animation start where it is outside',
    ];
  });
}
