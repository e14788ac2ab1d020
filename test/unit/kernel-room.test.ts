/** The kernels' room: planes go in and come out, and what would corrupt them is refused. */
import { describe, expect, it } from 'vitest'
import { changed, floats, type Held, hold, kernels, partOf } from '../../src/imaging/kernels/room.js'

const plane = (...values: number[]): Float32Array => Float32Array.from(values)

describe('a call', () => {
  it('changes what it is told to, and nothing else', () => {
    const [wanted, shares] = [plane(1, 2, 3), plane(0.5, 0.5, 2)]
    kernels.multiplyBy(changed(wanted), shares, 3)
    expect([...wanted]).toEqual([0.5, 1, 6])
    kernels.multiplyBy(wanted, shares, 3)
    expect([...wanted]).toEqual([0.5, 1, 6])
    expect([...shares]).toEqual([0.5, 0.5, 2])
  })

  it('leaves a plane as it was whose result goes elsewhere', () => {
    const [wanted, result] = [plane(1, 2, 3), plane(0, 0, 0)]
    kernels.multiplyBy(changed(wanted, result), plane(2, 2, 2), 3)
    expect([[...wanted], [...result]]).toEqual([
      [1, 2, 3],
      [2, 4, 6],
    ])
  })

  it('takes and returns a part of a plane, and keeps to it', () => {
    const all = plane(1, 1, 1, 1, 1, 1)
    kernels.multiplyBy(changed(all.subarray(1, 4)), plane(2, 3, 4), 3)
    expect([...all]).toEqual([1, 2, 3, 4, 1, 1])
  })

  it('takes and returns what lies in a box of a picture', () => {
    const all = plane(1, 1, 1, 1, 1, 1, 1, 1, 1)
    const box = partOf(all, { width: 3 }, { left: 1, top: 1, width: 2, height: 2 })
    kernels.multiplyBy(changed(box), plane(2, 3, 4, 5), 4)
    expect([...all]).toEqual([1, 1, 1, 1, 2, 3, 1, 4, 5])
    hold({ all: changed(all) }, () => expect(() => kernels.largestIn(box, 4)).toThrow('This plane is held'))
    hold({ box: changed(box) }, ({ box: held }) => {
      kernels.multiplyBy(held, plane(1, 1, 0, 1), 4)
      expect(() => kernels.largestIn(all, 9)).toThrow('This plane is held')
    })
    expect([...all]).toEqual([1, 1, 1, 1, 2, 3, 1, 0, 5])
  })

  it('works on planes that the memory has to grow for', () => {
    const large = new Float32Array(20_000_000).fill(1)
    expect(kernels.largestIn(large, large.length)).toBe(1)
  })
})

describe('what is held', () => {
  it('stays from call to call, and comes back at the end', () => {
    const wanted = plane(1, 2, 3)
    hold({ wanted: changed(wanted), shares: plane(2, 2, 2) }, (held) => {
      kernels.multiplyBy(held.wanted, held.shares, 3)
      kernels.multiplyBy(held.wanted.at(1), plane(10, 10), 2)
      expect([...wanted]).toEqual([1, 2, 3])
    })
    expect([...wanted]).toEqual([2, 40, 60])
  })

  it('is untouched by calls and holds within the hold', () => {
    const outer = plane(1, 2, 3)
    hold({ outer: changed(outer) }, (held) => {
      const inner = hold({ own: floats(3) }, ({ own }) => {
        own.copyFrom(held.outer, 3)
        kernels.multiplyBy(own, plane(0, 0, 0), 3)
        return own.copy(2)
      })
      expect([...inner]).toEqual([0, 0])
      kernels.multiplyBy(held.outer, plane(1, 1, 2), 3)
    })
    expect([...outer]).toEqual([1, 2, 6])
  })

  it('is refused as a plane, which is out of date, also in parts', () => {
    const wanted = plane(1, 2, 3)
    hold({ wanted: changed(wanted) }, () => {
      expect(() => kernels.largestIn(wanted, 3)).toThrow('This plane is held')
      expect(() => kernels.largestIn(wanted.subarray(2), 1)).toThrow('This plane is held')
      expect(() => hold({ wanted }, () => undefined)).toThrow('This plane is held')
    })
    expect(kernels.largestIn(wanted, 3)).toBe(3)
  })

  it('cannot be used when the hold is over', () => {
    let late: Held | undefined
    hold({ own: floats(3) }, ({ own }) => {
      late = own
    })
    expect(() => kernels.largestIn(late!, 3)).toThrow('no longer held')
  })

  it('can be seen, and then no call may make the memory grow', () => {
    const wanted = plane(1, 2, 3)
    hold({ wanted: changed(wanted), shares: plane(2, 2, 2) }, (held) => {
      const wet = held.wanted.see()
      wet[0] = 7
      kernels.multiplyBy(held.wanted, held.shares, 3)
      expect([...wet]).toEqual([14, 4, 6])
      expect(() => kernels.multiplyBy(held.wanted, plane(1, 1, 1), 3)).toThrow('only what is held')
    })
    expect([...wanted]).toEqual([14, 4, 6])
  })

  it('is given up where the work fails, and its planes stay as they were', () => {
    const wanted = plane(1, 2, 3)
    const fail = () =>
      hold({ wanted: changed(wanted) }, (held) => {
        held.wanted.see()[0] = 9
        throw new Error('the work failed')
      })
    expect(fail).toThrow('the work failed')
    expect([...wanted]).toEqual([1, 2, 3])
    expect(kernels.largestIn(wanted, 3)).toBe(3)
  })
})
