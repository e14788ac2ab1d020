/** Pictures for the examples of the compatible API: smooth photos whose colour tells the place, and a matte that is a rectangle. */

import sharp from 'sharp'
import { expect } from 'vitest'
import { createDeadline } from '../../src/imaging/deadline.js'
import type { CutoutJob, Job, JobFiles } from '../../src/imaging/job.js'
import type { FindSubject } from '../../src/imaging/matte/find-subject.js'
import type { Box } from '../../src/imaging/raster/picture.js'
import { runJob } from '../../src/imaging/run-job.js'
import { findNearest } from '../support/no-prompts.js'
import type { Made } from './fake-engine.js'

const LIMITS = { pixels: 50_000_000, minSide: 32, maxSide: 10_000 }

const named: Record<string, { size: string; subject: string }> = {
  A: { size: '1000x800', subject: '100,300,200,400' },
  B: { size: '4000x3000', subject: '1000,500,2000,2000' },
  C: { size: '7000x5000', subject: '1000,1000,3000,3000' },
}

/** `left,top,width,height`, as the vectors write it. */
export function boxOf(text: string): Box {
  const [left, top, width, height] = text.split(',').map(Number) as [number, number, number, number]
  return { left, top, width, height }
}

export function sizeOf(photo: string): { width: number; height: number } {
  const [width, height] = (named[photo]?.size ?? photo).split('x').map(Number) as [number, number]
  return { width, height }
}

export function subjectOf({ width, height }: { width: number; height: number }): Box {
  for (const [photo, { subject }] of Object.entries(named)) {
    // A small result is worked on at a smaller copy, of the same shape within a pixel.
    const scale = width / sizeOf(photo).width
    if (Math.abs(sizeOf(photo).height * scale - height) > 1) continue
    const { left, top, ...size } = boxOf(subject)
    const scaled = (length: number): number => Math.round(length * scale)
    return { left: scaled(left), top: scaled(top), width: scaled(size.width), height: scaled(size.height) }
  }
  const half = (side: number): number => Math.floor(side / 2)
  return { left: Math.floor(width / 4), top: Math.floor(height / 4), width: half(width), height: half(height) }
}

/** Of a photo at a place given as share of its sides. */
export const photoColour = (u: number, v: number): [number, number, number] => [40 + 160 * u, 40 + 160 * v, 90]

const files = new Map<string, Promise<Buffer>>()

/** A, B, C or a size such as 500x333, as JPEG. */
export function photoFile(photo: string): Promise<Buffer> {
  let file = files.get(photo)
  if (!file) {
    file = draw(photo)
    files.set(photo, file)
  }
  return file
}

