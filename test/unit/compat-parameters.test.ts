/** What the compatible dialect accepts and refuses; numbers in brackets are the vectors of its contract. */
import { describe, expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { type CompatParameters, readCompatParameters } from '../../src/http/compat/parameters.js'
import { ParameterProblems, type Problem } from '../../src/http/compat/problems.js'
import type { Form } from '../../src/http/form.js'

type Fields = Record<string, string>

const formOf = (fields: Fields, files: readonly string[] = [], malformed: readonly string[] = []): Form => ({
  fields: new Map(Object.entries(fields)),
  files: new Map(files.map((name) => [name, { path: `/spool/${name}`, bytes: 9, sha256: '00' }])),
  malformed: new Set(malformed),
  lists: new Map(),
})

const read = (fields: Fields, ...files: string[]): CompatParameters =>
  readCompatParameters(formOf(fields, ['image_file', ...files]))

function problemsOf(form: Form): readonly Problem[] {
  try {
    readCompatParameters(form)
  } catch (error) {
    if (error instanceof ParameterProblems) return error.problems
    throw error
  }
  return []
}

const titlesOf = (fields: Fields, ...files: string[]): string[] =>
  problemsOf(formOf(fields, files)).map(({ title }) => title)

const px = (value: number) => ({ value, unit: 'px' })
const pc = (value: number) => ({ value, unit: '%' })

test('nothing but a photo: the defaults', () => {
  expect(read({})).toEqual({
    source: { file: '/spool/image_file', parameter: 'image_file' },
    size: 'preview',
    classify: true,
    format: 'auto',
    channels: 'rgba',
  })
})

describe('refused values', () => {
  test.each<[name: string, values: readonly string[]]>([
    ['size', ['gigantic', 'full hd', 'constructor']], // [5]
    ['type', ['banana']], // [77]
    ['type_level', ['3', 'all']], // [80]
    ['format', ['gif', 'json', 'jpeg']], // [59]
    ['roi', ['0 0 100% 101%', '0 0 10', '5 5 5 9', '5 5 9 5', '0 0 0% 9', '0,0,9,9', '0 0 9 9 9', '0 0 9 1e3']], // [54]
    ['roi', ['0 0 -9 9', '0 0 9em 9', '0 0 9 px 9', 'original', '0 0 100% 100.1%']],
    ['crop', ['yes', '2', 'on']], // [24]
    ['crop_margin', ['50.1%', '501px', '501', '-1px', 'bogus', '1 2 3', '10 px', '1 2 3 4 5', '.5', '5.', '+5', '1,5']], // [33]
    ['scale', ['5%', '101%', '50', 'half', '50px', '50% 50%', '9.9%', '50 %']], // [45]
    ['position', ['left', '101%', '10px', '1% 2% 3%', '50', 'center center', '-1%', '50% center']], // [49]
    ['channels', ['rgb', 'a']], // [75]
    ['bg_color', ['ff', '#12345', 'notacolor', 'rgb(1,2,3)', '##fff', '#white', '1234567', '#', 'ggg']], // [66]
    ['bg_image_url', ['ftp://x/y', 'photo.jpg', '//x/y', 'http:x', 'http://', 'data:image/png;base64,AAAA']],
    ['bg_image_file', ['text']],
  ])('%s', (name, values) => {
    for (const value of values) {
      expect([value, titlesOf({ [name]: value }, 'image_file')]).toEqual([value, [`Invalid parameter: ${name}`]])
    }
  })

  test('name the rule and the value', () => {
    expect(problemsOf(formOf({ crop_margin: '51%' }, ['image_file']))).toEqual([
      {
        title: 'Invalid parameter: crop_margin',
        detail: "Use 1, 2 or 4 values of at most 50% or 500px; got '51%'.",
      },
    ])
    const [problem] = problemsOf(formOf({ size: 'x'.repeat(10_000) }, ['image_file']))
    expect(problem?.detail).toMatch(/^Use one of preview, small, .*, 50MP, auto; got 'x{60}…'\.$/)
  })

  test('[106] are all reported, image sources first, then in the order of the contract', () => {
    expect(titlesOf({ scale: '1%', crop_margin: '99%' }, 'image_file')).toEqual([
      'Invalid parameter: crop_margin',
      'Invalid parameter: scale',
    ])
    const everything = ['bg_image_url', 'bg_color', 'channels', 'position', 'scale', 'crop_margin', 'crop', 'roi']
    const fields = Object.fromEntries([...everything, 'format', 'type_level', 'type', 'size'].map((it) => [it, '?']))
    expect(titlesOf(fields)).toEqual([
      'No image given',
      ...['size', 'type', 'type_level', 'format', 'roi', 'crop', 'crop_margin', 'scale', 'position', 'channels'].map(
        (name) => `Invalid parameter: ${name}`,
      ),
      'Multiple background sources given',
      'Invalid parameter: bg_color',
      'Invalid parameter: bg_image_url',
    ])
  })

  test('[105] arrays and objects, but only for parameters that are read', () => {
    const malformed = ['size', 'bg_image_file', 'shadow_type', 'foo']
    expect(problemsOf(formOf({}, ['image_file'], malformed))).toEqual([
      {
        title: 'Invalid parameter: size',
        detail: expect.stringMatching(/^Use one of .*; got an array or an object\.$/),
      },
      {
        title: 'Invalid parameter: bg_image_file',
        detail: 'Use a file, in multipart/form-data; got an array or an object.',
      },
    ])
  })

  test('travel as one AppError with a message for every dialect', () => {
    const refuse = () => readCompatParameters(formOf({ size: 'big' }))
    expect(refuse).toThrow(AppError)
    expect(refuse).toThrow(/^No image given\. Send .* Invalid parameter: size\. Use one of .*; got 'big'\.$/)
    expect(refuse).toThrow(expect.objectContaining({ kind: 'invalid_request' }))
  })
})

describe('accepted values', () => {
  test.each<[fields: Fields, expected: Partial<CompatParameters>]>([
    [{ size: 'small' }, { size: 'preview' }], // [2]
    [{ size: 'Regular' }, { size: 'preview' }],
    [{ size: '50mp' }, { size: '50mp' }], // [4]
    [{ size: '50MP' }, { size: '50mp' }],
    [{ size: '4K' }, { size: '4k' }],
    [{ format: 'PNG' }, { format: 'png' }], // [58]
    [{ format: 'zip' }, { format: 'zip' }],
    [{ channels: 'Alpha' }, { channels: 'alpha' }],
    [{ type: 'car_interior' }, { prefer: 'car' }], // [76]
    [{ type: 'car_part' }, { prefer: 'car' }],
    [{ type: 'transportation' }, { prefer: 'car' }],
    [{ type: 'graphics' }, { prefer: 'other' }],
    [{ type: 'graphic' }, { prefer: 'other' }],
    [{ type: 'Person' }, { prefer: 'person' }],
    [{ type_level: 'none' }, { classify: false }], // [78]
    [{ type_level: '2' }, { classify: true }], // [79]
    [{ type_level: 'latest' }, { classify: true }],
    [{ roi: '0 0 100% 100%' }, { roi: [px(0), px(0), pc(100), pc(100)] } as Partial<CompatParameters>], // [50]
    [{ roi: '9PX\t1.5%\n 0 0' }, { roi: [px(9), pc(1.5), px(0), px(0)] } as Partial<CompatParameters>], // [52]
    [{ scale: '33.3%' }, { scalePercent: 33.3 }], // [39]
    [{ scale: '10%' }, { scalePercent: 10 }],
    [{ position: 'ORIGINAL' }, { position: 'original' }],
    [{ position: 'center' }, { position: { xPercent: 50, yPercent: 50 } }], // [46]
    [{ position: '25%' }, { position: { xPercent: 25, yPercent: 25 } }], // [47]
    [{ position: '100% 0%' }, { position: { xPercent: 100, yPercent: 0 } }], // [48]
  ])('%j', (fields, expected) => {
    expect(read(fields)).toMatchObject(expected)
  })

  test('[23] crop in all its spellings, and margins that wait for it', () => {
    for (const crop of ['1', 'TRUE', 'true']) expect(read({ crop })).toHaveProperty('crop')
    for (const crop of ['0', 'False']) expect(read({ crop, crop_margin: '10%' })).not.toHaveProperty('crop')
    expect(read({ crop_margin: '10%' })).not.toHaveProperty('crop') // [34]
    expect(read({ crop: '1' }).crop).toEqual({ top: px(0), right: px(0), bottom: px(0), left: px(0) })
  })

  test.each([
    ['10px', [px(10), px(10), px(10), px(10)]], // [25]
    ['10', [px(10), px(10), px(10), px(10)]],
    ['12.5%', [pc(12.5), pc(12.5), pc(12.5), pc(12.5)]], // [27]
    ['10% 5PX', [pc(10), px(5), pc(10), px(5)]], // [29]
    ['1px  2px 3px 4px', [px(1), px(2), px(3), px(4)]], // [30]
    ['50% 500', [pc(50), px(500), pc(50), px(500)]], // [31, 32]
  ])('crop_margin=%s', (crop_margin, [top, right, bottom, left]) => {
    expect(read({ crop: 'true', crop_margin }).crop).toEqual({ top, right, bottom, left })
  })

  test('what means the default leaves no trace', () => {
    expect(read({ scale: 'Original', type: 'auto', bg_color: 'Transparent' })).toEqual(read({}))
  })

  test('a pixel roi beyond any image is judged later, as a finite number', () => {
    expect(read({ roi: `0 0 1001 ${'9'.repeat(400)}` }).roi?.[3].value).toBe(Number.MAX_SAFE_INTEGER)
  })

  test('[81, 82] shadows, semitransparency and unknown fields are not looked at', () => {
    const fields = {
      shadow_opacity: '101',
      semitransparency: 'maybe',
      'shadow_type[car]': '3D',
      api_key: 'x',
      foo: '?',
    }
    expect(read(fields)).toEqual(read({}))
  })
})

describe('backgrounds', () => {
  test.each([
    ['fff', 255, 255, 255, 255], // [62]
    ['#FFF', 255, 255, 255, 255],
    ['FFFFFF', 255, 255, 255, 255],
    ['White', 255, 255, 255, 255],
    ['ffff', 255, 255, 255, 255],
    ['81d4fa77', 129, 212, 250, 119], // [63, 64]
    ['#1234', 17, 34, 51, 68],
    ['ffffff00', 255, 255, 255, 0], // [65]
    ['RebeccaPurple', 102, 51, 153, 255],
  ])('bg_color=%s', (bg_color, r, g, b, alpha) => {
    expect(read({ bg_color }).background).toEqual({ colour: { r, g, b, alpha } })
  })

  test('a picture, uploaded or by address', () => {
    expect(read({}, 'bg_image_file').background).toEqual({
      picture: { file: '/spool/bg_image_file', parameter: 'bg_image_file' },
    })
    expect(read({ bg_image_url: 'HTTPS://x/y z' }).background).toEqual({
      picture: { url: 'HTTPS://x/y z', parameter: 'bg_image_url' },
    })
  })

  test('[67] at most one', () => {
    const several = ['Multiple background sources given']
    expect(titlesOf({ bg_color: 'red', bg_image_url: 'http://x/y' }, 'image_file')).toEqual(several)
    expect(titlesOf({ bg_image_url: 'http://x/y' }, 'image_file', 'bg_image_file')).toEqual(several)
    expect(titlesOf({ bg_color: 'ffffff00' }, 'image_file', 'bg_image_file')).toEqual(several)
  })

  test('[68] transparent counts as none', () => {
    expect(read({ bg_color: 'transparent' }, 'bg_image_file').background).toEqual(read({}, 'bg_image_file').background)
  })
})

describe('image sources', () => {
  test('[83] none', () => {
    expect(problemsOf(formOf({}))).toEqual([
      { title: 'No image given', detail: 'Send one of image_file, image_file_b64 and image_url.' },
    ])
  })

  test('[84] more than one', () => {
    const several = ['Multiple image sources given']
    expect(titlesOf({ image_url: 'http://x/y' }, 'image_file')).toEqual(several)
    expect(titlesOf({ image_url: 'http://x/y' }, 'image_file_b64')).toEqual(several)
    expect(titlesOf({ image_url: 'y' }, 'image_file_b64')).toEqual([...several, 'Invalid parameter: image_url'])
  })

  test('image_file as text or object', () => {
    expect(titlesOf({ image_file: 'photo' })).toEqual(['Invalid parameter: image_file'])
    expect(problemsOf(formOf({}, [], ['image_file']))).toHaveLength(1)
  })

  test('[86] image_file_b64 is a file by now', () => {
    const { source } = readCompatParameters(formOf({}, ['image_file_b64']))
    expect(source).toEqual({ file: '/spool/image_file_b64', parameter: 'image_file_b64' })
  })

  test('[87] what could not be decoded', () => {
    expect(problemsOf(formOf({ image_file_b64: '@@@' }))).toEqual([
      {
        title: 'Invalid parameter: image_file_b64',
        detail: "Use base64, with or without a data:...;base64, prefix; got '@@@'.",
      },
    ])
  })

  test('image_url', () => {
    expect(readCompatParameters(formOf({ image_url: 'https://x/y' })).source).toEqual({
      url: 'https://x/y',
      parameter: 'image_url',
    })
    for (const image_url of ['ftp://x/y', 'photo.jpg', 'http:///', 'http://x:99999/', 'file:///etc/passwd']) {
      expect([image_url, titlesOf({ image_url })]).toEqual([image_url, ['Invalid parameter: image_url']]) // [88]
    }
  })
})
