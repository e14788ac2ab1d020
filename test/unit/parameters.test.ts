/** The vocabulary of parameters: what each reader takes, and what it says about the rest. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { idPhotoColour, plainColour, webColour } from '../../src/parameters/colours.js'
import { customSize } from '../../src/parameters/custom-size.js'
import {
  anyFormat,
  channels,
  plainSize,
  preferredClass,
  sizeCap,
  sizeTier,
  typeLevel,
} from '../../src/parameters/cutout.js'
import { formatById, formatOf, purpose, wantedPhoto } from '../../src/parameters/id-photo.js'
import { margins, position, regionOfInterest, scale } from '../../src/parameters/lengths.js'
import { countFrom, numberWithin } from '../../src/parameters/numbers.js'
import { sheetReaders } from '../../src/parameters/print-sheet.js'
import { BadParameter, type Reader } from '../../src/parameters/reader.js'
import { base64File, file, webAddress } from '../../src/parameters/sources.js'
import { prompt, strength, styleById } from '../../src/parameters/style.js'
import { exactlyOneOf, flag, oneOf } from '../../src/parameters/words.js'

const readers: Readonly<Record<string, Reader<unknown>>> = {
  plainColour,
  webColour,
  idPhotoColour: idPhotoColour(),
  margins,
  regionOfInterest,
  scale,
  position,
  sizeTier,
  plainSize,
  sizeCap: sizeCap(['full', 'medium', 'hd', '4k'], 100),
  preferredClass,
  typeLevel,
  channels,
  anyFormat,
  flag,
  count: countFrom(1),
  width_mm: customSize.width_mm,
  dpi: customSize.dpi,
  format: formatById(),
  purpose,
  ...sheetReaders(formatById()),
  style: styleById(),
  prompt,
  strength,
  webAddress: webAddress(),
  base64File,
  file,
}

/** What people may send: words that mean something somewhere, numbers, and anything else. */
const texts = fc.oneof(
  fc.constantFrom('auto', 'PNG', 'full', '4k', 'transparent', 'White', '#fff', '0AF8', 'true', '1', 'original', '50%'),
  fc.constantFrom(
    '10px 5%',
    '0 0 100% 100%',
    'A4',
    '100x150mm',
    'us_passport:2,35x45mm:4',
    'us_passport',
    'ink-sketch',
    'https://x/y',
    'constructor',
    '__proto__',
  ),
  fc.double().map(String),
  fc.nat(5000).map(String),
  fc.string({ maxLength: 200 }),
)

describe('whatever is given', () => {
  test.each(Object.entries(readers))('%s reads it, or says what is allowed and what it got', (_, it) => {
    fc.assert(
      fc.property(texts, (text) => {
        try {
          it.read(text, '--name')
        } catch (error) {
          expect(error).toBeInstanceOf(BadParameter)
          const { message, parameter, rule = '' } = error as BadParameter
          expect(parameter).toBe('--name')
          expect(message).toBe(`--name must be ${rule}`)
          expect(rule.startsWith(it.allowed)).toBe(true)
          if (it !== file) expect(rule.slice(it.allowed.length)).toMatch(/^; got '.{0,61}'/s)
        }
      }),
      { numRuns: 50 },
    )
  })

  test.each(Object.entries(readers).filter(([, { schema }]) => 'enum' in schema || 'pattern' in schema))(
    '%s takes what the document says, in any case where it lists words',
    (_, it) => {
      const { enum: words = [], pattern = '' } = it.schema as { enum?: readonly string[]; pattern?: string }
      for (const word of words) {
        expect(it.read(word.toUpperCase(), 'x')).toEqual(it.read(word, 'x'))
        expect(() => it.read(`${word}x`, 'x')).toThrow(it.allowed)
      }
      if (words.length > 0 || it === readers.webAddress) return
      fc.assert(
        fc.property(fc.oneof(texts, fc.stringMatching(new RegExp(pattern), { size: 'small' })), (text) => {
          const take = (): unknown => it.read(text, 'x')
          if (new RegExp(pattern).test(text)) expect(take).not.toThrow()
          else expect(take).toThrow(BadParameter)
        }),
      )
    },
  )

  test('a long value is not quoted in full', () => {
    expect(() => plainSize.read('x'.repeat(5000), 'size')).toThrow(
      `size must be one of preview, full, auto; got '${'x'.repeat(60)}…'`,
    )
  })
})

describe('words', () => {
  test('are read in any case, and are never names that every object has', () => {
    expect(oneOf(['png', 'jpg']).read('PNG', 'format')).toBe('png')
    expect(() => oneOf(['png']).read('constructor', 'format')).toThrow('format must be one of png')
    expect(flag.read(true, 'crop')).toBe(true)
    expect(flag.read(0, 'crop')).toBe(false)
  })

  test('of settings are read as they are written', () => {
    expect(exactlyOneOf(['fast']).read('fast', 'QUALITY')).toBe('fast')
    expect(() => exactlyOneOf(['fast']).read('Fast', 'QUALITY')).toThrow("QUALITY must be one of fast; got 'Fast'")
  })
})

