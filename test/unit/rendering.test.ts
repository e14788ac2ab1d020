/** What goes together in a picture of a subject: presets, and what is given besides or instead. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { CUTOUT_WARNINGS } from '../../src/catalog/cutout-warnings.js'
import { findPreset, parsePresets, presets } from '../../src/catalog/presets.js'
import { type RenderingField, type RenderingGiven, renderingFrom } from '../../src/parameters/rendering.js'
import { CANVAS_SIDES, canvasSize, renderingReaders } from '../../src/parameters/rendering-readers.js'

const readers = renderingReaders()
const TERMS = { cap: { longestSide: 4096 }, format: 'auto' } as const

type Texts = Partial<Record<RenderingField, string>> & Pick<RenderingGiven, 'bg_color' | 'bg_image' | 'format'>

function made(texts: Texts) {
  const read = Object.entries(texts).map(([name, text]) => {
    const reader = readers[name as RenderingField]
    return [name, reader && typeof text === 'string' && name !== 'format' ? reader.read(text, name) : text]
  })
  return renderingFrom(Object.fromEntries(read) as RenderingGiven, TERMS, (field) => field)
}

describe('the catalogue', () => {
  test('has presets that keep their own rules, each with its sources', () => {
    expect(presets().length).toBeGreaterThanOrEqual(12)
    for (const { id, canvas, fill, fill_range, min_side, max_side, sources, group } of presets()) {
      const size = canvasSize.read(canvas, id) as { width: number; height: number }
      const longest = Math.max(size.width, size.height)
      expect(longest, id).toBeLessThanOrEqual(CANVAS_SIDES.max)
      expect(longest, id).toBeGreaterThanOrEqual(min_side ?? 0)
      expect(longest, id).toBeLessThanOrEqual(max_side ?? longest)
      if (fill_range) expect(fill, id).toBeGreaterThan(fill_range[0])
      if (group !== 'profile') expect(sources.length, id).toBeGreaterThan(0)
    }
  })

  test('finds a preset by its id or another name, in any case', () => {
    expect(findPreset('Amazon')?.id).toBe('amazon_main')
    expect(findPreset('amazon_main')?.id).toBe('amazon_main')
    expect(findPreset('nowhere')).toBeUndefined()
  })

  test('refuses a name that is there twice', () => {
    const [first] = presets()
    expect(() => parsePresets({ presets: [first, first] })).toThrow('amazon_main is listed twice')
  })
})

test('the document’s table has every preset as it is', async () => {
  const page = await readFile('docs/shop-pictures.md', 'utf8')
  for (const { id, name, canvas, fill, confidence } of presets()) {
    expect(page).toContain(`| \`${id}\` | ${name} | ${canvas.replace('x', ' x ')} | ${fill} %`)
    expect(page).toMatch(new RegExp(`\`${id}\`.*\\| ${confidence} \\|`))
  }
  for (const [code, text] of Object.entries(CUTOUT_WARNINGS)) expect(page).toContain(`| \`${code}\` | ${text} |`)
})

test('nothing given is a plain cut-out', () => {
  expect(made({})).toEqual({ ...TERMS, channels: 'rgba' })
})

describe('a preset', () => {
  test('decides canvas, background, format and weight, and says what to check', () => {
    expect(made({ preset: 'amazon' })).toEqual({
      cap: TERMS.cap,
      channels: 'rgba',
      format: 'jpg',
      canvas: {
        size: { width: 2000, height: 2000 },
        fill: { percent: 88, by: 'side' },
        align: { xPercent: 50, yPercent: 50 },
      },
      background: { kind: 'colour', r: 255, g: 255, b: 255, alpha: 255 },
      maxBytes: 10_000_000,
      rules: { fill: [85, 100], background: { r: 255, g: 255, b: 255 }, minSide: 500, maxSide: 10_000 },
    })
  })

  test('gives way to what is given', () => {
    const grey = { r: 9, g: 9, b: 9, alpha: 255 }
    expect(made({ preset: 'amazon', canvas: '800x600', fill: '50%', bg_color: grey, format: 'png' })).toMatchObject({
      canvas: { size: { width: 800, height: 600 }, fill: { percent: 50 } },
      background: { kind: 'colour', r: 9 },
      format: 'png',
      rules: { fill: [85, 100] },
    })
  })

  test('several make a set, each picture with its own name and rules', () => {
    const { set } = made({ preset: 'amazon, shopify', shadow: 'contact' })
    expect(set?.map(({ name }) => name)).toEqual(['amazon_main', 'shopify'])
    expect(set?.map(({ shadow }) => shadow?.kind)).toEqual(['contact', 'contact'])
    expect(set?.[1]?.canvas?.size).toEqual({ width: 2048, height: 2048 })
  })

  test('a mask of one has no background', () => {
    expect(made({ preset: 'amazon', output: 'mask' })).toMatchObject({ channels: 'alpha', format: 'jpg' })
    expect(made({ preset: 'amazon', output: 'mask' })).not.toHaveProperty('background')
  })
})

describe('is refused', () => {
  test.each<[Texts, string]>([
    [{ fill: '85%' }, 'fill needs canvas or preset'],
    [{ align: 'bottom' }, 'align needs canvas or preset'],
    [{ margin: '5%' }, 'margin needs crop, canvas or preset'],
    [{ canvas: '1:1', margin: '5px' }, 'margin must be in % where canvas is a ratio'],
    [{ canvas: '100x100', crop: '1' }, 'crop has no meaning on a canvas'],
    [{ preset: 'ebay', scale: '50%' }, 'scale has no meaning on a canvas'],
    [{ shadow_strength: '10' }, 'shadow_strength needs shadow'],
    [{ bg_gradient: '#fff #000', bg_image: true }, 'bg_image and bg_gradient are two backgrounds'],
    [{ bg_gradient: '#fff #000', bg_blur: '10' }, 'bg_blur blurs a picture'],
    [{ output: 'mask', shadow: 'drop' }, 'shadow has no meaning for a mask'],
    [{ output: 'foreground', bg_blur: '10' }, 'bg_blur has no meaning for a foreground'],
  ])('%j', (texts, message) => {
    expect(() => made(texts)).toThrow(message)
  })

  test.each<[RenderingField, string, string]>([
    ['canvas', '2000', 'canvas must be a size such as 2000x2000'],
    ['canvas', '8x8', "with sides of 16 to 4096 px, or a ratio such as 1:1 or 4:5; got '8x8'"],
    ['canvas', '5000x10', 'got'],
    ['canvas', '1:0', 'got'],
    ['canvas', '1:99', 'got'],
    ['fill', '101%', 'fill must be 10% to 100%'],
    ['fill', '5', 'fill must be'],
    ['bg_gradient', '#fff', 'bg_gradient must be two colours'],
    ['bg_gradient', '#fff #0008', 'two colours'],
    ['bg_gradient', 'red nocolour', 'two colours'],
    ['bg_gradient', '#fff #000 sideways', 'two colours'],
    ['preset', 'amazonas', 'There is no preset amazonas'],
    ['preset', 'amazon,amazon_main', 'a preset, or up to 10'],
    ['quality', '0', 'a whole number from 1 to 100'],
    ['shadow', 'black', 'one of none, contact, drop, natural'],
  ])('%s=%s', (name, text, message) => {
    expect(() => readers[name].read(text, name)).toThrow(message)
  })
})

test('a gradient is read with names, digits and a shape', () => {
  expect(readers.bg_gradient.read('White, #d8dce2 radial', 'bg_gradient')).toEqual({
    kind: 'gradient',
    from: { r: 255, g: 255, b: 255 },
    to: { r: 216, g: 220, b: 226 },
    shape: 'radial',
  })
})