function draw(photo: string): Promise<Buffer> {
  const { width, height } = sizeOf(photo)
  const data = Buffer.alloc(width * height * 3)
  const row = Buffer.from(Array.from({ length: width }, (_, x) => photoColour(x / width, 0).map(Math.round)).flat())
  for (let y = 0; y < height; y++) {
    const green = Math.round(photoColour(0, y / height)[1])
    for (let at = 1; at < row.length; at += 3) row[at] = green
    row.copy(data, y * row.length)
  }
  return sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

export const findRectangle: FindSubject = async (photo, { classify }) => {
  const { left, top, width, height } = subjectOf(photo)
  const alpha = new Uint8Array(photo.width * photo.height)
  for (let y = top; y < top + height; y++) alpha.fill(255, y * photo.width + left, y * photo.width + left + width)
  return { alpha, ...(classify && { subjectClass: 'person' as const }) }
}

/** The product's own work on pixels, in this process, with the matte given. */
export const executeJob = (job: Job, files: JobFiles): Promise<Made> =>
  runJob(job as CutoutJob, files, {
    findSubject: findRectangle,
    findFaces: async () => [],
    findNearest,
    limits: LIMITS,
    deadline: createDeadline(60_000),
  })

export interface Pixels {
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly format: string
  readonly data: Uint8Array
  at(x: number, y: number): number[]
}

export async function pixelsOf(file: Uint8Array): Promise<Pixels> {
  const { format, channels: stored } = await sharp(file).metadata()
  // Without this sharp hands out a grey picture as three equal channels.
  const picture = stored === 1 ? sharp(file, { limitInputPixels: false }).toColourspace('b-w') : sharp(file)
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const at = (x: number, y: number): number[] => {
    const from = (y * width + x) * channels
    return [...data.subarray(from, from + channels)]
  }
  return { width, height, channels, format, data, at }
}

/** Of all pixels whose last channel is above 0: of alpha, or of a mask. */
export function measuredBox({ width, height, channels, data }: Pixels): Box {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0, at = channels - 1; y < height; y++) {
    for (let x = 0; x < width; x++, at += channels) {
      if (data[at] === 0) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

export function expectNear(found: readonly number[], wanted: readonly number[], tolerance: number, what = ''): void {
  expect(found.length, what).toBe(wanted.length)
  const distance = Math.max(...found.map((value, i) => Math.abs(value - wanted[i]!)))
  expect(distance, `${what}: found ${found}, wanted ${wanted} within ${tolerance}`).toBeLessThanOrEqual(tolerance)
}

/** Both edges of both axes within one pixel. */
export function expectSameBox(found: Box, wanted: Box): void {
  const edges = ({ left, top, width, height }: Box): number[] => [left, top, left + width, top + height]
  expectNear(edges(found), edges(wanted), 1, 'box of alpha against X-Foreground')
}

/** How the colours inside the box differ from the photo's: the share of clearly changed ones, and the largest change. */
export function changesOf(picture: Pixels, box: Box, photo: { width: number; height: number; subject: Box }) {
  const inset = 9 // beyond the block of a JPEG that the edge lies in
  const step = Math.max(1, Math.floor(Math.min(box.width, box.height) / 80))
  let [seen, changed, max] = [0, 0, 0]
  for (let y = box.top + inset; y < box.top + box.height - inset; y += step) {
    for (let x = box.left + inset; x < box.left + box.width - inset; x += step) {
      const u = photo.subject.left + ((x + 0.5 - box.left) * photo.subject.width) / box.width
      const v = photo.subject.top + ((y + 0.5 - box.top) * photo.subject.height) / box.height
      const wanted = photoColour(u / photo.width, v / photo.height)
      const found = picture.at(x, y)
      const change = Math.max(...wanted.map((value, i) => Math.abs(value - found[i]!)))
      seen += 1
      if (change > 24) changed += 1
      max = Math.max(max, change)
    }
  }
  return { share: changed / seen, max }
}

/** The entries of a ZIP in their order; all must be stored, and nothing else may be in the file. */
export function storedEntries(zip: Buffer): { name: string; bytes: Buffer }[] {
  const entries: { name: string; bytes: Buffer }[] = []
  let at = 0
  for (; zip.readUInt32LE(at) === 0x04034b50; ) {
    expect(zip.readUInt16LE(at + 6) & 8, 'sizes stand in the local header').toBe(0)
    expect(zip.readUInt16LE(at + 8), 'stored').toBe(0)
    const [size, original] = [zip.readUInt32LE(at + 18), zip.readUInt32LE(at + 22)]
    expect(size).toBe(original)
    const name = at + 30
    const start = name + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
    entries.push({
      name: zip.toString('latin1', name, name + zip.readUInt16LE(at + 26)),
      bytes: zip.subarray(start, start + size),
    })
    at = start + size
  }
  expect(zip.readUInt32LE(at), 'the central directory').toBe(0x02014b50)
  const end = zip.length - 22
  expect(zip.readUInt32LE(end)).toBe(0x06054b50)
  expect(zip.readUInt16LE(end + 10), 'entries').toBe(entries.length)
  return entries
}

/** Colour type of a PNG: 0 grey, 2 RGB, 4 grey with alpha, 6 RGBA. */
export function pngType(png: Buffer): { depth: number; colourType: number } {
  expect(png.toString('latin1', 12, 16)).toBe('IHDR')
  return { depth: png[24]!, colourType: png[25]! }
}
