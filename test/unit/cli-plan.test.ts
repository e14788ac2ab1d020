/** Which photos the arguments mean, and which file each becomes. */
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { destinationOf, formatFor } from '../../src/cli/batch/destination.js'
import { findPhotos } from '../../src/cli/batch/find-photos.js'
import { parseGlob } from '../../src/cli/batch/glob.js'
import type { Item, Naming } from '../../src/cli/batch/item.js'
import { operandsOf } from '../../src/cli/batch/operands.js'
import { planItems } from '../../src/cli/batch/plan.js'
import { readRequest } from '../../src/cli/batch/request.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
const at = (...names: string[]): string => path.join(folder, ...names)
const kindNamed = (name: string) => ({ extension: 'png', name })
const naming: Naming = { kinds: [kindNamed('{name}.{ext}')] }
const besides: Naming = { kinds: [kindNamed('{name}-cutout.{ext}')] }
const withSheet: Naming = { kinds: [...naming.kinds, kindNamed('{name}-4x6.{ext}')] }

const write = (...names: string[]): void => {
  for (const name of names) {
    mkdirSync(path.dirname(at(name)), { recursive: true })
    writeFileSync(at(name), name)
  }
}

beforeAll(() => {
  write('photos/a.jpg', 'photos/B.JPEG', 'photos/deep/er/c.webp', 'photos/deep/notes.txt', 'photos/.hidden.jpg')
  write('photos/out/a.png', 'photos/phone.heic', 'photos/odd[1].png', 'other/a.jpg', 'pair/x.jpg', 'pair/x.webp')
  write('photos.v2/d.bmp')
  symlinkSync(at('photos'), at('photos/deep/circle'))
  symlinkSync(at('other/a.jpg'), at('photos/linked.jpg'))
})

/** Input → output, below the folder. */
const plan = async (inputs: readonly string[], output = 'results'): Promise<Record<string, string>> => {
  const found = await findPhotos(
    inputs.map((input) => at(input)),
    at(output),
  )
  const readable = found.filter(({ refusal }) => refusal === undefined)
  const items = planItems(readable, destinationOf(at(output), ['png']), naming)
  const short = (file: string): string => path.relative(folder, file)
  return Object.fromEntries(items.map((item: Item) => [short(item.input), short(item.files[0])]))
}

describe('photos', () => {
  test('of a folder are mirrored; what is hidden, no photo, a result or a linked folder is left out', async () => {
    expect(await plan(['photos'], 'photos/out')).toEqual({
      'photos/a.jpg': 'photos/out/a.png',
      'photos/B.JPEG': 'photos/out/B.png',
      'photos/deep/er/c.webp': 'photos/out/deep/er/c.png',
      'photos/linked.jpg': 'photos/out/linked.png',
      'photos/odd[1].png': 'photos/out/odd[1].png',
      'photos/phone.heic': 'photos/out/phone.png',
    })
  })

  test('of several folders go below the names of these', async () => {
    expect(await plan(['other', 'pair'])).toEqual({
      'other/a.jpg': 'results/other/a.png',
      'pair/x.jpg': 'results/pair/x-jpg.png',
      'pair/x.webp': 'results/pair/x-webp.png',
    })
  })

  test('that are named are taken whatever their ending, and each only once', async () => {
    expect(await plan(['photos/deep/notes.txt', 'photos/odd[1].png', 'photos/deep/notes.txt'])).toEqual({
      'photos/deep/notes.txt': 'results/notes.png',
      'photos/odd[1].png': 'results/odd[1].png',
    })
  })

  test.each([
    ['photos/*.jpg', { 'photos/a.jpg': 'results/a.png', 'photos/linked.jpg': 'results/linked.png' }],
    ['photos/**/*.{webp,gif}', { 'photos/deep/er/c.webp': 'results/deep/er/c.png' }],
    ['p*/[!a-z]*', { 'photos/B.JPEG': 'results/photos/B.png' }],
    ['?ther/a.*', { 'other/a.jpg': 'results/other/a.png' }],
  ])('that match %s', async (pattern, expected) => {
    expect(await plan([pattern])).toEqual(expected)
  })

  test('are known by their first bytes, too; pictures of other kinds are found with the reason why they are refused', async () => {
    const heads = {
      'no-ending': '\xff\xd8\xff\xe0 a JPEG',
      'jpeg.heic': '\xff\xd8\xff\xe0 a JPEG by the name of another kind',
      'text.txt': 'BMW, no bitmap',
      'film.mp4': '\0\0\0\x18ftypmp42\0\0\0\0',
      'phone.heic': '\0\0\0\x18ftypheic\0\0\0\0',
      'raw.CR2': 'by its ending alone',
      'scan.tif': 'II*\0\x08\0\0\0',
      'unnamed-avif': '\0\0\0\x20ftypavif\0\0\0\0',
    }
    mkdirSync(at('mixed'))
    for (const [name, head] of Object.entries(heads)) writeFileSync(at('mixed', name), head, 'latin1')
    const found = await findPhotos([at('mixed')], undefined)
    expect(Object.fromEntries(found.map(({ place, refusal }) => [place, refusal]))).toEqual({
      'jpeg.heic': undefined,
      'no-ending': undefined,
      'phone.heic': undefined,
      'raw.CR2': 'The file is not a JPEG, PNG, WebP, BMP, HEIC, AVIF, TIFF or GIF image',
      'scan.tif': undefined,
      'unnamed-avif': undefined,
    })
  })

  test('that are not there are the caller’s mistake', async () => {
    await expect(plan(['nowhere.jpg'])).rejects.toThrow('nowhere.jpg cannot be read')
    await expect(plan(['photos/*.txt'])).rejects.toThrow('No photo matches')
    await expect(plan(['photos'], 'photos')).rejects.toThrow('cannot go into')
  })
})

