/** How pixels become the numbers that a network is given. */
import { describe, expect, it } from 'vitest'
import { toTensorData } from '../../src/imaging/networks/open-network.js'

describe('how pixels become numbers', () => {
  const rgb = Uint8Array.from([10, 20, 30, 11, 21, 31, 12, 22, 32, 13, 23, 33])
  const plain = { size: 2, mean: [0, 0, 0], deviation: [1, 1, 1] } as const

  it.each<[string, Partial<Parameters<typeof toTensorData>[1]>, number[]]>([
    ['planes of RGB', {}, [10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33]],
    ['planes of BGR', { channels: 'BGR' }, [30, 31, 32, 33, 20, 21, 22, 23, 10, 11, 12, 13]],
    ['pixels of RGB', { layout: 'NHWC' }, [...rgb]],
    ['pixels of BGR', { layout: 'NHWC', channels: 'BGR' }, [30, 20, 10, 31, 21, 11, 32, 22, 12, 33, 23, 13]],
    [
      'mean and deviation, in the order of the channels',
      { layout: 'NHWC', channels: 'BGR', mean: [30, 20, 10], deviation: [1, 2, 4] },
      [0, 0, 0, 1, 0.5, 0.25, 2, 1, 0.5, 3, 1.5, 0.75],
    ],
  ])('%s', (_name, options, expected) => {
    expect([...toTensorData(rgb, { ...plain, ...options })]).toEqual(expected)
  })
})
