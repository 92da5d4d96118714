/** A mesh that the program makes itself, as a file to lie beside a shot as a scan would. */
export interface SampleMesh {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}
