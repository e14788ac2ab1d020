/**
 * Reads a photo set: photos with known alpha, and portraits. Ours is kept beside the repository, because its photos may not
 * be redistributed; its `manifest.json` lists them. A folder without one is read as plain-folder.ts says. Not every machine
 * has a set, so a missing one is no error; a broken one is.
 */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { evaluationSet } from '../test/support/project.js'
import { plainPairs, plainPhotos } from './plain-folder.js'
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

/** The folder that a command was given, else the one beside the repository. */
export const chooseSet = ([given]: readonly string[]): string => resolve(given ?? evaluationSet)

/** Ends a command that has nothing to measure. That is an error only where a folder was named. */
export function endWithoutPhotos(command: string, folder: string, needs: string): never {
  console.error(`There are no photos to measure in ${folder}.\nGive a folder: ${command} FOLDER. It needs ${needs}.`)
  process.exit(folder === evaluationSet ? 0 : 1)
}

export const PAIRS =
  'photos in FOLDER/photos and, for each, a mask of the same name in FOLDER/masks, white where the subject is'
export const PORTRAITS = 'portraits, in FOLDER or in FOLDER/photos'

/** All photos, with or without a mask. */
export async function loadPhotos(folder: string): Promise<{ id: string; file: string }[]> {
  return (await loadEvaluationSet(folder)) ?? (await plainPhotos(folder))
}

/** All entries of kind `portrait`; of a plain folder, all photos. Undefined if there are none. */
export async function loadPortraits(folder: string): Promise<Portrait[] | undefined> {
  const entries = await entriesOf(folder)
  if (!entries) {
    const photos = await plainPhotos(folder)
    return photos.length > 0 ? photos.map((photo) => ({ ...photo, faces: 'one', tags: [] })) : undefined
  }
  return entries
    .filter((entry) => entry.kind === 'portrait')
    .map((entry) => {
      const { id, file, expect_faces, tags } = Value.Parse(PortraitEntry, entry)
      const faces = expect_faces === 0 ? 'none' : expect_faces === 1 ? 'one' : 'several'
      return { id, file: join(folder, file), faces, tags }
    })
}

/** All entries of kind `pair`, in the order of the manifest; of a plain folder, photos with masks. Undefined if there are none. */
export async function loadEvaluationSet(folder: string): Promise<Entry[] | undefined> {
  const entries = await entriesOf(folder)
  if (!entries) {
    const pairs = await plainPairs(folder)
    return pairs.length > 0 ? pairs.map(plainEntry) : undefined
  }
  return entries
    .filter((entry) => entry.kind === 'pair')
    .map((entry) => {
      const { id, kind, category, file, gt, ignore, gt_kind, tags } = Value.Parse(Pair, entry)
      const places = {
        file: join(folder, file),
        gt: join(folder, gt),
        ignore: ignore === null ? undefined : join(folder, ignore),
      }
      return { id, kind, category, gt_kind, tags, ...places }
    })
}

const plainEntry = ({ id, file, mask }: { id: string; file: string; mask: string }): Entry => {
  return { id, kind: 'pair', category: 'photos', file, gt: mask, ignore: undefined, gt_kind: 'mask', tags: [] }
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

async function loadGrey(file: string, toValue: (byte: number) => number): Promise<Plane> {
  // The masks are grey, so any channel will do; a conversion to greyscale could go through a colour space.
  const { data, info } = await sharp(file).extractChannel(0).raw().toBuffer({ resolveWithObject: true })
  return { data: Float64Array.from(data, toValue), width: info.width, height: info.height }
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
