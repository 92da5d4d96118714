declare module 'draco3dgltf' {
  /** Google's Draco for glTF: the decoder is handed to the glTF library as it is. */
  const draco: { createDecoderModule(): Promise<unknown> };
  export default draco;
}
