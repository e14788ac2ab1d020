/** Which class the subject gets, and which subjects stay, for mattes and boxes made by hand. */
import { describe, expect, it } from 'vitest'
import { iouOf, keepBest, type Region } from '../../src/imaging/detect/boxes.js'
import { classifySubject } from '../../src/imaging/detect/class/classify.js'
import { inPhoto, lookCloser, windowAround } from '../../src/imaging/detect/class/closer-look.js'
import { keepPreferred } from '../../src/imaging/detect/class/prefer.js'
import { COCO_NAMES } from '../../src/imaging/detect/objects/coco.js'
import type { Detection } from '../../src/imaging/detect/objects/nanodet.js'
import type { SubjectClass } from '../../src/imaging/job.js'
import { closeUpOf } from '../../src/imaging/matte/close-up.js'
import { componentsOf } from '../../src/imaging/raster/components.js'

const SIZE = 100
const region = (left: number, top: number, right: number, bottom: number): Region => ({ left, top, right, bottom })
const seen = (name: string, score: number, box: Region): Detection => ({ coco: COCO_NAMES.indexOf(name), score, box })

function matteOf(...boxes: readonly Region[]): Uint8Array {
  return Uint8Array.from({ length: SIZE * SIZE }, (_, i) => {
    const x = ((i % SIZE) + 0.5) / SIZE
    const y = (Math.floor(i / SIZE) + 0.5) / SIZE
    return boxes.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom) ? 255 : 0
  })
}

const LEFT = region(0.05, 0.2, 0.4, 0.9)
const RIGHT = region(0.6, 0.2, 0.95, 0.9)
const WIDE = region(0.05, 0.2, 0.95, 0.9)

type Face = readonly [score: number, certainty: number, box: Region]

const classOf = (subject: Region, detections: readonly Detection[], faces: readonly Face[] = []): SubjectClass =>
  classAfter(subject, [detections], faces)

/** The detector looked several times. */
function classAfter(subject: Region, looks: readonly (readonly Detection[])[], faces: readonly Face[] = []) {
  const found = faces.map(([score, certainty, box]) => ({ score, certainty, box }))
  return classifySubject({ data: matteOf(subject), size: SIZE }, looks, found)
}

