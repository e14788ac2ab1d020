/** Which networks the product runs, and that every quality that can be set is known. */
import { describe, expect, it } from 'vitest'
import { settings } from '../../src/config/settings.js'
import { LOOKS } from '../../src/imaging/matte/looks.js'
import { chooseNetworks } from '../../src/imaging/networks/choose.js'
import type { NetworkOptions } from '../../src/imaging/networks/network-options.js'
import { loadManifest } from '../../src/models/manifest.js'

const network = (file: string): NetworkOptions => ({
  file,
  input: 'input',
  size: 32,
  mean: [0, 0, 0],
  deviation: [1, 1, 1],
})
const ready = Object.fromEntries(
  ['matte', 'edge', 'nanodet', 'blazeface', 'facemesh', 'iris'].map((id) => [id, network(id)]),
)

describe('chooseNetworks', () => {
  it('picks each network by its name', () => {
    const { matte, nanodet, blazeface } = chooseNetworks(ready)
    expect([matte.file, nanodet.file, blazeface.file]).toEqual(['matte', 'nanodet', 'blazeface'])
  })

  it('every network that it picks is in the model manifest, and every one there is picked', () => {
    const picked = Object.values(chooseNetworks(ready)).map(({ file }) => file)
    const known = loadManifest().flatMap(({ networks = [] }) => networks.map(({ id }) => id))
    expect(picked.sort()).toEqual(known.sort())
  })

  it.each(['matte', 'edge', 'iris', 'nanodet'])('without %s it says which one is missing', (id) => {
    const { [id]: _missing, ...others } = ready
    expect(() => chooseNetworks(others)).toThrow(`The model manifest has no network ${id}`)
  })
})

describe('qualities', () => {
  it('there is a plan of looks for exactly those that can be set', () => {
    const known = Object.keys(LOOKS)
    for (const quality of known) expect(settings.QUALITY.parse(quality)).toBe(quality)
    expect(() => settings.QUALITY.parse('any')).toThrow(`must be one of ${known.join(', ')}`)
  })

  it('each looks at least as often as the one before it', () => {
    const plans = [LOOKS.fast, LOOKS.balanced, LOOKS.best]
    expect(plans.map(({ closeBelow }) => closeBelow)).toEqual(plans.map(({ closeBelow }) => closeBelow).toSorted())
    expect(plans.map(({ mirrored }) => mirrored)).toEqual([false, false, true])
  })
})
