/** Which networks look at a photo, by quality. */
import { describe, expect, it } from 'vitest'
import { settings } from '../../src/config.js'
import { chooseNetworks, type Quality } from '../../src/imaging/networks/choose.js'
import type { NetworkOptions } from '../../src/imaging/networks/network-options.js'
import { loadManifest } from '../../src/models/manifest.js'

const network = (file: string): NetworkOptions => ({
  file,
  input: 'input',
  size: 32,
  mean: [0, 0, 0],
  deviation: [1, 1, 1],
})
const QUALITIES: readonly Quality[] = ['fast', 'balanced', 'best']
const ready = Object.fromEntries(
  ['isnet', 'isnet-640', 'u2netp', 'nanodet', 'blazeface', 'facemesh', 'iris'].map((id) => [id, network(id)]),
)

describe('chooseNetworks', () => {
  it('fast asks two networks and never a third', () => {
    const { fine, coarse, arbiter } = chooseNetworks(ready, 'fast')
    expect([fine.file, coarse.file, arbiter]).toEqual(['isnet-640', 'u2netp', undefined])
  })

  it('balanced asks the large one only where the others disagree', () => {
    const { fine, coarse, arbiter } = chooseNetworks(ready, 'balanced')
    expect([fine.file, coarse.file, arbiter?.network.file]).toEqual(['isnet-640', 'u2netp', 'isnet'])
    expect(arbiter!.above).toBeGreaterThan(0)
    expect(arbiter!.above).toBeLessThan(0.5)
  })

  it('best asks the same three, the large one at the slightest doubt', () => {
    const { fine, coarse, arbiter } = chooseNetworks(ready, 'best')
    expect([fine.file, coarse.file, arbiter?.network.file]).toEqual(['isnet-640', 'u2netp', 'isnet'])
    expect(arbiter!.above).toBe(0)
  })

  it('the detectors are the same for every quality', () => {
    for (const quality of QUALITIES) {
      const { nanodet, blazeface } = chooseNetworks(ready, quality)
      expect([nanodet.file, blazeface.file]).toEqual(['nanodet', 'blazeface'])
    }
  })

  it('knows exactly the qualities that can be set', () => {
    for (const quality of QUALITIES) expect(settings.QUALITY.parse(quality)).toBe(quality)
    expect(() => settings.QUALITY.parse('any')).toThrow(`must be one of ${QUALITIES.join(', ')}`)
  })

  it('every network that it picks is in the model manifest, and every one there is picked for some quality', () => {
    const picked = QUALITIES.flatMap((quality) => {
      const { arbiter, ...others } = chooseNetworks(ready, quality)
      return [...Object.values(others), ...(arbiter ? [arbiter.network] : [])].map(({ file }) => file)
    })
    const known = loadManifest().flatMap(({ networks = [] }) => networks.map(({ id }) => id))
    expect([...new Set(picked)].sort()).toEqual(known.sort())
  })

  it.each(['isnet', 'u2netp', 'nanodet'])('without %s it says which one is missing', (id) => {
    const { [id]: _missing, ...others } = ready
    expect(() => chooseNetworks(others, 'balanced')).toThrow(`The model manifest has no network ${id}`)
  })

  it('does not ask for networks of another quality', () => {
    const { isnet: _large, ...others } = ready
    expect(() => chooseNetworks(others, 'fast')).not.toThrow()
  })
})
