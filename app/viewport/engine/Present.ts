import { WebGLRenderTarget, type Texture, type WebGLRenderer } from 'three';
import { ScreenPass } from './ScreenPass.ts';

/** GLSL: `encoded(linear)`, the upper part of the screen's encoding; where the processor draws, by roots, which differ from the power by a tenth of a byte's step at most. */
const encodedChunk = (full: boolean) =>
  full
    ? 'vec3 encoded(vec3 linear) { return 1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055; }'
    : `vec3 encoded(vec3 linear) {
  vec3 root = sqrt(linear);
  return 0.83375043 * root + 0.29811322 * sqrt(root) - 0.05531892 * linear - 0.07690515;
}`;

/**
 * Converts light to screen colours: exposure; highlights run into white as in the Khronos neutral tone mapper (2024), with a part of its toe, for the whole blackens what is not hazy; then the
 * screen's encoding. Colours below the shoulder stay nearly as they were chosen. Where alpha is 0, colours stand for numbers and are only encoded.
 */
const fragmentShader = (full: boolean) => /* glsl */ `
uniform sampler2D source;
${full ? 'uniform sampler2D first;' : ''}
/* One over the passes in the source, and how much of it is shown over the first one. */
uniform float share;
${full ? 'uniform float amount;' : ''}
uniform float exposure;
uniform float grainAmount;
const float SHOULDER = 0.76;
const float DESATURATION = 0.15;
const float TOE = 0.45;
vec3 toned(vec3 light) {
  vec3 colour = light * exposure;
  float least = min(colour.r, min(colour.g, colour.b));
  colour -= TOE * (least < 0.08 ? least - 6.25 * least * least : 0.04);
  float peak = max(colour.r, max(colour.g, colour.b));
  if (peak < SHOULDER) return colour;
  float room = 1.0 - SHOULDER;
  float lowered = 1.0 - room * room / (peak + room - SHOULDER);
  colour *= lowered / peak;
  return mix(vec3(lowered), colour, 1.0 / (DESATURATION * (peak - lowered) + 1.0));
}
${encodedChunk(full)}
void main() {
  ${
    full
      ? `vec4 seen = texture2D(source, vUv) * share;
  if (amount < 1.0) seen = mix(texture2D(first, vUv), seen, amount);`
      : 'vec4 seen = texelFetch(source, ivec2(gl_FragCoord.xy), 0) * share;'
  }
  vec3 linear = max(seen.rgb, 0.0);
  linear = clamp(mix(linear, toned(linear), clamp(seen.a, 0.0, 1.0)), 0.0, 1.0);
  vec3 shown = mix(linear * 12.92, encoded(linear), step(0.0031308, linear));
  /* Less than a step of a byte: dark slopes show no bands. */
  float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  gl_FragColor = vec4(shown + grainAmount * (grain - 0.5) / 255.0, 1.0);
}`;

/** The last step of every picture. Where it is not `full`, as the processor can do it: sources have the size of what they are shown on, and none shines through another. */
export class Present {
  private readonly pass;
  private readonly copy = new ScreenPass(
    'uniform sampler2D source;\nvoid main() { gl_FragColor = texture2D(source, vUv); }',
    { source: { value: null as Texture | null } },
  );
  private small: WebGLRenderTarget | undefined;

  constructor(full: boolean) {
    this.pass = new ScreenPass(fragmentShader(full), {
      source: { value: null as Texture | null },
      first: { value: null as Texture | null },
      share: { value: 1 },
      amount: { value: 1 },
      exposure: { value: 1 },
      grainAmount: { value: 1 },
    });
  }

  /** Shows the mean of `count` passes, or one picture; on the screen where no target is given. `first` shines through by 1 - `amount`. */
  show(
    gl: WebGLRenderer,
    source: Texture,
    target: WebGLRenderTarget | null,
    { count = 1, first = source, amount = 1 } = {},
  ): void {
    const { uniforms } = this.pass;
    uniforms.source.value = source;
    uniforms.first.value = first;
    uniforms.share.value = 1 / count;
    uniforms.amount.value = amount;
    this.pass.run(gl, target);
  }

  /** Shows a picture that is smaller than the screen: converted at its own size, `width` by `height` pixels, then stretched. */
  showSmall(gl: WebGLRenderer, source: Texture, width: number, height: number): void {
    if (this.small?.width !== width || this.small.height !== height) {
      this.small?.dispose();
      this.small = new WebGLRenderTarget(width, height, { depthBuffer: false });
    }
    this.show(gl, source, this.small);
    this.copy.uniforms.source.value = this.small.texture;
    this.copy.run(gl, null);
  }

  dispose(): void {
    this.small?.dispose();
    this.copy.dispose();
    this.pass.dispose();
  }
}
