/** What we use of WebAssembly: its types come with those of browsers, which a server does not have. */
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports?: object)
    readonly exports: object
  }
}
