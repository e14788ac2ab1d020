/** The pictures that were made of a photo, each with what is known about it. */
import path from 'node:path'
import type { Naming } from './item.js'
import type { Made } from './producer.js'
import type { DoneResult } from './task.js'

export interface MadePicture extends Pick<Made, 'width' | 'height' | 'bytes' | 'foreground'> {
  readonly file: string
  readonly preset?: string
  readonly warnings: readonly string[]
}

/** A set that was not unpacked is in one file. */
export function picturesOf(
  { files, outcome }: Pick<DoneResult, 'files' | 'outcome'>,
  { kinds }: Naming,
): MadePicture[] {
  const { set, width, height, bytes, foreground, warnings = [] } = outcome
  const [{ preset }] = kinds
  if (set) {
    return set.map(({ name, ...facts }, index) => ({
      file: files[index] ?? files[0],
      preset: path.parse(name).name,
      ...facts,
    }))
  }
  return [
    { file: files[0], ...(preset && { preset }), width, height, bytes, ...(foreground && { foreground }), warnings },
  ]
}
