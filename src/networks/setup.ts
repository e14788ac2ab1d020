/** The networks of this installation → what its workers are told about mattes. */
import { existsSync } from 'node:fs'
import { hashesOf } from '../base/file-hash.js'
import { knownNetwork } from '../catalog/matte-networks.js'
import type { WorkerConfig } from '../config/config.js'
import type { MattingSetup } from '../imaging/matte/finders.js'
import { ModelError } from '../models/model-error.js'
import { addNetwork, inWords } from './add.js'
import { fileOf, forWorkers, readNetworks } from './record.js'

type Home = Pick<WorkerConfig, 'networkHome' | 'engine'>

/** `onAdding`: called before a file is tried, which may take a minute. */
export async function mattingSetupFor(home: Home, onAdding = (_file: string): void => {}): Promise<MattingSetup> {
  const { quality, matteNetwork, networkMemoryMb: roomMb, networkIdleMs: idleMs, executionProviders } = home.engine
  const detail = matteNetwork === undefined ? quality : await usualNetwork(matteNetwork, home, onAdding)
  const added = readNetworks(home).map((record) => forWorkers(home, record))
  return { detail, added, roomMb, idleMs, providers: executionProviders }
}

/** How much more memory a worker may have than without added networks: one that is larger than the room stands alone. */
export const roomForNetworksMb = ({ added, roomMb }: MattingSetup): number =>
  added.length === 0 ? 0 : Math.max(roomMb, ...added.map(({ memoryMb }) => memoryMb))

/** MATTE_NETWORK as a name. A file that is known is added on the way, once. */
async function usualNetwork(given: string, home: Home, onAdding: (file: string) => void): Promise<string> {
  if (/[\\/]|\.onnx$/i.test(given)) return networkAt(given, home, onAdding)
  const names = readNetworks(home).map(({ name }) => name)
  if (names.includes(given) && existsSync(fileOf(home, given))) return given
  const what = names.includes(given) ? `the file of ${given} is gone` : `there is no network ${given}`
  throw new ModelError(`MATTE_NETWORK: ${what}; ${inWords(names)}. To add it: silhouette networks add FILE.onnx`)
}

async function networkAt(file: string, home: Home, onAdding: (file: string) => void): Promise<string> {
  if (!existsSync(file)) throw new ModelError(`MATTE_NETWORK: there is no file ${file}`)
  const { md5, sha256 } = await hashesOf(file, ['md5', 'sha256'])
  const there = readNetworks(home).find((network) => network.sha256 === sha256)
  if (there) return there.name
  if (!knownNetwork(md5, undefined)) {
    const advice = `Add it (silhouette networks add ${file} …), then give its name`
    throw new ModelError(`MATTE_NETWORK: ${file} is not known by its checksum. ${advice}`)
  }
  onAdding(file)
  return (await addNetwork(file, {}, home)).name
}
