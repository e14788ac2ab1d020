/** Pure parts of the editor: layout, blur, brush, what is untouched, fields of the call, names of files. */
import { describe, expect, test } from 'vitest'
import { listPresets } from '../../src/http/catalog.js'
import { planCanvas } from '../../src/imaging/cutout/canvas.js'
import { drawnShadow } from '../../src/imaging/cutout/shadow/drawn.js'
import type { Subject } from '../../src/imaging/cutout/subject.js'
import { blur as serverBlur } from '../../src/imaging/raster/blur.js'
import { blur } from '../../web/src/pages/playground/editor/blur.js'
import { blurBehind } from '../../web/src/pages/playground/editor/blur-behind.js'
import { coverage, drawStroke, noStrokes } from '../../web/src/pages/playground/editor/brush.js'
import {
  backgroundOf,
  defaultEdit,
  isUntouched,
  prescribed,
  type Stroke,
} from '../../web/src/pages/playground/editor/edit.js'
import { enlarged, layoutOf, scaleFor, subjectBox } from '../../web/src/pages/playground/editor/frame.js'
import {
  fieldsInCode,
  isBeyondCall,
  isCutoutAlone,
  removeFields,
} from '../../web/src/pages/playground/remove/remove-fields.js'
import { fileNameOf } from '../../web/src/pages/playground/result/file-names.js'
import { sameFields } from '../../web/src/pages/playground/run/same-call.js'

/** Opaque in the box, transparent elsewhere. */
function picture(
  width: number,
  height: number,
  colour: (x: number, y: number) => readonly [number, number, number, number],
) {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(colour(x, y), (y * width + x) * 4)
  return data
}

const inside = (x: number, y: number): boolean => x >= 3 && x < 6 && y >= 2 && y < 4

describe('the frame', () => {
  const full = { width: 10, height: 8 }
  const subject = { left: 3, top: 2, width: 3, height: 2 }

  test('is the smallest box around what is visible, and nothing for an empty picture', () => {
    const data = picture(10, 8, (x, y) => [0, 0, 0, inside(x, y) ? 5 : 0])
    expect(subjectBox(data, full)).toEqual(subject)
    expect(subjectBox(new Uint8ClampedArray(320), full)).toBeUndefined()
  })

  test('found on a smaller picture loses nothing of the larger one, and stays within it', () => {
    expect(enlarged(subject, full, { width: 100, height: 80 })).toEqual({ left: 20, top: 10, width: 50, height: 40 })
    expect(enlarged({ left: 0, top: 0, ...full }, full, { width: 100, height: 80 })).toMatchObject({
      left: 0,
      width: 100,
    })
  })

  const photo = { width: 300, height: 200 }
  const around = (box: Subject['box'], cut: Partial<Subject['cut']> = {}): Subject => ({
    box,
    area: (box.width * box.height) / 2,
    centre: { x: 0.4, y: 0.6 },
    cut: { top: false, right: false, bottom: false, left: false, ...cut },
  })
  const large = { left: 10, top: 90, width: 200, height: 100 }

  test('is the photo, or the subject with a margin that may leave the photo', () => {
    const whole = { left: 0, top: 0, ...photo }
    const crop = { ...defaultEdit, canvas: 'subject', margin: 10 }
    expect(layoutOf(photo, around(large), defaultEdit)).toMatchObject({ ...photo, photo: whole, foreground: large })
    expect(layoutOf(photo, undefined, crop)).toMatchObject({ ...photo, photo: whole })
    expect(layoutOf(photo, around(large), crop)).toMatchObject({
      width: 240,
      height: 120,
      photo: { left: 10, top: -80, ...photo },
    })
    // Cut off by the photo's lower border, it has no margin there.
    expect(layoutOf(photo, around(large, { bottom: true }), crop)).toMatchObject({ width: 240, height: 110 })
  })

  test('is the canvas of the server', () => {
    const subject = around(large)
    for (const align of ['centre', 'bottom', 'optical'] as const) {
      const { width, height, foreground } = layoutOf(photo, subject, {
        ...defaultEdit,
        canvas: '1000x500',
        fill: 80,
        align,
      })
      const plan = planCanvas(subject, {
        size: { width: 1000, height: 500 },
        fill: { percent: 80, by: 'side' },
        align: align === 'centre' ? { xPercent: 50, yPercent: 50 } : align,
      })
      expect({ size: { width, height }, placed: foreground }).toEqual(plan)
    }
    const square = layoutOf(photo, subject, { ...defaultEdit, canvas: '1:1', fill: 50 })
    expect([square.width, square.height, square.foreground.width]).toEqual([400, 400, 200])
  })

  test('is never scaled up, nor larger than a canvas may be', () => {
    expect(scaleFor({ width: 100, height: 50 }, 1600)).toBe(1)
    expect(scaleFor({ width: 3200, height: 50 }, 1600)).toBe(0.5)
    expect(scaleFor({ width: 8192, height: 8192 }, Number.POSITIVE_INFINITY)).toBe(0.5)
  })
})

