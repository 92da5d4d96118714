import { MeshLambertMaterial, type IUniform } from 'three';
import { addField } from '../engine/fieldMaterial.ts';
import type { SharedLook } from '../engine/SharedLook.ts';
import { addStudioLight, createFinish, replaceIn } from '../engine/surfaceMaterial.ts';

/** How much of what lies behind a thick body of liquid is hidden, and behind a film. */
const DEEP = 0.9;
const THIN = 0.03;
/** How fast that grows with the way, over its reach. */
const CLOUDING = 0.55;
/** How fast light takes the liquid's colour. */
const TINTING = 0.45;
/** Speed of light in water, over that in air. */
const SLOWER = 1 / 1.33;
/** The way after which the sight is no longer bent any farther, over the liquid's reach. */
const MOST_BENT = 0.5;

export interface WaterUniforms {
  /** See `LiquidDepth`. */
  readonly depths: IUniform;
  readonly depthView: IUniform;
  /** The way in which light loses most of its other colours, m; 0 where the surface is cut open and has no depth. */
  readonly reach: { value: number };
}

const declarations = /* glsl */ `
uniform sampler2D depths;
uniform vec4 depthView;
uniform sampler2D behind;
uniform sampler2D behindDepth;
uniform vec2 size;
uniform float waterReach;
uniform mat4 projectionMatrix;
vec3 towardsViewer() {
  return isOrthographic ? vec3(0.0, 0.0, 1.0) : normalize(vViewPosition);
}
/* Where in the picture what lies behind is seen, through a body of liquid that is so thick, m (Snell). */
vec2 bentPlace(vec2 place, vec3 n, float thickness) {
  vec3 into = refract(-towardsViewer(), n, ${SLOWER.toFixed(4)});
  vec4 leaves = projectionMatrix * vec4(into * min(thickness, ${MOST_BENT.toFixed(2)} * waterReach) - vViewPosition, 1.0);
  vec2 bent = clamp(0.5 + 0.5 * leaves.xy / leaves.w, 0.001, 0.999);
  /* What stands before the liquid is not seen in it. */
  return texture2D(behindDepth, inPicture(bent)).r < gl_FragCoord.z ? place : bent;
}`;
/** From places in the camera's view to places in the picture. */
const placeChunk = `
vec2 inPicture(vec2 place) { return (depthView.xy + place * depthView.zw) / size; }`;

/**
 * Liquid: a film is clear and a deep body has its colour (the longer the sight runs in it, the more of what lies behind is lost, Lambert 1760). What stands in it or
 * behind it is seen where the bent sight meets it, in the colours that its way leaves. It mirrors the studio as water does (Schlick 1994). Where a colour map
 * is on it is matte and closed, its colour from the attribute `field`.
 */
export function createWaterMaterial(
  { field, lighting, behind }: SharedLook,
  water: WaterUniforms,
): MeshLambertMaterial {
  const material = new MeshLambertMaterial({ transparent: true });
  material.onBeforeCompile = (shader) => {
    addField(shader, field);
    addStudioLight(shader, lighting, createFinish(), 'fieldAmount > 0.5');
    const { reach: waterReach, ...depths } = water;
    Object.assign(shader.uniforms, depths, { ...behind, waterReach });
    const main = 'void main() {';
    replaceIn(
      shader,
      main,
      `${declarations.replace('vec3 towardsViewer', `${placeChunk}\nvec3 towardsViewer`)}\n${main}`,
    );
    replaceIn(
      shader,
      '#include <opaque_fragment>',
      `if (number_) diffuseColor.a = 1.0;
        else {
          vec2 place = (gl_FragCoord.xy - depthView.xy) / depthView.zw;
          float thickness = waterReach > 0.0 ? max(texture2D(depths, place).r, 0.0) : 1.0;
          vec2 bent = bentPlace(place, normal, thickness);
          float there = texture2D(depths, bent).r;
          if (there > 0.0) thickness = there;
          float way = waterReach > 0.0 ? thickness / waterReach : 1.0;
          float lost = 1.0 - exp(-way * ${CLOUDING.toFixed(2)});
          float share = mirrored(dot(n_, v_));
          vec3 tint = diffuseColor.rgb / max(max(diffuseColor.r, max(diffuseColor.g, diffuseColor.b)), 1e-3);
          vec3 through = texture2D(behind, inPicture(bent)).rgb * pow(max(tint, 0.03), vec3(${TINTING.toFixed(2)} * way));
          vec3 seen = mix(through, 0.8 * outgoingLight, mix(${THIN.toFixed(2)}, ${DEEP.toFixed(2)}, lost));
          outgoingLight = mix(seen, studioLight(reflect(-v_, n_), 0.02), share);
          diffuseColor.a = 1.0;
        }
        #include <opaque_fragment>`,
    );
  };
  material.customProgramCacheKey = () => `water ${lighting.full}`;
  return material;
}
