/** A network file of the operator's → a network of this installation: recognised, tried, kept. */

import { copyFile, link, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hashesOf } from '../base/file-hash.js'
import { type KnownNetwork, knownNetwork, type Licence, NETWORK_NAME } from '../catalog/matte-networks.js'
import { QUALITIES } from '../catalog/qualities.js'
import { SAMPLE_PHOTO } from '../catalog/sample-photo.js'
import type { WorkerConfig } from '../config/config.js'
import type { Answers, Channels } from '../imaging/networks/added-network.js'
import { ModelError } from '../models/model-error.js'
import { removeAbandoned, withScratch } from '../models/scratch.js'
import { modelStoreOf } from '../models/store.js'
import { fileOf, type NetworkRecord, networksFolder, readNetworks, recordFileOf } from './record.js'
import { runTrial } from './trial.js'

/** What is said about a file; needed only for those that are not known. */
export interface Stated {
  readonly name?: string | undefined
  readonly size?: number | undefined
  readonly mean?: Channels | undefined
  readonly deviation?: Channels | undefined
  readonly answers?: Answers | undefined
  readonly licence?: string | undefined
}

type Home = Pick<WorkerConfig, 'networkHome' | 'engine'>

export async function addNetwork(given: string, stated: Stated, home: Home): Promise<NetworkRecord> {
  const { file, bytes } = await fileAt(given)
  const { md5, sha256 } = await hashesOf(file, ['md5', 'sha256'])
  const known = knownNetwork(md5, stated.name)
  const name = nameFor(given, stated, known)
  const facts = { ...normalisationOf(stated, known), ...sizeAndAnswersOf(stated, known) }
  refuseTaken(home, name, sha256)
  await mkdir(networksFolder(home), { recursive: true, mode: 0o700 })
  await removeAbandoned(networksFolder(home))
  return withScratch(networksFolder(home), async (scratch) => {
    // What is kept is what is tried: a file whose weights are in a second one does not pass.
    const kept = path.join(scratch, 'network.onnx')
    await link(file, kept).catch(() => copyFile(file, kept))
    const { recipe, ...measured } = await runTrial({ file: kept, ...facts, ...(await surroundingsOf(home)) })
    const licence = licenceOf(stated, known)
    const record: NetworkRecord = {
      name,
      ...(known && { title: known.title }),
      bytes,
      sha256,
      recipe: { ...recipe, mean: [...recipe.mean], deviation: [...recipe.deviation] },
      ...(licence && { licence }),
      measured: { ...measured, threads: home.engine.threadsPerWorker },
      added: new Date().toISOString(),
    }
    const written = path.join(scratch, 'record.json')
    await writeFile(written, `${JSON.stringify(record, undefined, 2)}\n`)
    await rename(kept, fileOf(home, name))
    await rename(written, recordFileOf(home, name))
    return record
  })
}

/** Not a link to it: that may lead nowhere from where it is kept. */
async function fileAt(given: string): Promise<{ file: string; bytes: number }> {
  const file = await realpath(given).catch(() => given)
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new ModelError(`${given} cannot be read: name an .onnx file`)
  return { file, bytes: found.size }
}

export async function removeNetwork(name: string, home: Home): Promise<void> {
  const names = readNetworks(home).map((network) => network.name)
  if (!names.includes(name)) throw new ModelError(`There is no network ${name}; ${inWords(names)}`)
  await rm(recordFileOf(home, name))
  await rm(fileOf(home, name), { force: true })
}

export const inWords = (names: readonly string[]): string =>
  names.length === 0 ? 'none has been added' : `there are ${names.join(', ')}`

function nameFor(file: string, stated: Stated, known: KnownNetwork | undefined): string {
  const fromFile = path
    .basename(file)
    .replace(/\.onnx$/i, '')
    .toLowerCase()
  const name = stated.name ?? known?.name ?? fromFile
  if (!new RegExp(NETWORK_NAME).test(name)) {
    const rule = 'lower-case letters, digits, dots, hyphens and underscores, at most 64'
    throw new ModelError(`${name} cannot be its name: give one with --name, of ${rule}`)
  }
  if (QUALITIES.some((quality) => quality === name)) {
    throw new ModelError(`${name} is what the product's own network is asked for; give it another --name`)
  }
  return name
}

function normalisationOf(stated: Stated, known: KnownNetwork | undefined): { mean: Channels; deviation: Channels } {
  const [mean, deviation] = [stated.mean ?? known?.mean, stated.deviation ?? known?.deviation]
  if (mean && deviation) return { mean, deviation }
  throw new ModelError(
    'This file is not known by its checksum: say with --mean and --deviation how its pictures are prepared, for values ' +
      'of 0 to 1, such as --mean 0.485,0.456,0.406 --deviation 0.229,0.224,0.225',
  )
}

function sizeAndAnswersOf(stated: Stated, known: KnownNetwork | undefined): { size?: number; answers?: Answers } {
  const [size, answers] = [stated.size ?? known?.size, stated.answers ?? known?.answers]
  return { ...(size !== undefined && { size }), ...(answers && { answers }) }
}

function licenceOf(stated: Stated, known: KnownNetwork | undefined): Licence | undefined {
  if (stated.licence === undefined) return known?.licence
  return {
    words: stated.licence,
    ...(/\bNC\b|non.?commercial/i.test(stated.licence) && { nonCommercial: true as const }),
  }
}

/** The same file may be added again: what it takes is then measured anew. */
function refuseTaken(home: Home, name: string, sha256: string): void {
  const other = readNetworks(home).find((network) => network.name === name)
  if (!other || other.sha256 === sha256) return
  throw new ModelError(
    `There is another network ${name}: give this one a --name, or remove the other: silhouette networks remove ${name}`,
  )
}

/** What a trial needs beside the file: a photo, our own network, and how networks run here. */
async function surroundingsOf(home: Home) {
  const store = modelStoreOf(home)
  const photo = path.join(store.root, SAMPLE_PHOTO)
  const hasPhoto = await stat(photo).then(
    () => true,
    () => false,
  )
  const { threadsPerWorker: threads, executionProviders: providers } = home.engine
  return { ours: await store.network('matte'), run: { threads, providers }, ...(hasPhoto && { photo }) }
}
