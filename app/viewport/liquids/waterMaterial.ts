import { MeshPhongMaterial } from 'three';
import { addField, type FieldUniforms } from '../engine/fieldMaterial.ts';

/** How much of what lies behind is seen where the skin faces the viewer. */
const OPACITY = 0.72;

/**
 * Liquid: clear where it faces the viewer, bright and closed at grazing angles (Schlick 1994), with highlights of the light. Where a colour map is on it
 * is matte and closed, its colour from the attribute `field`.
 */
export function createWaterMaterial(uniforms: FieldUniforms): MeshPhongMaterial {
  const material = new MeshPhongMaterial({ transparent: true, opacity: OPACITY, shininess: 140, specular: 0x9aa4ad });
  material.onBeforeCompile = (shader) => {
    addField(shader, uniforms);
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <opaque_fragment>',
      `if (fieldAmount > 0.5) diffuseColor.a = 1.0;
      else {
        float facing = clamp(dot(normalize(vViewPosition), normal), 0.0, 1.0);
        float grazing = 0.04 + 0.96 * pow(1.0 - facing, 4.0);
        outgoingLight = mix(outgoingLight, vec3(0.78, 0.87, 0.95), 0.75 * grazing);
        diffuseColor.a = mix(diffuseColor.a, 1.0, grazing);
      }
      #include <opaque_fragment>`,
    );
  };
  material.customProgramCacheKey = () => 'water';
  return material;
}
