import type { SurfaceMesh } from '../../geometry/TriMesh.ts';
import { boxProperty, writeBox } from './BoundsProperty.ts';
import { bytesOf } from './elementType.ts';
import type { ObjectWriter } from './ObjectWriter.ts';
import type { PropertyWriter } from './PropertyWriter.ts';
import { FACE_SET } from './schemas.ts';

/** Writes a named set of faces as a child of its mesh; DCC programs read it as a material slot or a group. */
export class FaceSetWriter {
  private readonly group: string;
  private readonly bounds: PropertyWriter;
  private readonly faces: PropertyWriter;

  /** `group`: name of the face group whose faces are written for each frame's surface. */
  constructor(mesh: ObjectWriter, name: string, group: string, sampling: number) {
    this.group = group;
    const object = mesh.child(name, FACE_SET.objectMetadata);
    const compound = object.properties.compound(FACE_SET.compound, FACE_SET.compoundMetadata);
    this.bounds = boxProperty(compound, '.selfBnds', sampling);
    this.faces = compound.property({ kind: 'array', name: '.faces', data: { type: 'int32_t', extent: 1 }, sampling });
  }

  write(surface: SurfaceMesh): void {
    const faces = surface.groups.filter(({ name, kind }) => name === this.group && kind !== 'smoothing');
    const merged = new Set(faces.flatMap((group) => [...group.faces]));
    writeBox(this.bounds, new Float64Array(6));
    this.faces.write(bytesOf(Int32Array.from(merged).sort()));
  }

  hold(): void {
    this.bounds.hold();
    this.faces.hold();
  }
}