describe('names', () => {
  test('that are the same but for the ending keep it; those that are the same in full are refused', async () => {
    expect(await plan(['pair/x.jpg', 'pair/x.webp', 'other/a.jpg'])).toEqual({
      'pair/x.jpg': 'results/x-jpg.png',
      'pair/x.webp': 'results/x-webp.png',
      'other/a.jpg': 'results/a.png',
    })
    await expect(plan(['photos/a.jpg', 'other/a.jpg'])).rejects.toThrow('would both become')
  })

  test('of photos are never those of results', () => {
    const photos = [{ file: 'x/a.png', place: 'a.png' }]
    expect(() => planItems(photos, { kind: 'file', file: 'x/a.png' }, naming)).toThrow('would overwrite the photo')
    expect(() => planItems(photos, { kind: 'folder', folder: 'x' }, naming)).toThrow('would overwrite the photo')
    expect(planItems(photos, { kind: 'beside' }, besides)).toEqual([{ input: 'x/a.png', files: ['x/a-cutout.png'] }])
  })

  test('of a pattern start from its first folder without a sign', () => {
    expect(parseGlob('/a/b/*/c?.jpg')).toMatchObject({ base: '/a/b', depth: 2 })
    expect(parseGlob('*.jpg')).toMatchObject({ base: '.', depth: 1 })
    expect(parseGlob('/*.jpg').base).toBe('/')
    expect(parseGlob('a+(b)*.jpg').matches.test('a+(b)c.jpg')).toBe(true)
  })
})

