/** Composed pictures → files: one of its own, or all of a set in one ZIP. */
import { readFile } from 'node:fs/promises'
import type { CutoutWarning } from '../../catalog/cutout-warnings.js'
import { encodeToFile } from '../codec/encode.js'
import { writeZip } from '../codec/zip.js'
import type { CutoutOutcome, NamedRendering, Rendering } from '../job.js'
import type { renderPicture } from './render-picture.js'

type Picture = Pick<CutoutOutcome, 'width' | 'height' | 'foreground' | 'contentType' | 'extension' | 'bytes'> & {
  readonly warnings: readonly CutoutWarning[]
}

type Composed = Awaited<ReturnType<typeof renderPicture>> & {
  readonly rendering: Rendering
  readonly warnings: readonly CutoutWarning[]
}

export interface Studio {
  compose(rendering: Rendering): Promise<Composed>
  finish(composed: Composed): Promise<Picture>
}

export async function writePicture(
  { canvas, layout, format, rendering, warnings }: Composed,
  to: string,
): Promise<Picture> {
  const { quality, maxBytes } = rendering
  const channels = rendering.channels === 'alpha' ? 'alpha' : 'rgba'
  const file = await encodeToFile(canvas, { format, channels, quality, maxBytes }, to)
  const { width, height, foreground } = layout
  return { width, height, foreground, ...file, warnings }
}

/** Through one file, which becomes the ZIP of them all; while a picture is encoded, the next one is composed. */
export async function makeSet(
  set: readonly NamedRendering[],
  { compose, finish }: Studio,
  output: string,
): Promise<Picture & Pick<CutoutOutcome, 'set'>> {
  const pictures: (Picture & { name: string })[] = []
  const entries: Record<string, Uint8Array> = {}
  let composed = await compose(set[0]!)
  for (const [i, { name }] of set.entries()) {
    const following = set[i + 1]
    const [picture, next] = await Promise.all([finish(composed), following && compose(following)])
    const file = `${name}.${picture.extension}`
    pictures.push({ ...picture, name: file })
    entries[file] = await readFile(output)
    if (next) composed = next
  }
  const bytes = await writeZip(entries, output)
  return {
    ...pictures[0]!,
    ...{ contentType: 'application/zip', extension: 'zip', bytes },
    warnings: [...new Set(pictures.flatMap(({ warnings }) => warnings))].toSorted(),
    set: pictures.map(({ name, width, height, foreground, bytes, warnings }) => {
      return { name, width, height, foreground, bytes, warnings }
    }),
  }
}
