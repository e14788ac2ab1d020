/**
 * Our own multi-style network: a picture and a style vector in, the painted picture out. A style is a row of a table,
 * and any mix of rows is a style, too.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { InferenceSession, Tensor } from '../networks/runtime.js'
import type { Canvas } from './canvas.js'
import { resizeCanvas } from './scene.js'

/** Weights of styles by name; they are normalised to sum up to one. */
export type StyleMix = Readonly<Record<string, number>>

export interface StyleNetwork {
  readonly styles: readonly string[]
  paint(canvas: Canvas, mix: StyleMix): Promise<void>
}

const Table = Type.Object({
  vectorLength: Type.Integer({ minimum: 1 }),
  multipleOf: Type.Integer({ minimum: 1 }),
  styles: Type.Array(Type.Object({ id: Type.String(), row: Type.Integer({ minimum: 0 }) })),
})

const folder = new URL('../../../catalog/style-network/', import.meta.url)

export async function loadStyleNetwork(threads: number, from: URL = folder): Promise<StyleNetwork> {
  const table = Value.Parse(Table, JSON.parse(await readFile(new URL('styles.json', from), 'utf8')))
  const bytes = await readFile(new URL('vectors.f32', from))
  const vectors = Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4))
  const session = await InferenceSession.create(fileURLToPath(new URL('model.onnx', from)), {
    graphOptimizationLevel: 'all',
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // The arena would keep half a gigabyte for the rest of the worker's life.
    enableCpuMemArena: false,
    enableMemPattern: false,
  })
  const rows = new Map(table.styles.map(({ id, row }) => [id, row]))
  return {
    styles: [...rows.keys()],
    paint: async (canvas, mix) => {
      const style = mixRows(vectors, table.vectorLength, rows, mix)
      const small = await shrunk(canvas)
      const { planes, width, height } = toPlanes(small, table.multipleOf)
      const { output } = await session.run({
        image: new Tensor('float32', planes, [1, 3, height, width]),
        style: new Tensor('float32', style, [1, table.vectorLength]),
      })
      fromPlanes(output!.data as Float32Array, width, height, small)
      if (small !== canvas) canvas.colour.set((await resizeCanvas(small, canvas.width, canvas.height)).colour)
    },
  }
}

/** Strokes have a fixed size in pixels, which suits pictures of this size; larger ones would only need more memory. */
const MAX_PIXELS = 480_000

async function shrunk(canvas: Canvas): Promise<Canvas> {
  const factor = Math.sqrt(MAX_PIXELS / (canvas.width * canvas.height))
  if (factor >= 1) return canvas
  return resizeCanvas(canvas, Math.round(canvas.width * factor), Math.round(canvas.height * factor))
}

function mixRows(
  vectors: Float32Array,
  length: number,
  rows: ReadonlyMap<string, number>,
  mix: StyleMix,
): Float32Array {
  const style = new Float32Array(length)
  const total = Object.values(mix).reduce((sum, part) => sum + part, 0)
  for (const [id, part] of Object.entries(mix)) {
    const row = rows.get(id)
    if (row === undefined) throw new Error(`The style network has no style ${id}`)
    for (let i = 0; i < length; i++) style[i]! += (vectors[row * length + i]! * part) / total
  }
  return style
}

/** 0..1 in planes; padded by mirroring at the right and at the bottom until both sides are a multiple. */
function toPlanes({ width, height, colour }: Canvas, multiple: number) {
  const [fullWidth, fullHeight] = [roundUp(width, multiple), roundUp(height, multiple)]
  const area = fullWidth * fullHeight
  const planes = new Float32Array(3 * area)
  for (let y = 0; y < fullHeight; y++) {
    const row = mirrored(y, height) * width
    for (let x = 0; x < fullWidth; x++) {
      const from = (row + mirrored(x, width)) * 3
      const to = y * fullWidth + x
      planes[to] = colour[from]! / 255
      planes[to + area] = colour[from + 1]! / 255
      planes[to + 2 * area] = colour[from + 2]! / 255
    }
  }
  return { planes, width: fullWidth, height: fullHeight }
}

function fromPlanes(planes: Float32Array, width: number, height: number, canvas: Canvas): void {
  const area = width * height
  for (let y = 0, to = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++, to += 3) {
      const from = y * width + x
      canvas.colour[to] = planes[from]! * 255
      canvas.colour[to + 1] = planes[from + area]! * 255
      canvas.colour[to + 2] = planes[from + 2 * area]! * 255
    }
  }
}

// The network pads by reflection at an eighth of the size: it needs a few pixels there.
const MIN_SIDE = 32
const roundUp = (length: number, multiple: number): number =>
  Math.ceil(Math.max(MIN_SIDE, length) / multiple) * multiple
const mirrored = (at: number, length: number): number =>
  at < length ? at : Math.max(0, Math.min(length - 1, 2 * length - 1 - at))