/** The photos of the folder `kept` lie in reach of the results, by whatever name. */
describe('a photo is never overwritten', () => {
  beforeAll(() => {
    write('kept/a.png', 'kept/deep/b.png', 'kept/deep/results/a.png', 'kept/c-4x6.png', 'elsewhere/first/a.jpg')
    write('elsewhere/second/a.jpg', 'twins/IMG.JPG', 'twins/img.jpg', 'mirrored/first/a.png')
    symlinkSync(at('kept'), at('link-to-kept'))
    symlinkSync(at('kept/deep/results'), at('link-to-results'))
    symlinkSync(at('kept/a.png'), at('link-to-a.png'))
    linkSync(at('kept/a.png'), at('hard-link-to-a.png'))
    symlinkSync(at('mirrored/first'), at('mirrored/second'))
  })

  test('through a link to its folder', async () => {
    await expect(plan(['kept'], 'link-to-kept')).rejects.toThrow('cannot go into')
    await expect(plan(['link-to-kept'], 'kept')).rejects.toThrow('cannot go into')
    await expect(plan(['kept/a.png'], 'link-to-kept')).rejects.toThrow('would overwrite the photo')
    await expect(plan(['kept/*.png'], 'link-to-kept')).rejects.toThrow('would overwrite the photo')
  })

  test('and a folder of results below the photos is found behind a link, too', async () => {
    expect(Object.keys(await plan(['kept'], 'link-to-results'))).toEqual([
      'kept/a.png',
      'kept/c-4x6.png',
      'kept/deep/b.png',
    ])
  })

  test.each(['link-to-a.png', 'hard-link-to-a.png', 'kept/A.PNG', 'link-to-kept/A.png'])('as %s', async (output) => {
    await expect(plan(['kept/a.png'], output)).rejects.toThrow(`would overwrite the photo ${at('kept/a.png')}`)
  })

  test.each(['link-to-a.png', 'hard-link-to-a.png'])('when it is read through %s', async (input) => {
    await expect(plan([input], 'kept/a.png')).rejects.toThrow('would overwrite the photo')
  })

  test('by the second file of a result, or where it is the picture behind the subject', () => {
    const photo = { file: at('kept/c-4x6.png'), place: 'c-4x6.png' }
    const planAs = (output: string, as: Naming) => planItems([photo], { kind: 'file', file: at(output) }, as)
    expect(() => planAs('kept/c.png', withSheet)).toThrow('would overwrite the photo')
    expect(planAs('kept/d.png', withSheet)[0]?.files).toEqual([at('kept/d.png'), at('kept/d-4x6.png')])
    expect(() => planAs('kept/a.png', { ...naming, background: at('hard-link-to-a.png') })).toThrow(
      'would overwrite the photo',
    )
  })

  test('nor is a result by another, or by the second file of another', async () => {
    await expect(plan(['elsewhere'], 'mirrored')).rejects.toThrow(
      `${at('elsewhere/first/a.jpg')} and ${at('elsewhere/second/a.jpg')} would both become`,
    )
    await expect(plan(['twins'])).rejects.toThrow(`${at('twins/IMG.JPG')} and ${at('twins/img.jpg')} would both become`)
    const photos = ['a.jpg', 'a-4x6.jpg'].map((place) => ({ file: at('twins', place), place }))
    expect(() => planItems(photos, { kind: 'folder', folder: at('results') }, withSheet)).toThrow('would both become')
  })
})

describe('OUT', () => {
  test('is a file or a folder by its name, unless it is there', () => {
    expect(destinationOf('-', ['png'])).toEqual({ kind: 'standard output' })
    expect(destinationOf('out', ['png'])).toEqual({ kind: 'folder', folder: 'out' })
    expect(destinationOf('out.v2/', ['png'])).toEqual({ kind: 'folder', folder: 'out.v2/' })
    expect(destinationOf(at('photos.v2'), ['png'])).toEqual({ kind: 'folder', folder: at('photos.v2') })
    expect(destinationOf('out.JPEG', ['png', 'jpg'])).toEqual({ kind: 'file', file: 'out.JPEG' })
    expect(() => destinationOf('out.gif', ['png', 'jpg'])).toThrow('The output must end in .png or .jpg')
  })

  test('decides the format, unless that is given', () => {
    const formats = ['png', 'jpg', 'webp'] as const
    expect(formatFor({ kind: 'file', file: 'a.webp' }, undefined, formats)).toBe('webp')
    expect(formatFor({ kind: 'folder', folder: 'a' }, undefined, formats)).toBe('png')
    expect(formatFor({ kind: 'folder', folder: 'a' }, 'jpg', formats)).toBe('jpg')
    expect(() => formatFor({ kind: 'file', file: 'a.png' }, 'jpg', formats)).toThrow('does not match')
  })
})

