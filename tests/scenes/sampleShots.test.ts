import { expect, test } from 'vitest';
import { sha256Hex } from '../../src/base/hash.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { formatScene, parseScene } from '../../src/scene/sceneText.ts';
import { createFromTemplate } from '../../src/scene/templates.ts';

/** The committed sample shots; those of scans are made by `ductile new`, which brings the scan. */
const SHOTS: [string, string, Record<string, unknown>][] = [
  ['torus-puddle', 'torus-puddle', {}],
  ['hex-puddle', 'hex-puddle', {}],
  ['incline-block', 'incline', { body: 'block', angle: 0.4, friction: 0.2 }],
  ['incline-block-held', 'incline', { body: 'block', angle: 0.3, friction: 0.5, frames: 241 }],
  ['incline-tet', 'incline', { body: 'tet', angle: 0.2, friction: 0.5, speed: 2 }],
  ['painted-drop', 'painted-drop', {}],
  ['clay-press', 'clay-press', {}],
  ['goal-disk', 'goal-disk', {}],
  ['plastic-materials', 'plastic-materials', {}],
  ['torn-bar', 'torn-bar', {}],
];

/** A UUID (version 4 in form) that stands for a name. */
function projectOf(name: string): string {
  const hex = sha256Hex(`ductile sample shot ${name}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

test.each(SHOTS)('assets/scenes/%s.ductile is what its template makes', async (name, template, params) => {
  const scene = createFromTemplate(template, params, { project: projectOf(name), name }, catalogue);
  const text = formatScene(scene);
  await expect(text).toMatchFileSnapshot(`../../assets/scenes/${name}.ductile`);
  expect(parseScene(new TextEncoder().encode(text), catalogue, `${name}.ductile`)).toEqual(scene);
});
