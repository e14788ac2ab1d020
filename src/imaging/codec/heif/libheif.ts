/**
 * libheif as WebAssembly, which decodes the HEVC pictures of phones: sharp's binaries leave that codec out. The package
 * is optional, and loaded when the first such photo comes. Every photo gets an instance of its own: its memory, which
 * can only grow, goes with it, and so does whatever a hostile file has done to it.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AppError } from '../../../base/errors.js'

/** What we use of its interface in C, as addresses and numbers; `error` is where a heif_error is written. */
export interface Libheif {
  readonly HEAPU8: Uint8Array
  _malloc(bytes: number): number
  _heif_context_alloc(): number
  _heif_context_read_from_memory_without_copy(error: number, context: number, at: number, bytes: number, none: 0): void
  _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void
  _heif_image_handle_get_width(handle: number): number
  _heif_image_handle_get_height(handle: number): number
  _heif_image_handle_has_alpha_channel(handle: number): number
  _heif_image_handle_is_premultiplied_alpha(handle: number): number
  _heif_image_handle_get_raw_color_profile_size(handle: number): number
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, to: number): void
  _heif_decode_image(error: number, handle: number, image: number, colours: number, layout: number, none: 0): void
  _heif_image_get_width(image: number, channel: number): number
  _heif_image_get_height(image: number, channel: number): number
  _heif_image_get_plane_readonly2(image: number, channel: number, stride: number): number
}

export interface OpenedLibheif {
  readonly heif: Libheif
  /** Its memory may grow up to so many bytes; from there on, allocations fail. */
  allow(bytes: number): void
}

type Factory = (options: {
  print(text: string): void
  printErr(text: string): void
  instantiateWasm(imports: object, done: (instance: WebAssembly.Instance) => void): object
}) => Libheif

interface Loaded {
  readonly create: Factory
  readonly code: WebAssembly.Module
}

const PAGE_BYTES = 65_536
const ABSENT =
  'The file is a HEIC photo, and the package that reads those is not installed here: install it with "npm install ' +
  'libheif-js", or send the photo as JPEG'

let loaded: Loaded | undefined

export function openLibheif(bytes: number): OpenedLibheif {
  loaded ??= load()
  const { create, code } = loaded
  let allowed = bytes
  const heif = create({
    print() {},
    printErr() {},
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(code, imports)
      const memory = Object.values(instance.exports).find((it) => it instanceof WebAssembly.Memory)!
      const grow = memory.grow.bind(memory)
      memory.grow = (pages) => {
        if (memory.buffer.byteLength + pages * PAGE_BYTES > allowed) throw new RangeError('More memory than allowed')
        return grow(pages)
      }
      done(instance)
      return instance.exports
    },
  })
  return {
    heif,
    allow: (more) => {
      allowed = more
    },
  }
}

function load(): Loaded {
  const require = createRequire(import.meta.url)
  try {
    const code = new WebAssembly.Module(readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm')))
    return { create: require('libheif-js/libheif-wasm/libheif.js') as Factory, code }
  } catch (cause) {
    throw new AppError('invalid_image', ABSENT, { cause })
  }
}