describe('numbers', () => {
  const whole = numberWithin({ min: 0, max: 100, whole: true })
  test.each([0, 7, 100, '0', '100', '7.0'])('%j is a whole number up to 100', (given) => {
    expect(whole.read(given, 'n')).toBe(Number(given))
  })
  test.each([
    '',
    '-1',
    '+1',
    '1e2',
    '0x10',
    '1,5',
    '.5',
    '5.',
    ' 5',
    '٥',
    'NaN',
    '101',
    0.5,
    101,
    Number.NaN,
    '9'.repeat(400),
  ])('%j is none', (given) => {
    expect(() => whole.read(given, 'n')).toThrow('n must be a whole number from 0 to 100')
  })
  test('counts have no upper bound that is worth mentioning', () => {
    expect(countFrom(1).read('1000000', '--jobs')).toBe(1_000_000)
    expect(() => countFrom(1).read('0', '--jobs')).toThrow("--jobs must be a whole number of at least 1; got '0'")
  })
})

/** The names of CSS Color Module Level 4. */
const CSS_COLOURS = `
  aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood
  cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray
  darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen
  darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue
  firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew
  hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
  lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
  lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue
  mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred
  midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
  palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
  rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue
  slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white
  whitesmoke yellow yellowgreen
`

describe('colours', () => {
  test('all 148 names of CSS are known', () => {
    const names = CSS_COLOURS.trim().split(/\s+/)
    expect(new Set(names).size).toBe(148)
    for (const name of names) expect(webColour.read(name, 'x')).toMatchObject({ alpha: 255 })
    expect(webColour.read('lightgoldenrodyellow', 'x')).toEqual({ r: 250, g: 250, b: 210, alpha: 255 })
    expect(webColour.read('slategrey', 'x')).toEqual(webColour.read('slategray', 'x'))
  })

  test('of ID photos go by the names of the catalogue, or by hexadecimal digits', () => {
    const colour = idPhotoColour()
    expect(colour.read('Blue', 'x')).toEqual({ r: 0x43, g: 0x8e, b: 0xdb })
    for (const text of ['#0a0B0c', '0A0b0C']) expect(colour.read(text, 'x')).toEqual({ r: 10, g: 11, b: 12 })
    for (const text of ['#F00', 'f00', '#FF0000']) expect(colour.read(text, 'x')).toEqual(colour.read('red', 'x'))
    for (const text of ['', 'pink', '#ffff', '##fff', 'constructor', '#12345g']) {
      expect(() => colour.read(text, 'bg_color'), text).toThrow('bg_color must be one of white, off_white, blue')
    }
  })

  test('transparent is no colour', () => {
    for (const it of [plainColour, webColour]) expect(it.read('Transparent', 'x')).toBeUndefined()
  })
})