describe('classifySubject', () => {
  it.each<[string, SubjectClass]>([
    ['person', 'person'],
    ['dog', 'animal'],
    ['bottle', 'product'],
    ['truck', 'car'],
    ['airplane', 'other'],
  ])('a %s is %s', (name, expected) => {
    expect(classOf(LEFT, [seen(name, 0.5, LEFT)])).toBe(expected)
  })

  it('is about what was cut out, not about what stands beside it', () => {
    expect(classOf(LEFT, [seen('person', 0.9, RIGHT), seen('cup', 0.4, LEFT)])).toBe('product')
    expect(classOf(LEFT, [seen('person', 0.9, RIGHT)])).toBe('other')
  })

  it('a part does not name the whole', () => {
    expect(classOf(LEFT, [seen('tie', 0.9, region(0.2, 0.4, 0.25, 0.6)), seen('person', 0.5, LEFT)])).toBe('person')
  })

  it('what the subject stands on does not name it', () => {
    const dog = region(0.4, 0.4, 0.6, 0.6)
    expect(classOf(dog, [seen('couch', 0.7, region(0, 0.2, 1, 1)), seen('dog', 0.4, dog)])).toBe('animal')
  })

  it('several of a kind count together', () => {
    const both = { data: matteOf(LEFT, RIGHT), size: SIZE }
    const detections = [seen('dog', 0.5, LEFT), seen('cat', 0.5, RIGHT), seen('couch', 0.45, WIDE)]
    expect(classifySubject(both, [detections], [])).toBe('animal')
  })

  it('plush that also looks like an animal is a product', () => {
    expect(classOf(LEFT, [seen('teddy bear', 0.45, LEFT), seen('dog', 0.5, LEFT)])).toBe('product')
  })

  it('the better look decides, whichever it was', () => {
    const [stretched, closer] = [[seen('cup', 0.3, LEFT)], [seen('dog', 0.5, LEFT)]]
    expect(classAfter(LEFT, [stretched, closer])).toBe('animal')
    expect(classAfter(LEFT, [closer, stretched])).toBe('animal')
  })

  it('a person is seen in every look, or is none', () => {
    const [person, thing] = [seen('person', 0.45, LEFT), seen('remote', 0.3, LEFT)]
    expect(classAfter(LEFT, [[person, thing], []])).toBe('product')
    expect(classAfter(LEFT, [[person, thing], [person]])).toBe('person')
    expect(classAfter(LEFT, [[thing], [seen('person', 0.75, LEFT)]])).toBe('person')
  })

  it('a car that is hardly seen is more credible than other things', () => {
    expect(classOf(LEFT, [seen('car', 0.3, LEFT), seen('cup', 0.35, LEFT)])).toBe('car')
    expect(classOf(LEFT, [seen('truck', 0.14, LEFT)])).toBe('car')
  })

  it('nobody being sure, or nothing found, is other', () => {
    expect(classOf(LEFT, [seen('dog', 0.1, LEFT)])).toBe('other')
    expect(classOf(LEFT, [])).toBe('other')
    const nothing = { data: new Uint8Array(SIZE * SIZE), size: SIZE }
    expect(classifySubject(nothing, [[seen('dog', 0.9, LEFT)]], [])).toBe('other')
  })

  describe('a face', () => {
    const face = region(0.15, 0.2, 0.3, 0.35)
    const smallFace = region(0.2, 0.25, 0.24, 0.29)

    it('inside the subject means a person, whatever the detector calls it', () => {
      expect(classOf(LEFT, [seen('teddy bear', 0.5, LEFT)], [[0.95, 1, face]])).toBe('person')
      expect(classOf(LEFT, [], [[0.95, 1, face]])).toBe('person')
    })

    it('beside the subject means nothing', () => {
      expect(classOf(RIGHT, [seen('dog', 0.5, RIGHT)], [[0.95, 1, face]])).toBe('animal')
    })

    it('that is small against the subject is a passenger', () => {
      expect(classOf(WIDE, [seen('car', 0.5, WIDE)], [[0.95, 1, smallFace]])).toBe('car')
    })

    it('that is doubtful is a muzzle', () => {
      expect(classOf(LEFT, [seen('dog', 0.6, LEFT)], [[0.77, 1, face]])).toBe('animal')
      expect(classOf(LEFT, [seen('dog', 0.6, LEFT)], [[0.86, 0.49, face]])).toBe('animal')
    })
  })
})

describe('keepPreferred', () => {
  const pair = matteOf(LEFT, RIGHT)
  const detections = [seen('person', 0.8, LEFT), seen('dog', 0.7, RIGHT)]

  it('keeps the subjects of the class and drops the others', () => {
    expect(keepPreferred(pair, SIZE, detections, 'person')).toEqual(matteOf(LEFT))
    expect(keepPreferred(pair, SIZE, detections, 'animal')).toEqual(matteOf(RIGHT))
  })

  it('does not change the matte it was given', () => {
    const given = pair.slice()
    keepPreferred(given, SIZE, detections, 'person')
    expect(given).toEqual(pair)
  })

  it.each<[string, Detection[], SubjectClass]>([
    ['nothing is of the class', detections, 'car'],
    ['all is of the class', [seen('cat', 0.8, LEFT), seen('dog', 0.7, RIGHT)], 'animal'],
    ['nothing was found', [], 'person'],
  ])('changes nothing when %s', (_name, found, prefer) => {
    expect(keepPreferred(pair, SIZE, found, prefer)).toEqual(pair)
  })

  it('subjects that touch stay together', () => {
    const touching = matteOf(LEFT, RIGHT, region(0.35, 0.5, 0.65, 0.55))
    expect(keepPreferred(touching, SIZE, detections, 'person')).toEqual(touching)
  })

  it('a speck that belongs to nobody goes with the others', () => {
    const speckled = matteOf(LEFT, RIGHT, region(0.5, 0.05, 0.51, 0.06))
    expect(keepPreferred(speckled, SIZE, detections, 'person')).toEqual(matteOf(LEFT))
  })
})

