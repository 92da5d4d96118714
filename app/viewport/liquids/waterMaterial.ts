import { MeshPhongMaterial, type IUniform } from 'three';
import { addField, type FieldUniforms } from '../engine/fieldMaterial.ts';
import { decodeChunk } from '../engine/screenTarget.ts';
import { addStudio } from '../engine/studio.ts';

/** How much of what lies behind a thick body of liquid is hidden, and behind a film; in two forms, as the sight of what lies behind is bent or not. */
const DEEP = 0.95;
const THIN = 0.22;
const BENT_DEEP = 0.9;
const BENT_THIN = 0.03;
/** How fast that grows with the way, over its reach. */
const CLOUDING = 2.5;
const BENT_CLOUDING = 0.55;
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
  /** See `BehindLiquids`. */
  readonly behind: IUniform;
  readonly behindDepth: IUniform;
  /** There is a picture of what lies behind: it is bent and tinted. Otherwise the liquid is blended over it. */
  readonly bends: { value: boolean };
  /** The way in which light loses most of its other colours, m; 0 where the surface is cut open and has no depth. */
  readonly reach: { value: number };
}

const declarations = /* glsl */ `
uniform sampler2D depths;
uniform vec4 depthView;
uniform sampler2D behind;
uniform sampler2D behindDepth;
uniform bool bends;
uniform float reach;
uniform mat4 projectionMatrix;
${decodeChunk}
/* Where in the picture what lies behind is seen, through a body of liquid that is so thick, m (Snell). */
vec2 bentPlace(vec2 place, vec3 n, float thickness) {
  vec3 into = refract(-towardsViewer(), n, ${SLOWER.toFixed(4)});
  vec4 leaves = projectionMatrix * vec4(into * min(thickness, ${MOST_BENT.toFixed(2)} * reach) - vViewPosition, 1.0);
  vec2 bent = clamp(0.5 + 0.5 * leaves.xy / leaves.w, 0.001, 0.999);
  /* What stands before the liquid is not seen in it. */
  return texture2D(behindDepth, bent).r < gl_FragCoord.z ? place : bent;
}`;

/**
 * Liquid: a film is clear and a deep body has its colour (the longer the sight runs in it, the more of what lies behind is lost, Lambert 1760). What stands in it or
 * behind it is seen where the bent sight meets it, in the colours that its way leaves. It mirrors the studio as water does (Schlick 1994). Where a colour map
 * is on it is matte and closed, its colour from the attribute `field`.
 */
export function createWaterMaterial(field: FieldUniforms, water: WaterUniforms): MeshPhongMaterial {
  const material = new MeshPhongMaterial({ transparent: true, shininess: 160, specular: 0x9aa4ad });
  material.onBeforeCompile = (shader) => {
    addField(shader, field);
    addStudio(shader);
    Object.assign(shader.uniforms, water);
    shader.fragmentShader = shader.fragmentShader.replace('void main() {', `${declarations}\nvoid main() {`).replace(
      '#include <opaque_fragment>',
      `if (fieldAmount > 0.5) diffuseColor.a = 1.0;
        else {
          vec2 place = (gl_FragCoord.xy - depthView.xy) / depthView.zw;
          float thickness = reach > 0.0 ? max(texture2D(depths, place).r, 0.0) : 1.0;
          vec2 bent = place;
          if (bends) {
            bent = bentPlace(place, normal, thickness);
            float there = texture2D(depths, bent).r;
            if (there > 0.0) thickness = there;
          }
          float way = reach > 0.0 ? thickness / reach : 1.0;
          float lost = 1.0 - exp(-way * (bends ? ${BENT_CLOUDING.toFixed(2)} : ${CLOUDING.toFixed(2)}));
          float share = mirrored(dot(normal, towardsViewer()));
          vec3 mirror = studioMirror(normal, 0.02);
          if (bends) {
            vec3 tint = diffuseColor.rgb / max(max(diffuseColor.r, max(diffuseColor.g, diffuseColor.b)), 1e-3);
            vec3 through = light(max(texture2D(behind, bent).rgb, 0.0)) * pow(max(tint, 0.03), vec3(${TINTING.toFixed(2)} * way));
            vec3 seen = mix(through, 0.8 * outgoingLight, mix(${BENT_THIN.toFixed(2)}, ${BENT_DEEP.toFixed(2)}, lost));
            outgoingLight = mix(seen, mirror, share);
            diffuseColor.a = 1.0;
          } else {
            float opacity = mix(${THIN.toFixed(2)}, ${DEEP.toFixed(2)}, lost);
            /* Films scatter the light of the sky, depths keep their colour. */
            vec3 inside = mix(outgoingLight + 0.12 * diffuseColor.rgb, 0.8 * outgoingLight, lost);
            float closed = 1.0 - (1.0 - opacity) * (1.0 - share);
            outgoingLight = (inside * opacity * (1.0 - share) + mirror * share) / closed;
            diffuseColor.a = closed;
          }
        }
        #include <opaque_fragment>`,
    );
  };
  material.customProgramCacheKey = () => 'water';
  return material;
}
