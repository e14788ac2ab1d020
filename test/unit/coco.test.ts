/** The classes of the object detector, and what they mean to us. */
import { describe, expect, it } from 'vitest'
import { COCO_NAMES, subjectClassOf } from '../../src/imaging/detect/objects/coco.js'

describe('COCO', () => {
  it('has its eighty names in the order of the class numbers', () => {
    expect(COCO_NAMES).toHaveLength(80)
    expect([0, 2, 13, 14, 23, 39, 79].map((coco) => COCO_NAMES[coco])).toEqual([
      ...['person', 'car', 'bench', 'bird', 'giraffe', 'bottle', 'toothbrush'],
    ])
  })

  it.each([
    ['person', 'person'],
    ['truck', 'car'],
    ['motorcycle', 'other'],
    ['airplane', 'other'],
    ['zebra', 'animal'],
    ['teddy bear', 'product'],
    ['bench', 'product'],
    ['potted plant', 'other'],
    ['stop sign', 'other'],
  ])('%s is %s', (name, subjectClass) => {
    expect(subjectClassOf(COCO_NAMES.indexOf(name))).toBe(subjectClass)
  })
})