describe('a blurred background', () => {
  const size = { width: 40, height: 30 }
  const isSubject = (x: number, y: number): boolean => Math.abs(x - 20) < 8 && Math.abs(y - 15) < 8
  const photo = picture(40, 30, (x, y) => (isSubject(x, y) ? [255, 0, 0, 255] : [0, 0, 200, 255]))
  const cutout = picture(40, 30, (x, y) => [255, 0, 0, isSubject(x, y) ? 255 : 0])

  test('takes nothing from the subject, not even behind it', () => {
    const blurred = blurBehind(photo, cutout, size, 6)
    for (let at = 0; at < blurred.length; at += 4) {
      expect(blurred[at]).toBeLessThan(3)
      expect(blurred[at + 2]).toBeGreaterThan(196)
      expect(blurred[at + 3]).toBe(255)
    }
  })

  test('is smoother the larger the radius', () => {
    const stripes = picture(40, 30, (x) => (x % 8 < 4 ? [0, 0, 0, 255] : [255, 255, 255, 255]))
    const nothing = new Uint8ClampedArray(stripes.length)
    const range = (radius: number): number => {
      const reds = blurBehind(stripes, nothing, size, radius).filter((_, at) => at % 4 === 0)
      return Math.max(...reds) - Math.min(...reds)
    }
    expect(range(2)).toBeLessThan(255)
    expect(range(8)).toBeLessThan(range(2))
  })
})

describe('the brush', () => {
  const size = { width: 100, height: 50 }
  const stroke = (kind: Stroke['kind'], softness = 0): Stroke => ({
    id: 1,
    kind,
    radius: 0.1,
    softness,
    points: [
      { x: 0.2, y: 0.5 },
      { x: 0.8, y: 0.5 },
    ],
  })
  const at = (plane: Uint8ClampedArray, x: number, y: number): number => plane[y * 100 + x]!

  test('paints along the line between two points, as wide as its radius', () => {
    const planes = noStrokes(size)
    drawStroke(planes, stroke('erase'))
    expect(at(planes.erase, 50, 25)).toBe(255)
    expect(at(planes.erase, 50, 33)).toBe(255)
    expect(at(planes.erase, 50, 37)).toBe(0)
    expect(at(planes.erase, 5, 25)).toBe(0)
    expect(planes.keep.every((value) => value === 0)).toBe(true)
  })

  test('takes back what a stroke of the other kind did', () => {
    const planes = noStrokes(size)
    drawStroke(planes, stroke('erase'))
    drawStroke(planes, stroke('keep'))
    expect([at(planes.keep, 50, 25), at(planes.erase, 50, 25)]).toEqual([255, 0])
  })

  test('fades out where it is soft, and a crossing is no harder', () => {
    const planes = noStrokes(size)
    drawStroke(planes, stroke('keep', 1))
    const once = at(planes.keep, 50, 30)
    expect(once).toBeGreaterThan(20)
    expect(once).toBeLessThan(235)
    drawStroke(planes, stroke('keep', 1))
    expect(at(planes.keep, 50, 30)).toBe(once)
    expect(coverage(0, { radius: 10, softness: 0.5 })).toBe(1)
    expect(coverage(11, { radius: 10, softness: 0.5 })).toBe(0)
  })

  test('draws a dot for a single point', () => {
    const planes = noStrokes(size)
    drawStroke(planes, { ...stroke('keep'), points: [{ x: 0.5, y: 0.5 }] })
    expect([at(planes.keep, 50, 25), at(planes.keep, 70, 25)]).toEqual([255, 0])
  })
})

