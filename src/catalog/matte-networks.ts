/**
 * Matte networks that people have on disk, from catalog/matte-networks.json: how each file is recognised, and what its
 * file does not say of itself. The files do not come with the product.
 */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { readOnce } from './read-catalog.js'

export const Channels = Type.Tuple([Type.Number(), Type.Number(), Type.Number()])
export const Answers = Type.Enum(['logits', 'probability'])
/** Names that requests can use. */
export const NETWORK_NAME = '^[a-z0-9][a-z0-9._-]{0,63}$'

export const Licence = Type.Object({
  /** In the words of those who made the network. */
  words: Type.String(),
  /** Where they say so. */
  link: Type.Optional(Type.String({ pattern: '^https://' })),
  nonCommercial: Type.Optional(Type.Literal(true)),
})

const KnownNetwork = Type.Object({
  name: Type.String({ pattern: NETWORK_NAME }),
  title: Type.String(),
  /** Of its file; one without it is recognised by its name alone. */
  md5: Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' })),
  size: Type.Integer({ minimum: 32 }),
  mean: Channels,
  deviation: Channels,
  answers: Answers,
  licence: Licence,
})

const Catalogue = Type.Object({
  /** When the sources were read. */
  date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  sources: Type.Array(Type.String(), { minItems: 1 }),
  networks: Type.Array(KnownNetwork, { minItems: 1 }),
})

export type Licence = Static<typeof Licence>
export type KnownNetwork = Static<typeof KnownNetwork>

export function parseMatteNetworks(data: unknown): readonly KnownNetwork[] {
  const [problem] = Value.Errors(Catalogue, data)
  if (problem) throw new Error(`Catalogue of matte networks: ${problem.instancePath || '/'} ${problem.message}`)
  const { networks } = data as Static<typeof Catalogue>
  for (const key of ['name', 'md5'] as const) {
    const values = networks.flatMap((network) => network[key] ?? [])
    if (new Set(values).size !== values.length) throw new Error(`Catalogue of matte networks: a ${key} occurs twice`)
  }
  return networks
}

export const matteNetworks = readOnce('matte-networks.json', parseMatteNetworks)

/** A file by its content; one whose content nobody has recorded, by the name that it is added under. */
export const knownNetwork = (md5: string, name: string | undefined): KnownNetwork | undefined =>
  matteNetworks().find((known) => known.md5 === md5) ??
  matteNetworks().find((known) => known.md5 === undefined && known.name === name)
