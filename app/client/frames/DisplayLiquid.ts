/** A liquid ready to be drawn. */
export interface DisplayLiquid {
  readonly id: string;
  readonly particles: DisplayParticles;
  /** Those of them that fly apart from the liquid, where they are kept apart: its skin does not hold them. */
  readonly spray: DisplayParticles | undefined;
  /** Its skin; undefined where the host could not give one. */
  readonly surface: DisplaySkin | undefined;
  /** Speeds of the particles, where that is the colouring, m/s. */
  readonly colour:
    { readonly range: readonly [number, number]; readonly typicalRange: readonly [number, number] } | undefined;
}

export interface DisplayParticles {
  /** xyz, m. */
  readonly positions: Float32Array;
  /** m/s. */
  readonly speeds: Float32Array;
}

/** A closed surface, counter-clockwise from outside; another one in every frame. */
export interface DisplaySkin {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** m/s, per vertex. */
  readonly speeds: Float32Array;
  /** Whiteness by air, 0 to 1, per vertex. */
  readonly foam: Float32Array;
  readonly triangles: Uint32Array;
  /** Least xyz and largest xyz, m. */
  readonly bounds: Float32Array;
}

/** Every array of a liquid, each once. */
export function liquidArrays({ particles, spray, surface }: DisplayLiquid): (Float32Array | Uint32Array)[] {
  const flying = spray === undefined ? [] : [spray.positions, spray.speeds];
  return [particles.positions, particles.speeds, ...flying, ...(surface === undefined ? [] : Object.values(surface))];
}
