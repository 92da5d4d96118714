/** The used part of the WebAssembly JavaScript interface; the browser's library declares the rest. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number; shared?: boolean });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }

  interface Module {
    readonly [Symbol.toStringTag]: string;
  }

  const Module: {
    new (bytes: ArrayBuffer | ArrayBufferView): Module;
    exports(module: Module): { readonly name: string; readonly kind: string }[];
  };

  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }

  function validate(bytes: ArrayBuffer | ArrayBufferView): boolean;
}
