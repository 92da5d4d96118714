/** Standard names of one kind of object: its metadata, and the compound that contains its data. */
export interface Schema {
  readonly schema: string;
  readonly compound: string;
  readonly objectMetadata: string;
  readonly compoundMetadata: string;
}

function define(schema: string, compound: string, isGeometry: boolean): Schema {
  const base = isGeometry ? ';schemaBaseType=AbcGeom_GeomBase_v1' : '';
  return {
    schema,
    compound,
    objectMetadata: `schema=${schema}${base};schemaObjTitle=${schema}:${compound}`,
    compoundMetadata: `schema=${schema}${base}`,
  };
}

export const XFORM = define('AbcGeom_Xform_v3', '.xform', false);
export const POLY_MESH = define('AbcGeom_PolyMesh_v1', '.geom', true);
/** A subdivision surface: its cage is stored as a polygon mesh is. Only read. */
export const SUBDIVISION = define('AbcGeom_SubD_v1', '.geom', true);
export const POINTS = define('AbcGeom_Points_v1', '.geom', true);
export const FACE_SET = define('AbcGeom_FaceSet_v1', '.faceset', true);

/** Scope of a geometry parameter: one value, per face, per point, per vertex of a face, per face corner. */
export type Scope = 'con' | 'uni' | 'var' | 'vtx' | 'fvr';

/** Returns the metadata of a float32 geometry parameter. `interpretation`: `vector`, `normal`, `rgb`, `rgba` or empty. */
export function geometryParameterMetadata(scope: Scope, interpretation: string, extent: number): string {
  const meaning = interpretation === '' ? '' : `interpretation=${interpretation};`;
  return `arrayExtent=1;geoScope=${scope};${meaning}isGeomParam=true;podExtent=${extent};podName=float32_t`;
}
