declare module 'draco3dgltf' {
  /** Google's Draco for glTF: what it makes is handed to the glTF library as it is. */
  const draco: { createDecoderModule(): Promise<unknown>; createEncoderModule(): Promise<unknown> };
  export default draco;
}
