import { isBody, isKind, type BodyEntity, type Scene } from '../../../src/scene/Scene.ts';
import { colourings, type Colouring } from '../../state/viewStore.ts';
import { colouringInfo } from './colourings.ts';

/** What liquids have to show. */
const OF_LIQUIDS: readonly Colouring[] = ['surface', 'speed'];

/** What the bodies of a shot have to show by colour, in the order of menus; in an empty shot, all there is. */
export function colouringsOf(scene: Scene | undefined): readonly Colouring[] {
  const bodies = scene?.entities.filter(isBody) ?? [];
  if (bodies.length === 0) return scene?.entities.some(isKind('liquid')) === true ? OF_LIQUIDS : colourings;
  const solids = bodies.filter(isKind('solid'));
  const needed: Partial<Record<Colouring, boolean>> = {
    vonMises: solids.length > 0,
    inverted: solids.length > 0,
    plasticStrain: bodies.some(isPlastic),
    goalDistance: solids.some(({ plasticity }) => plasticity?.goal !== undefined),
    fibreStretch: solids.some(({ fibres }) => fibres !== undefined),
    fibreTension: solids.some(({ fibres }) => fibres !== undefined),
  };
  return colourings.filter((colouring) => needed[colouring] !== false);
}

function isPlastic(body: BodyEntity): boolean {
  return body.kind === 'solid' ? body.plasticity !== undefined : body.plasticity.enabled;
}

/** What a colouring is called in a shot, and what its number is. */
export function colouringText(
  colouring: Colouring,
  scene: Scene | undefined,
): { readonly label: string; readonly detail: string } {
  const info = colouringInfo[colouring];
  const bodies = scene?.entities.filter(isBody) ?? [];
  const cloth = bodies.length > 0 && bodies.every(isKind('cloth'));
  return cloth && info.ofCloth !== undefined ? info.ofCloth : info;
}