describe('ids', () => {
  test('are read in any case', () => {
    expect(formatById().read('US_Passport', 'spec')).toMatchObject({ id: 'us_passport' })
    expect(styleById().read('Ink-Sketch', 'style')).toBe('ink-sketch')
    expect(styleById().read('Anime', 'style'), 'a former style').toBe('anime')
  })
  test('that are near are suggested, else all are listed', () => {
    expect(() => styleById().read('watrcolour', 'style')).toThrow("got 'watrcolour'. Did you mean watercolour?")
    expect(() => styleById().read('x'.repeat(101), 'style')).toThrow(/All ids: .*ink-sketch/)
    expect(() => formatById().read('france', 'spec')).toThrow(/Did you mean fr_passport \(/)
    expect(() => formatById().read('moon', 'spec')).toThrow(/got 'moon'\. All ids: .*us_passport/)
  })
})

describe('the format of an ID photo', () => {
  const spec = formatById().read('1inch', 'spec')
  const nameOf = (name: string): string => `<${name}>`
  test('is one of the catalogue, or a size of one’s own', () => {
    expect(formatOf({ spec }, nameOf)).toBe(spec)
    expect(formatOf({ width_mm: '35', height_mm: 45 }, nameOf)).toMatchObject({ width_px: 413, height_px: 531 })
  })
  test.each<[Parameters<typeof formatOf>[0], string]>([
    [{}, '<spec> is missing; it must be the id of a format'],
    [{ spec, max_kb: 30 }, 'Give either <spec> or a size of your own, not both: <max_kb> is for the latter'],
    [{ width_mm: '35' }, '<height_mm> is missing; it must be a number from 10 to 200'],
    [{ width_mm: '35', height_px: 600 }, 'Give the size once: <width_mm> and <height_mm>, or <width_px> and'],
    [{ width_mm: 35, height_mm: 45, head_min: 60 }, '<head_min> needs <head_max> as well, a number from 20 to 90'],
  ])('%j is refused', (given, message) => {
    expect(() => formatOf(given, nameOf)).toThrow(message)
  })
  test('at another density has the pixels of its millimetres', () => {
    expect(formatOf({ spec, dpi: 600 }, nameOf)).toMatchObject({ id: '1inch', width_px: 591, height_px: 827, dpi: 600 })
  })
  test('for print has its millimetres and no limits', () => {
    const upload = formatById().read('cn_visa_online', 'spec')
    const print = formatOf({ spec: upload, purpose: 'print' }, nameOf)
    expect(print).toMatchObject({ width_px: 354, height_px: 472, dpi: 300, px_range: null, min_kb: null, max_kb: null })
    expect(wantedPhoto({ spec: upload, purpose: 'print' }, nameOf)).toHaveProperty('finestDpi', 600)
    expect(wantedPhoto({ spec: upload, purpose: 'print', dpi: 400 }, nameOf)).not.toHaveProperty('finestDpi')
  })
  const readers = sheetReaders(formatById())
  const sheet = readers.sheet.read('4x6', 'sheet')
  const photos = (text: string) => readers.sheet_photos.read(text, 'sheet_photos')
  test('a sheet has as many copies as fit, or what it is told', () => {
    expect(wantedPhoto({ spec, sheet }, nameOf).sheet).toMatchObject({
      photos: [{ copies: 12 }],
      dpi: 300,
      format: 'jpg',
    })
    const mixed = wantedPhoto({ sheet, sheet_photos: photos('us_passport:2, 35x45mm:4'), sheet_dpi: 600 }, nameOf)
    expect(mixed.spec).toMatchObject({ id: 'us_passport', width_px: 600 })
    expect(mixed.sheet?.photos).toMatchObject([
      { copies: 2, spec: { width_px: 1200, max_kb: null } },
      { copies: 4, spec: { id: '35x45mm', width_px: 827, height_px: 1063 } },
    ])
    expect(readers.sheet.read('8X10in', 'sheet')).toEqual({ name: '8x10in', width_mm: 203.2, height_mm: 254 })
  })
  test.each<[() => unknown, string]>([
    [() => wantedPhoto({ spec, copies: 2 }, nameOf), '<copies> is for sheets: give <sheet> as well'],
    [
      () => wantedPhoto({ spec, sheet, copies: 13 }, nameOf),
      '<copies> must be at most 12, which is what one sheet holds; got 13. <sheet_format> pdf has',
    ],
    [
      () => wantedPhoto({ spec, sheet, sheet_photos: photos('1inch') }, nameOf),
      '<sheet_photos> says what is on the sheet, and how often: leave out <spec>',
    ],
    [
      () => wantedPhoto({ sheet, sheet_photos: photos('1inch:12,us_passport:1') }, nameOf),
      '<sheet_photos> lists 13 photos, but only',
    ],
    [
      () => wantedPhoto({ sheet: { name: 'x', width_mm: 450, height_mm: 450 }, spec, sheet_dpi: 600 }, nameOf),
      'at 600 dpi is too large for a JPEG: give <sheet_format> pdf, or <sheet_dpi> 300',
    ],
    [() => wantedPhoto({ width_mm: 60, height_mm: 150, sheet }, nameOf), "fits on; got '4x6' with margins of 3 mm"],
    [
      () => wantedPhoto({ width_mm: 35, height_mm: 45, max_kb: 20, purpose: 'print' }, nameOf),
      '<max_kb> is for uploads',
    ],
    [() => photos('us_passport:0'), "each at most 100 times; got 'us_passport:0'"],
    [() => photos('usa:2'), 'Did you mean'],
    [() => photos('35x450mm'), 'height must be a number from 10 to 200'],
    [() => readers.sheet.read('20x30mm', 'sheet'), 'with sides of 50 to 450 mm'],
    [
      () => formatOf({ spec: formatById().read('cn_visa_online', ''), dpi: 600 }, nameOf),
      'cn_visa_online must have exactly 420 x 560 pixels; <purpose> print',
    ],
    [
      () => formatOf({ spec: formatById().read('kr_passport', ''), dpi: 600 }, nameOf),
      'has 827 x 1063 pixels, but must have 395 x 507 to 431 x 550',
    ],
  ])('%s is refused', (attempt, message) => {
    expect(attempt).toThrow(message)
  })
})

test('a prompt is as long as it is once it is normalised', () => {
  expect(prompt.read('x'.repeat(500), 'prompt')).toHaveLength(500)
  expect(() => prompt.read('\ufdfa'.repeat(28), 'prompt')).toThrow('prompt must be a text of 1 to 500 characters')
})

test('an address can have a largest length', () => {
  const address = `https://example.com/${'a'.repeat(4096)}`
  expect(webAddress().read(address, 'image_url')).toBe(address)
  expect(() => webAddress(4096).read(address, 'image_url')).toThrow('image_url must be an absolute http or https URL')
})
