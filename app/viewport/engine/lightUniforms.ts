import { Color, Matrix4, Vector3, Vector4, type CubeTexture, type Texture } from 'three';

/** Direction of the key light: from above, behind the artist's left shoulder. */
export const KEY_DIRECTION = new Vector3(-0.55, 0.95, 0.62).normalize();
/** Direction of the rim light: from behind on the right; it draws the silhouette and casts no shadow. */
export const RIM_DIRECTION = new Vector3(0.62, 0.42, -0.9).normalize();
/** Irradiance of what faces the light, as three counts it: a white surface returns a pi-th of it. */
export const KEY = 2.85;
export const RIM = 2.6;
/** Radius of the key's disc, as the tangent of the angle that it is seen under. */
export const KEY_DISC = 0.13;
/**
 * Shares of the studio's light in a picture that moves: of the diffuse part and of the mirror; and how they grow with what a point sees of the sky in a pass of a picture that
 * rests: what a point in a corner does not see does not light it.
 */
export const AMBIENCE = { moving: [0.5, 0, 1, 0], still: [0.08, 0.26, 0.3, 0.95] } as const;

/** What the shaders of everything that is lit read. World axes. */
export interface LightUniforms {
  readonly worldFromView: { readonly value: Matrix4 };
  /** Towards the light, unit length. */
  readonly keyDirection: { readonly value: Vector3 };
  readonly keyLight: { readonly value: Color };
  readonly rimDirection: { readonly value: Vector3 };
  readonly rimLight: { readonly value: Color };
  readonly skyDirection: { readonly value: Vector3 };
  /** Black while the picture moves: then the studio stands for the sky. */
  readonly skyLight: { readonly value: Color };
  /** Depths seen from the lights, 0..1, and where in them a point of the world is. */
  readonly keyMap: { value: Texture | null };
  readonly keyFromWorld: { readonly value: Matrix4 };
  readonly skyMap: { value: Texture | null };
  readonly skyFromWorld: { readonly value: Matrix4 };
  /** Steps off the surface for the key and the sky, m, and towards the light, as depth. */
  readonly shadowBias: { readonly value: Vector3 };
  /** Width of the half-shadow per depth between blocker and receiver, in map widths; 0 in passes whose key stands at a point of its disc. */
  readonly softness: { value: number };
  /** See `AMBIENCE`. */
  readonly ambience: { readonly value: Vector4 };
  /** Differs from pass to pass, so that the grain of their shadows does. */
  readonly turn: { value: number };
  /** The studio for every roughness; none where the graphics run on the processor, which ask the formula itself. */
  readonly studio: { value: CubeTexture | null };
  readonly studioLevels: { value: number };
  /** Height of the ground, m, and how far from it things darken each other. */
  readonly groundHeight: { value: number };
  readonly reach: { value: number };
}

export function createLightUniforms(): LightUniforms {
  return {
    worldFromView: { value: new Matrix4() },
    keyDirection: { value: KEY_DIRECTION.clone() },
    keyLight: { value: new Color() },
    rimDirection: { value: RIM_DIRECTION.clone() },
    rimLight: { value: new Color() },
    skyDirection: { value: new Vector3(0, 1, 0) },
    skyLight: { value: new Color(0, 0, 0) },
    keyMap: { value: null },
    keyFromWorld: { value: new Matrix4() },
    skyMap: { value: null },
    skyFromWorld: { value: new Matrix4() },
    shadowBias: { value: new Vector3() },
    softness: { value: 0 },
    ambience: { value: new Vector4(...AMBIENCE.moving) },
    turn: { value: 0 },
    studio: { value: null },
    studioLevels: { value: 0 },
    groundHeight: { value: 0 },
    reach: { value: 1 },
  };
}
