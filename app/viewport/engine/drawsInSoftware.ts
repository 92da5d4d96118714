/** True where WebGL runs on the processor: fewer samples, smaller shadows. Undefined where there is no WebGL 2. */
export function drawsInSoftware(): boolean | undefined {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (gl === null) return undefined;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info === null ? gl.RENDERER : info.UNMASKED_RENDERER_WEBGL));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
