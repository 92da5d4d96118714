import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  FrontSide,
  HalfFloatType,
  Mesh,
  Scene,
  WebGLRenderTarget,
  type Camera,
  type Material,
  type WebGLRenderer,
} from 'three';
import { SightDepth } from '../meshes/SightDepth.ts';
import { createFieldMaterial } from './fieldMaterial.ts';
import type { SharedLook } from './SharedLook.ts';
import { createFinish, createSurfaceMaterial } from './surfaceMaterial.ts';

/**
 * Has the graphics build the programs of bodies, cloth and colliders before the first of them is shown, so that the first frame does not wait for them. Gives what lets the programs
 * go. Programs differ with what is drawn into: a target of light, as pictures are.
 */
export function warmShaders(gl: WebGLRenderer, scene: Scene, camera: Camera, shared: SharedLook): () => void {
  const { field, lighting, behind } = shared;
  const geometry = new BufferGeometry();
  for (const [name, size] of [
    ['position', 3],
    ['normal', 3],
    ['field', 1],
    ['weave', 2],
  ] as const) {
    geometry.setAttribute(name, new BufferAttribute(new Float32Array(3 * size), size));
  }
  const sight = new SightDepth(geometry, behind);
  const jelly = { ...behind, ...sight.uniforms, scatterDepth: { value: 0 } };
  const materials: Material[] = [
    createFieldMaterial(field, lighting, createFinish(), jelly, { side: FrontSide }),
    createFieldMaterial(field, lighting, createFinish(), undefined, { side: DoubleSide }),
    createSurfaceMaterial(lighting, createFinish()),
  ];
  const samples = new Scene().add(...materials.map((material) => new Mesh(geometry, material)));
  const target = new WebGLRenderTarget(1, 1, { type: HalfFloatType });
  gl.setRenderTarget(target);
  gl.compile(samples, camera);
  gl.compile(scene, camera);
  gl.setRenderTarget(null);
  target.dispose();
  return () => {
    for (const material of materials) material.dispose();
    geometry.dispose();
    sight.dispose();
  };
}