describe('an edit', () => {
  test('that asks for the server’s own file is none', () => {
    expect(isUntouched(defaultEdit, [], 'image/png')).toBe(true)
    expect(isUntouched(defaultEdit, [], 'image/jpeg')).toBe(false)
    expect(isUntouched({ ...defaultEdit, background: 'colour' }, [], 'image/png')).toBe(false)
    expect(isUntouched({ ...defaultEdit, background: 'picture' }, [], 'image/png')).toBe(true)
    expect(isUntouched({ ...defaultEdit, canvas: 'subject' }, [], 'image/png')).toBe(false)
    expect(isUntouched({ ...defaultEdit, shadow: 'drop' }, [], 'image/png')).toBe(false)
  })

  test('as JPEG has no transparency', () => {
    expect(backgroundOf({ ...defaultEdit, format: 'jpg' })).toBe('white')
    expect(backgroundOf({ ...defaultEdit, format: 'jpg', background: 'blur' })).toBe('blur')
  })

  test('is part of the call as far as the API has words for it', () => {
    const full = { size: 'full' }
    expect(fieldsInCode(full, defaultEdit)).toEqual(full)
    expect(fieldsInCode(full, { ...defaultEdit, background: 'colour', colour: '#00c853', format: 'jpg' })).toEqual({
      size: 'full',
      bg_color: '#00c853',
      format: 'jpg',
    })
    expect(fieldsInCode(full, { ...defaultEdit, canvas: 'subject', background: 'blur', shadow: 'drop' })).toEqual({
      size: 'full',
      crop: 'true',
      margin: '5%',
      bg_blur: '40',
      shadow: 'drop',
      format: 'png',
    })
    expect(fieldsInCode(full, { ...defaultEdit, canvas: '4:5', align: 'bottom', strength: 80 })).toEqual({
      size: 'full',
      canvas: '4:5',
      fill: '90%',
      align: 'bottom',
    })
    expect(isBeyondCall({ ...defaultEdit, background: 'blur' }, [])).toBe(false)
    expect(isBeyondCall({ ...defaultEdit, background: 'picture', picture: new Blob([]) }, [])).toBe(true)
  })

  test('that follows a preset says so, and what else was changed', () => {
    const presets = listPresets().presets
    for (const preset of presets) {
      const edit = { ...defaultEdit, ...prescribed(preset) }
      expect(fieldsInCode({ size: 'full' }, edit)).toEqual({ size: 'full', preset: preset.id })
    }
    const amazon = { ...defaultEdit, ...prescribed(presets.find(({ id }) => id === 'amazon_main')) }
    expect(amazon).toMatchObject({
      canvas: '2000x2000',
      fill: 88,
      background: 'colour',
      colour: '#ffffff',
      format: 'jpg',
    })
    expect(
      fieldsInCode({ size: 'full' }, { ...amazon, fill: 90, colour: '#eeeeee', shadow: 'contact', softness: 20 }),
    ).toEqual({
      size: 'full',
      preset: 'amazon_main',
      fill: '90%',
      bg_color: '#eeeeee',
      shadow: 'contact',
      shadow_softness: '20',
    })
    expect({ ...amazon, ...prescribed(undefined) }).toEqual(defaultEdit)
  })
})

describe('the server is asked for', () => {
  const amazon = prescribed(listPresets().presets.find(({ id }) => id === 'amazon_main'))
  const edit = { ...defaultEdit, ...amazon, shadow: 'drop' } as const
  const picture = { ...edit, background: 'picture', picture: new Blob([]) } as const

  test('the cut-out of one photo, and the finished pictures of many', () => {
    expect(removeFields({ size: 'full', edit }, false)).toEqual({ size: 'full' })
    expect(removeFields({ size: 'full', edit }, true)).toEqual({ size: 'full', preset: 'amazon_main', shadow: 'drop' })
    expect(removeFields({ size: 'full', edit: { ...defaultEdit, background: 'colour' } }, true)).toEqual({
      size: 'full',
    })
  })

  test('the photo’s own shadow, which only the server can find', () => {
    const fields = removeFields({ size: 'full', edit: { ...edit, shadow: 'natural' } }, false)
    expect(fields).toEqual({ size: 'full', preset: 'amazon_main', shadow: 'natural' })
    expect([isCutoutAlone(fields), isCutoutAlone({ size: 'full', detail: 'best' })]).toEqual([false, true])
  })

  test('no more than the cut-out where a picture is behind it', () => {
    expect(removeFields({ size: 'full', edit: picture }, true)).toEqual({ size: 'full' })
  })
})

describe('a shadow in the browser', () => {
  const largest = (values: Uint8Array): number => values.reduce((most, value) => Math.max(most, value), 0)

  test.each(['contact', 'drop'] as const)('is the server’s: %s', (kind) => {
    const size = { width: 640, height: 480 }
    const alpha = new Uint8Array(size.width * size.height)
    const box = { left: 160, top: 120, width: 320, height: 240 }
    for (let y = 120; y < 360; y++) alpha.fill(255, y * 640 + 160, y * 640 + 480)
    const shadow = { kind, strength: 50, softness: 50 }
    const [here, there] = [blur, serverBlur].map((each) => drawnShadow({ ...size, alpha }, shadow, size, box, each))
    expect(largest(there!)).toBeGreaterThan(40)
    const differences = here!.map((value, at) => Math.abs(value - there![at]!))
    expect(largest(differences)).toBeLessThan(10)
    expect(differences.reduce((sum, value) => sum + value, 0) / differences.length).toBeLessThan(1)
  })
})

test('files are called after the photo', () => {
  const named = { operation: 'remove', photoName: 'anna.jpeg', fields: { size: 'full' }, type: 'image/png' } as const
  expect(fileNameOf(named)).toBe('anna-cutout.png')
  expect(fileNameOf({ ...named, type: 'image/webp' })).toBe('anna-cutout.webp')
  expect(fileNameOf({ ...named, fields: { preset: 'ebay' }, type: 'image/jpeg' })).toBe('anna-ebay.jpg')
  expect(
    fileNameOf({ ...named, operation: 'id-photo', fields: { sheet: '4x6', preview: '1' }, type: 'image/jpeg' }),
  ).toBe('anna-id-photo-4x6-preview.jpg')
})

test('a preview was made with the same options as what it is a preview of', () => {
  expect(sameFields({ spec: '1inch', preview: '1' }, { spec: '1inch' })).toBe(true)
  expect(sameFields({ spec: '1inch' }, { spec: '2inch' })).toBe(false)
  expect(sameFields({ spec: '1inch' }, { spec: '1inch', sheet: 'a4' })).toBe(false)
})
