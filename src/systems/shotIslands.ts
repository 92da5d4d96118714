import type { PairKernelFactory } from '../collision/selfContact/KernelPairs.ts';
import type { Scene } from '../scene/Scene.ts';
import { touchingPairs } from '../simulation/contact/bodyContactPairs.ts';
import type { SystemInteraction } from '../simulation/Interaction.ts';
import { contactOf, Island } from '../simulation/Island.ts';
import { islands, type Joint } from '../simulation/islands.ts';
import type { System } from '../simulation/System.ts';

/** The islands of what moves in substeps: systems that are joined by contact, by attachments and by interactions. */
export function shotIslands(
  systems: readonly System[],
  interactions: readonly SystemInteraction[],
  scene: Scene,
  createPairKernel?: PairKernelFactory,
): Island[] {
  const moving = systems.filter(({ stepped }) => stepped !== undefined);
  const byId = new Map(inMovingOrder(moving).map((system) => [system.id, system]));
  const joints = [
    ...touchingPairs(moving.map(contactOf), scene),
    ...moving.flatMap(({ id, attachedTo = [] }) => attachedTo.map((other): Joint => [id, other])),
    ...interactions.flatMap(({ joins }) => {
      const [first, ...others] = joins.filter((id) => byId.has(id));
      return others.map((other): Joint => [first, other]);
    }),
  ];
  return islands([...byId.keys()], joints).map((ids) => {
    const members = ids.flatMap((id) => byId.get(id) ?? []);
    const own = interactions.filter(({ joins }) => joins.some((id) => ids.includes(id)));
    return new Island(members, own, scene, createPairKernel);
  });
}

/** Systems in their order, but for those that are advected after everything else has moved: these come last. */
export function inMovingOrder(systems: readonly System[]): System[] {
  return [...systems.filter(({ movesLast }) => movesLast !== true), ...systems.filter(({ movesLast }) => movesLast)];
}
