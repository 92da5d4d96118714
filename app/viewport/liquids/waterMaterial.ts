import { MeshPhongMaterial, type IUniform } from 'three';
import { addField, type FieldUniforms } from '../engine/fieldMaterial.ts';
import { addStudio } from '../engine/studio.ts';

/** How much of what lies behind a thick body of liquid is hidden, and behind a film. */
const DEEP = 0.95;
const THIN = 0.22;

export interface WaterUniforms {
  /** See `LiquidDepth`. */
  readonly depths: IUniform;
  readonly depthView: IUniform;
  /** The way in which light loses most of its other colours, m; 0 where the surface is cut open and has no depth. */
  readonly reach: { value: number };
}

/**
 * Liquid: a film is clear and a deep body has its colour (the longer the sight runs in it, the more of what lies behind is lost, Lambert 1760), and it mirrors the
 * studio as water does (Schlick 1994). Where a colour map is on it is matte and closed, its colour from the attribute `field`.
 */
export function createWaterMaterial(field: FieldUniforms, water: WaterUniforms): MeshPhongMaterial {
  const material = new MeshPhongMaterial({ transparent: true, shininess: 160, specular: 0x9aa4ad });
  material.onBeforeCompile = (shader) => {
    addField(shader, field);
    addStudio(shader);
    Object.assign(shader.uniforms, water);
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        '#include <common>\nuniform sampler2D depths;\nuniform vec4 depthView;\nuniform float reach;',
      )
      .replace(
        '#include <opaque_fragment>',
        `if (fieldAmount > 0.5) diffuseColor.a = 1.0;
        else {
          vec2 place = (gl_FragCoord.xy - depthView.xy) / depthView.zw;
          float way = reach > 0.0 ? max(texture2D(depths, place).r, 0.0) / reach : 1.0;
          float lost = 1.0 - exp(-2.5 * way);
          float opacity = mix(${THIN}, ${DEEP}, lost);
          /* Films scatter the light of the sky, depths keep their colour. */
          vec3 inside = mix(outgoingLight + 0.12 * diffuseColor.rgb, 0.8 * outgoingLight, lost);
          float share = mirrored(dot(normal, towardsViewer()));
          vec3 mirror = studioMirror(normal, 0.02);
          float closed = 1.0 - (1.0 - opacity) * (1.0 - share);
          outgoingLight = (inside * opacity * (1.0 - share) + mirror * share) / closed;
          diffuseColor.a = closed;
        }
        #include <opaque_fragment>`,
      );
  };
  material.customProgramCacheKey = () => 'water';
  return material;
}
