/**
 * Reads the evaluation set: pictures with known alpha, kept outside the repository because they may not be
 * redistributed. Not every machine has it, so a missing set is no error; a broken one is.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Plane } from './plane.js'

const Pair = Type.Object({
  id: Type.String(),
  kind: Type.Literal('pair'),
  category: Type.String(),
  file: Type.String(),
  gt: Type.String(),
  ignore: Type.Union([Type.String(), Type.Null()]),
  gt_kind: Type.String(),
  tags: Type.Array(Type.String()),
  width: Type.Integer(),
  height: Type.Integer(),
})

const PortraitEntry = Type.Object({
  id: Type.String(),
  kind: Type.Literal('portrait'),
  file: Type.String(),
  expect_faces: Type.Union([Type.Integer(), Type.String()]),
  tags: Type.Array(Type.String()),
})

/** The manifest also lists other kinds of files, with other fields; they are skipped. */
const Manifest = Type.Object({ entries: Type.Array(Type.Object({ kind: Type.String() })) })

/** One picture with its ground truth. `file`, `gt` and `ignore` are complete paths. */
export interface Entry extends Omit<Static<typeof Pair>, 'ignore'> {
  /** A mask of the pixels whose truth is unknown. */
  readonly ignore: string | undefined
}

export interface Truth {
  readonly alpha: Plane
  /** 1 where the truth is unknown, as `scoreAlpha` expects it. */
  readonly ignore: Plane | undefined
}

/** A photo to make ID photos from. */
export interface Portrait {
  readonly id: string
  readonly file: string
  /** An ID photo needs exactly one; photos with none or several must be refused. */
  readonly faces: 'none' | 'one' | 'several'
  readonly tags: readonly string[]
}

/** All entries of kind `portrait`; undefined if the folder holds no evaluation set. */
export async function loadPortraits(folder: string): Promise<Portrait[] | undefined> {
  return (await entriesOf(folder))
    ?.filter((entry) => entry.kind === 'portrait')
    .map((entry) => {
      const { id, file, expect_faces, tags } = Value.Parse(PortraitEntry, entry)
      const faces = expect_faces === 0 ? 'none' : expect_faces === 1 ? 'one' : 'several'
      return { id, file: join(folder, file), faces, tags }
    })
}

/** All entries of kind `pair`, in the order of the manifest; undefined if the folder holds no evaluation set. */
export async function loadEvaluationSet(folder: string): Promise<Entry[] | undefined> {
  return (await entriesOf(folder))
    ?.filter((entry) => entry.kind === 'pair')
    .map((entry) => {
      const pair = Value.Parse(Pair, entry)
      return {
        id: pair.id,
        kind: pair.kind,
        category: pair.category,
        file: join(folder, pair.file),
        gt: join(folder, pair.gt),
        ignore: pair.ignore === null ? undefined : join(folder, pair.ignore),
        gt_kind: pair.gt_kind,
        tags: pair.tags,
        width: pair.width,
        height: pair.height,
      }
    })
}

async function entriesOf(folder: string): Promise<Static<typeof Manifest>['entries'] | undefined> {
  const text = await readIfPresent(join(folder, 'manifest.json'))
  return text === undefined ? undefined : Value.Parse(Manifest, JSON.parse(text)).entries
}

export async function loadTruth(entry: Pick<Entry, 'gt' | 'ignore'>): Promise<Truth> {
  const [alpha, ignore] = await Promise.all([
    loadGrey(entry.gt, (value) => value / 255),
    entry.ignore === undefined ? undefined : loadGrey(entry.ignore, (value) => (value > 127 ? 1 : 0)),
  ])
  return { alpha, ignore }
}

async function loadGrey(path: string, toValue: (byte: number) => number): Promise<Plane> {
  // The masks are grey, so any channel will do; a conversion to greyscale could go through a colour space.
  const { data, info } = await sharp(path).extractChannel(0).raw().toBuffer({ resolveWithObject: true })
  return { data: Float64Array.from(data, toValue), width: info.width, height: info.height }
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
