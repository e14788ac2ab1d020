/** The 80 classes of COCO, on which object detectors are trained, and which of our classes each belongs to. */
import type { SubjectClass } from '../../job.js'

const PERSON = ['person']
const VEHICLES = ['bicycle', 'car', 'motorcycle', 'airplane', 'bus', 'train', 'truck', 'boat']
const STREET = ['traffic light', 'fire hydrant', 'stop sign', 'parking meter', 'bench']
const ANIMALS = ['bird', 'cat', 'dog', 'horse', 'sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe']
const THINGS = [
  ...['backpack', 'umbrella', 'handbag', 'tie', 'suitcase', 'frisbee', 'skis', 'snowboard', 'sports ball', 'kite'],
  ...['baseball bat', 'baseball glove', 'skateboard', 'surfboard', 'tennis racket', 'bottle', 'wine glass', 'cup'],
  ...['fork', 'knife', 'spoon', 'bowl', 'banana', 'apple', 'sandwich', 'orange', 'broccoli', 'carrot', 'hot dog'],
  ...['pizza', 'donut', 'cake', 'chair', 'couch', 'potted plant', 'bed', 'dining table', 'toilet', 'tv', 'laptop'],
  ...['mouse', 'remote', 'keyboard', 'cell phone', 'microwave', 'oven', 'toaster', 'sink', 'refrigerator', 'book'],
  ...['clock', 'vase', 'scissors', 'teddy bear', 'hair drier', 'toothbrush'],
]

/** In the order of the detectors' class numbers. */
export const COCO_NAMES: readonly string[] = [...PERSON, ...VEHICLES, ...STREET, ...ANIMALS, ...THINGS]

// What the compatible service calls transportation (aeroplanes, boats, two-wheelers) is no car, and we have no such class.
const CARS = new Set(['car', 'bus', 'truck'])
const PRODUCTS = new Set([...THINGS, 'bench'])
PRODUCTS.delete('potted plant')

const CLASSES: readonly SubjectClass[] = COCO_NAMES.map((name) => {
  if (PERSON.includes(name)) return 'person'
  if (ANIMALS.includes(name)) return 'animal'
  if (CARS.has(name)) return 'car'
  return PRODUCTS.has(name) ? 'product' : 'other'
})

export const subjectClassOf = (coco: number): SubjectClass => CLASSES[coco] ?? 'other'
