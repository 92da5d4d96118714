import { Matrix4, Vector2, Vector4, type Texture } from 'three';

/** The picture so far, for the shaders of transparent objects. */
export interface Behind {
  /** Linear light. */
  readonly behind: { value: Texture | null };
  /** Depth, 0..1. */
  readonly behindDepth: { value: Texture | null };
  /** Place of the camera's view in the picture, and the size of the whole, pixels. */
  readonly view: { readonly value: Vector4 };
  readonly size: { readonly value: Vector2 };
  /** Matrix from the view's place and depth, -1 to 1, to the camera's axes. */
  readonly eyeFromClip: { readonly value: Matrix4 };
}

/** Returns the empty picture of a view for which nothing was drawn yet. */
export function createBehind(): Behind {
  return {
    behind: { value: null },
    behindDepth: { value: null },
    view: { value: new Vector4(0, 0, 1, 1) },
    size: { value: new Vector2(1, 1) },
    eyeFromClip: { value: new Matrix4() },
  };
}
