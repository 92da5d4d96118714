/** The part of the WebAssembly JavaScript interface that is used here; the browser's library declares the rest. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number; shared?: boolean });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }

  class Module {
    constructor(bytes: ArrayBuffer | ArrayBufferView);
    static exports(module: Module): { readonly name: string; readonly kind: string }[];
  }

  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }

  class RuntimeError extends Error {}

  function validate(bytes: ArrayBuffer | ArrayBufferView): boolean;
}