describe('requests', () => {
  const read = (values: Record<string, string | boolean | string[]>) => readRequest(values, ['png'], true)

  test('skip what is newer in folders only, unless told otherwise', () => {
    expect(read({ photos: ['a.jpg'], output: 'out' }).existing).toBe('newer')
    expect(read({ photos: ['a.jpg'] })).toMatchObject({ existing: 'newer', destination: { kind: 'beside' } })
    expect(read({ photos: ['a.jpg'], output: 'out.png' }).existing).toBe('overwrite')
    expect(read({ photos: ['a.jpg'], output: 'out', overwrite: true }).existing).toBe('overwrite')
    expect(read({ photos: ['a.jpg'], output: 'out.png', 'skip-existing': true }).existing).toBe('skip')
    expect(read({ photos: ['-'] }).destination.kind).toBe('standard output')
  })

  test.each<[Record<string, string | boolean | string[]>, string]>([
    [{ photos: [] }, 'The photo is missing'],
    [{ photos: ['a', 'b'], output: 'out.png' }, 'several photos'],
    [{ photos: ['a', '-'], output: 'out' }, 'stdin cannot be combined with other inputs'],
    [{ photos: ['-'], output: 'out' }, 'needs -o FILE'],
    [{ photos: ['-'], json: true }, 'cannot both'],
    [{ photos: ['-'], output: 'out.png', report: 'r.csv' }, '--report and --contact-sheet are about files'],
    [{ photos: ['a'], output: 'out.png', 'contact-sheet': 'r.htm' }, '--contact-sheet must end in .html'],
    [{ photos: ['a'], output: 'out.png', watch: true }, '--watch needs a folder'],
    [{ photos: ['*.jpg'] }, 'A pattern needs a folder'],
    [{ photos: ['a'], overwrite: true, 'skip-existing': true }, 'either --overwrite or --skip-existing'],
    [{ photos: ['a'], jobs: '0' }, '--jobs must be a whole number of at least 1'],
  ])('%j is explained', (values, message) => {
    expect(() => read(values)).toThrow(message)
  })
})

describe('two names without -o', () => {
  const of = (first: string, second: string) => operandsOf([first, second], undefined, ['png', 'jpg', 'webp'])
  const photo = (name: string) => at('other', name)

  test.each([photo('new.png'), photo('new'), '-'])('are photo and result where the second is new: %s', (second) => {
    expect(of(photo('a.jpg'), second)).toEqual({ inputs: [photo('a.jpg')], output: second })
  })

  test('are two photos where both are there and of one kind, or the second is a pattern or an address', () => {
    for (const second of [at('photos/a.jpg'), at('photos/*.jpg'), 'https://a.example/b.jpg?c=*']) {
      expect(of(photo('a.jpg'), second)).toEqual({ inputs: [photo('a.jpg'), second], output: undefined })
    }
  })

  test('are neither where the second may be a photo or an earlier result: the caller says which', () => {
    expect(() => of(photo('a.jpg'), at('photos/out/a.png'))).toThrow(
      /a\.png exists: is it a photo too\? .* -o .*a\.png/,
    )
    expect(() => of(photo('a.jpg'), at('pair'))).toThrow(/For results in the folder .*pair: -o .*pair/)
  })

  test('with -o are two photos', () => {
    expect(operandsOf(['a', 'b'], 'out', ['png'])).toEqual({ inputs: ['a', 'b'], output: 'out' })
  })
})

describe('photos on the web', () => {
  test.each([
    ['https://a.example/shop/shoe%20red.jpg?w=2000', 'shoe red.jpg'],
    ['http://a.example/pictures/', 'pictures'],
    ['http://a.example', 'a.example'],
    ['http://a.example/..%2F..%2Fetc%2Fpasswd', '_.._etc_passwd'],
    ['http://a.example/%zz', '%zz'],
  ])('%s is called %s', async (address, place) => {
    expect(await findPhotos([address], undefined)).toEqual([{ file: address, place }])
  })

  test('become files in the folder of results, or in this one', async () => {
    const found = await findPhotos(['https://a.example/b/c.jpg?d=1'], undefined)
    expect(planItems(found, { kind: 'folder', folder: 'out' }, naming)[0]?.files[0]).toBe(path.join('out', 'c.png'))
    expect(planItems(found, { kind: 'beside' }, besides)[0]?.files[0]).toBe('c-cutout.png')
  })
})
