/**
 * Weights are data with a birth certificate: where each file comes from, its sha256, its licence, how its input is
 * prepared. The entries are in catalog/models.json; this file gives them a type and checks them once.
 */
import { readFileSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

const Channels = Type.Tuple([Type.Number(), Type.Number(), Type.Number()])

const ModelFile = Type.Object({
  /** The file's path in the tarball; not used with `file:` and `https:` sources. */
  path: Type.Optional(Type.String()),
  /** What it is called in the model store. */
  name: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]*$' }),
  bytes: Type.Integer({ minimum: 1 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})

/** How a network as it comes becomes the ONNX file that runs here. */
const Compile = Type.Union([
  /** Ours, made for this runtime (training/): its one file runs as it is. */
  Type.Object({ kind: Type.Literal('ready') }),
  /** The first file is the model.json; it names the weight files among the others. */
  Type.Object({
    kind: Type.Literal('tfjs'),
    /** TensorFlow names; without it, all outputs that the model declares. */
    outputs: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    dynamicReshape: Type.Optional(Type.Literal(true)),
    /** Leaves the first dimension of the inputs open: a text may have any number of pieces. */
    openBatch: Type.Optional(Type.Literal(true)),
  }),
])

const Network = Type.Object({
  /** The network's name; one source can be compiled into several networks. */
  id: Type.String({ pattern: '^[a-z0-9-]+$' }),
  compile: Compile,
  /** Name of the input tensor, which takes one square picture in float32. */
  input: Type.String(),
  size: Type.Integer({ minimum: 16 }),
  /** NCHW (planes) by default. */
  layout: Type.Optional(Type.Enum(['NCHW', 'NHWC'])),
  /** RGB by default. */
  channels: Type.Optional(Type.Enum(['RGB', 'BGR'])),
  /** A pixel value v (0..255) becomes (v - mean) / deviation; one number per channel, in their order. */
  mean: Channels,
  deviation: Channels,
})

/** A network that reads text instead of pictures. */
const TextNetwork = Type.Object({
  id: Type.String({ pattern: '^[a-z0-9-]+$' }),
  compile: Compile,
  /** The name of the entry's file that lists the pieces of text the network knows. */
  vocabulary: Type.String(),
})

const ModelEntry = Type.Object({
  id: Type.String({ pattern: '^[a-z0-9-]+$' }),
  title: Type.String(),
  purpose: Type.String(),
  /**
   * `npm:package@version`, `https://…` or `file:…`, the last two with exactly one file; or `catalog:folder`, a folder
   * beside the manifest, for networks of our own that come with the product.
   */
  source: Type.String({ pattern: '^(npm:.+@\\d|https://|file:|catalog:[a-z0-9-]+$)' }),
  /** Size of the download, which for a package is its tarball, and nothing for what comes with the product. */
  downloadBytes: Type.Integer({ minimum: 0 }),
  integrity: Type.Optional(Type.String({ pattern: '^sha512-' })),
  files: Type.Array(ModelFile, { minItems: 1 }),
  licence: Type.String(),
  authors: Type.String(),
  homepage: Type.String(),
  /** Left out for data that is not a network, such as the sample photo. */
  networks: Type.Optional(Type.Array(Network, { minItems: 1 })),
  texts: Type.Optional(Type.Array(TextNetwork, { minItems: 1 })),
})

export type ModelFile = Static<typeof ModelFile>
export type ModelEntry = Static<typeof ModelEntry>
export type NetworkRecipe = Static<typeof Network>
export type TextNetworkRecipe = Static<typeof TextNetwork>

/** Where the manifest is, and what comes with the product. */
export const catalogFolder = new URL('../../catalog/', import.meta.url)

export function loadManifest(file: URL = new URL('models.json', catalogFolder)): readonly ModelEntry[] {
  return parseManifest(JSON.parse(readFileSync(file, 'utf8')))
}

export function parseManifest(data: unknown): readonly ModelEntry[] {
  const [problem] = Value.Errors(Type.Array(ModelEntry), data)
  if (problem) throw new Error(`Model manifest: ${problem.instancePath || '/'} ${problem.message}`)
  return data as readonly ModelEntry[]
}
