/**
 * The networks that the operator has added:
 *
 *   <folder>/<name>.onnx  the file
 *   <folder>/<name>.json  its record: how it is run, what it took when it was tried, under which licence it is
 *
 * The record comes last and goes first, so a network that has one is complete. A server whose workers are elsewhere needs
 * the records alone.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Answers, Channels, Licence, NETWORK_NAME } from '../catalog/matte-networks.js'
import type { AddedNetwork } from '../imaging/networks/added-network.js'
import { ModelError } from '../models/model-error.js'

const NetworkRecord = Type.Object({
  name: Type.String({ pattern: NETWORK_NAME }),
  title: Type.Optional(Type.String()),
  bytes: Type.Integer({ minimum: 1 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  recipe: Type.Object({
    input: Type.String(),
    output: Type.String(),
    size: Type.Integer({ minimum: 1 }),
    layout: Type.Enum(['NCHW', 'NHWC']),
    mean: Channels,
    deviation: Channels,
    answers: Answers,
  }),
  licence: Type.Optional(Licence),
  /** On this machine, when it was added. */
  measured: Type.Object({
    memoryMb: Type.Number({ minimum: 0 }),
    ms: Type.Number({ minimum: 0 }),
    timesOurs: Type.Number({ minimum: 0 }),
    threads: Type.Integer({ minimum: 1 }),
  }),
  added: Type.String(),
})

export type NetworkRecord = Static<typeof NetworkRecord>

type Place = { readonly networkHome: string }

export const networksFolder = ({ networkHome }: Place): string => path.join(networkHome, 'networks')
export const fileOf = (place: Place, name: string): string => path.join(networksFolder(place), `${name}.onnx`)
export const recordFileOf = (place: Place, name: string): string => path.join(networksFolder(place), `${name}.json`)

/** By name. */
export function readNetworks(place: Place): NetworkRecord[] {
  const folder = networksFolder(place)
  const names = filesIn(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'))
  return names.sort().map((name) => readRecord(path.join(folder, name)))
}

/** What a request can name beside the product's own. */
export const networkNames = (place: Place): string[] => readNetworks(place).map(({ name }) => name)

export const forWorkers = (place: Place, { name, sha256, recipe, measured }: NetworkRecord): AddedNetwork => ({
  name,
  file: fileOf(place, name),
  sha256,
  recipe,
  memoryMb: measured.memoryMb,
})

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function readRecord(file: string): NetworkRecord {
  const data = parsed(readFileSync(file, 'utf8'))
  const [problem] = Value.Errors(NetworkRecord, data)
  const record = data as NetworkRecord
  if (!problem && record.name === path.basename(file, '.json')) return record
  const why = problem ? `${problem.instancePath || '/'} ${problem.message}` : `it is the record of ${record.name}`
  throw new ModelError(`${file} is not the record of a network (${why}). Remove it, and add the network again`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
