import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { colliderShapes } from '../../../src/collision/CollisionBody.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { solidPresets } from '../../../src/materials/presets.ts';
import { meshers } from '../../../src/meshing/Mesher.ts';
import { formBounds } from '../../../src/scene/formBounds.ts';
import { copyEntity } from '../../../src/scene/newEntity.ts';
import { fieldKinds, newForce } from '../../../src/scene/kinds/force.ts';
import { formShapes } from '../../../src/scene/properties/sources.ts';
import { newCamera } from '../../../src/scene/kinds/camera.ts';
import { newCollider, newMeshCollider } from '../../../src/scene/kinds/collider.ts';
import { newPin } from '../../../src/scene/kinds/pin.ts';
import { newSolid } from '../../../src/scene/kinds/solid.ts';
import { documentVersion, type Entity } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { proceduralMesh } from '../../../src/simulation/rest/proceduralMesh.ts';

const mesh = {
  path: 'meshes/Soft_bunny.obj',
  sha256: 'a'.repeat(64),
  metresPerUnit: 0.01,
  upAxis: 'z' as const,
  bounds: [-1, 2, -1, 1, 4, 3],
};

/** The entities as a document's validation gives them back: what it fills in was not there. */
function validated(entities: readonly Entity[]): readonly Entity[] {
  const document = {
    format: 'ductile-shot',
    version: documentVersion,
    project: '0a8f6a2e-3a44-4f60-9d6c-6a0f5a1f7a11',
    range: { first: 1, last: 10 },
    entities,
  };
  return validateScene(structuredClone(document), catalogue).entities;
}

describe('new entities', () => {
  it('are whole: validation adds nothing', () => {
    const entities: Entity[] = [];
    const add = <E extends Entity>(entity: E): E => {
      entities.push(entity);
      return entity;
    };
    const schema = (params: z.ZodType) => z.toJSONSchema(params, { io: 'input' });
    for (const { shape } of formShapes) {
      for (const { type, params } of meshers.all()) {
        add(newSolid(entities, shape, { mesher: { type, params: schema(params) } }));
      }
    }
    for (const { type: preset } of solidPresets) {
      const { type, params } = meshers.get('stuffing');
      const solid = add(newSolid(entities, mesh, { preset, mesher: { type, params: schema(params) } }));
      expect(solid.material.preset).toBe(preset);
    }
    for (const { type, label, params } of colliderShapes.all())
      add(newCollider(entities, { type, label, params: schema(params) }));
    add(newMeshCollider(entities, mesh));
    for (const { kind } of fieldKinds) add(newForce(entities, kind, [entities[0].id]));
    const [solid] = entities;
    add(newPin(entities, solid));
    add(newPin(entities, solid, [0, 0, 0, 1, 1, 1]));
    add(newCamera(entities));
    add(newCamera(entities, { position: [1, 2, 3], target: [0, 0, 0] }));
    for (const entity of [...entities]) add(copyEntity(entities, entity));
    expect(validated(entities)).toEqual(entities);
  });

  it('have readable ids and names of their own', () => {
    const first = newSolid([], 'torus');
    const second = newSolid([first], 'torus');
    const third = newSolid([first, second], mesh);
    expect([first, second, third].map(({ id }) => id)).toEqual(['torus', 'torus-2', 'soft-bunny']);
    expect([first, second, third].map(({ name }) => name)).toEqual(['Torus', 'Torus 2', 'Soft bunny']);
    const freed = newSolid([second], 'torus');
    expect(freed.id).toBe('torus');
    const copy = copyEntity([first, second], second);
    expect([copy.id, copy.name]).toEqual(['torus-3', 'Torus 3']);
  });

  it('take any file name', () => {
    const names = ['Größe & Höhe.obj', '日本.obj', `${'x'.repeat(300)}.obj`, '.obj', 'a/b\\c d.stl'];
    const entities: Entity[] = [];
    for (const path of [...names, ...names]) entities.push(newSolid(entities, { ...mesh, path }));
    const ids = entities.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids[0]).toBe('gro-e-hohe');
    expect(ids[1]).toBe('entity');
    expect(ids[4]).toBe('c-d');
    expect(ids[7]).toHaveLength(64);
    expect(() => validated(entities)).not.toThrow();
  });

  it('stand above the ground, centred where they are wanted', () => {
    const { transform } = newSolid([], mesh, { at: [5, 6] });
    const [minX, minY, minZ, maxX, maxY, maxZ] = mesh.bounds;
    const diagonal = Math.hypot(maxX - minX, maxY - minY, maxZ - minZ);
    expect(transform.position[0] + (minX + maxX) / 2).toBeCloseTo(5, 12);
    expect(transform.position[1] + minY).toBeCloseTo(diagonal / 4, 12);
    expect(transform.position[2] + (minZ + maxZ) / 2).toBeCloseTo(6, 12);
  });

  it('get a material that a document may hold, whatever their size', () => {
    for (const size of [1e-9, 1, 5e3]) {
      const solid = newSolid([], { ...mesh, bounds: [0, 0, 0, size, size, size] });
      expect(validated([solid])).toHaveLength(1);
      expect(solid.material.youngsModulus).toBeGreaterThan(0);
    }
  });

  it('pin the top of a body', () => {
    const pin = newPin([], { id: 'torus', name: 'Torus' }, [0, 0, 0, 1, 2, 3]);
    expect(pin.name).toBe('Torus pin');
    if (pin.selection.kind !== 'box') throw new Error('no box');
    expect(pin.selection.min[1]).toBeCloseTo(1.6, 12);
    expect(pin.selection.max[1]).toBeGreaterThan(2);
    expect(pin.selection.min[0]).toBeLessThan(0);
  });
});

describe('formBounds', () => {
  it('is the box of the mesh that the form makes', () => {
    for (const { shape } of formShapes) {
      const { source } = newSolid([], shape);
      if (source.kind !== 'procedural') throw new Error('no form');
      const { positions } = proceduralMesh(source.form).surface;
      const bounds = formBounds(source.form);
      for (let axis = 0; axis < 3; axis++) {
        const values = [...positions].filter((_, index) => index % 3 === axis);
        expect(Math.min(...values)).toBeCloseTo(bounds[axis], 6);
        expect(Math.max(...values)).toBeCloseTo(bounds[axis + 3], 6);
      }
    }
  });
});