describe('the closer look', () => {
  const photo = { width: 400, height: 200 }

  it('is a square around the subject, with some surroundings, also beyond the photo', () => {
    expect(windowAround(region(0.1, 0, 0.2, 1), photo)).toEqual({ left: -70, top: -30, side: 260 })
  })

  it('says where its boxes lie in the photo', () => {
    const window = { left: -70, top: -30, side: 260 }
    expect(inPhoto(region(0.5, 0, 1, 1), window, photo)).toEqual(region(60 / 400, -30 / 200, 190 / 400, 230 / 200))
  })

  it('shows the subject at its true proportions, and grey beyond the photo', async () => {
    const size = 52
    let copy = new Uint8Array()
    const detect = async (rgb: Uint8Array): Promise<Detection[]> => {
      copy = rgb.slice()
      return []
    }
    const red = new Uint8Array(400 * 200 * 3).map((_, i) => (i % 3 === 0 ? 250 : 0))
    await lookCloser({ size, detect }, { ...photo, colour: red, alpha: undefined }, region(0.1, 0, 0.2, 1))
    const at = (x: number, y: number): number[] => [...copy.subarray((y * size + x) * 3, (y * size + x) * 3 + 3)]
    // A window of 260 pixels in 52: 70 beyond the left border, 30 beyond the upper and the lower one.
    expect([at(13, 26), at(26, 5), at(26, 46)]).toEqual(Array(3).fill([128, 128, 128]))
    expect([at(15, 26), at(26, 7), at(26, 44), at(51, 26)]).toEqual(Array(4).fill([250, 0, 0]))
  })
})

describe('closeUpOf', () => {
  const photo = { width: 1000, height: 500 }
  const small = region(0.4, 0.4, 0.5, 0.6)

  it('is a square around the subject, with some surroundings', () => {
    expect(closeUpOf(small, photo)!.window).toEqual({ left: 385, top: 185, width: 130, height: 130 })
  })

  it('ends where the photo ends', () => {
    expect(closeUpOf(region(0, 0.8, 0.1, 1), photo)!.window).toEqual({ left: 0, top: 385, width: 115, height: 115 })
  })

  it('says where its boxes lie in the photo', () => {
    expect(closeUpOf(small, photo)!.toPhoto(region(0, 0, 1, 0.5))).toEqual(region(0.385, 0.37, 0.515, 0.5))
  })

  it('is not worth it when the subject fills the photo', () => {
    expect(closeUpOf(region(0.1, 0.1, 0.9, 0.9), photo)).toBeUndefined()
  })
})

describe('componentsOf', () => {
  it('soft pixels belong to the piece from which they are reached first', () => {
    // Two solid ends, a soft bridge between them, and soft dust that touches neither.
    const { count, labels } = componentsOf(Uint8Array.from([255, 20, 20, 20, 255, 0, 30, 0, 0]), 9)
    expect(count).toBe(2)
    expect([...labels]).toEqual([1, 1, 1, 2, 2, 0, 0, 0, 0])
  })

  it('rows do not touch around the edge of the picture', () => {
    expect(componentsOf(Uint8Array.from([0, 0, 255, 255, 0, 0, 0, 0, 0]), 3).count).toBe(2)
  })
})

describe('keepBest', () => {
  it('keeps the best of what is the same, best first', () => {
    const findings = [
      { score: 0.5, box: LEFT },
      { score: 0.9, box: RIGHT },
      { score: 0.7, box: region(0.06, 0.2, 0.41, 0.9) },
    ]
    const kept = keepBest(findings, (a, b) => iouOf(a.box, b.box) > 0.5)
    expect(kept.map(({ score }) => score)).toEqual([0.9, 0.7])
  })
})
