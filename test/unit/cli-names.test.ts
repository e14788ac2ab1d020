/** `--name`: what results are called, and that no photo's name leads them out of their folder. */
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Naming } from '../../src/cli/batch/item.js'
import { checkTemplate, fillTemplate } from '../../src/cli/batch/name-template.js'
import { planItems } from '../../src/cli/batch/plan.js'

const namesFor = (template: string, ...photos: readonly string[]): string[] => {
  const kind = { extension: 'jpg', name: template, preset: 'ebay' }
  const found = photos.map((file) => ({ file, place: path.relative('in', file) }))
  return planItems(found, { kind: 'folder', folder: 'out' }, { kinds: [kind] }).map(({ files }) => files[0])
}

describe('names', () => {
  test.each([
    ['{name}.{ext}', 'out/SKU-7/front.jpg'],
    ['{name}-{preset}.{ext}', 'out/SKU-7/front-ebay.jpg'],
    ['{folder}-{name}.{ext}', 'out/SKU-7-front.jpg'],
    ['{preset}/{folder}/{n}.{ext}', 'out/ebay/SKU-7/001.jpg'],
    ['all/{name}.{ext}', 'out/all/front.jpg'],
  ])('%s', (template, expected) => {
    expect(namesFor(template, 'in/SKU-7/front.png')).toEqual([expected])
  })

  test('numbers follow the photos of the run, and have at least three digits', () => {
    const photos = Array.from({ length: 1000 }, (_, index) => `in/${String(index).padStart(4, '0')}.jpg`)
    const names = namesFor('{n}.{ext}', ...photos)
    expect([names[0], names[99], names[999]]).toEqual(['out/001.jpg', 'out/100.jpg', 'out/1000.jpg'])
  })

  test('of two photos are never the same', () => {
    expect(() => namesFor('x/{name}.{ext}', 'in/a/1.jpg', 'in/b/1.jpg')).toThrow('would both become')
    expect(namesFor('x/{folder}-{name}.{ext}', 'in/a/1.jpg', 'in/b/1.jpg')).toHaveLength(2)
  })

  test('beside the photos are those of the template, too', () => {
    const naming: Naming = { kinds: [{ extension: 'png', name: 'cut/{name}.{ext}' }] }
    const [item] = planItems([{ file: 'in/a.jpg', place: 'a.jpg' }], { kind: 'beside' }, naming)
    expect(item?.files).toEqual(['in/cut/a.png'])
  })

  test.each([
    ['{sku}.{ext}', '--name knows no {sku}: there are {name}, {preset}, {ext}, {folder}, {n}'],
    ['{}.{ext}', '--name knows no {}'],
    ['{name.{ext}', 'a brace without its other half'],
    ['{name}.jpg', 'must end in .{ext}'],
    ['../{name}.{ext}', 'below the folder of results'],
    ['a/../{name}.{ext}', 'below the folder of results'],
    ['/tmp/{name}.{ext}', 'below the folder of results'],
    ['C:{name}.{ext}', 'no backslash, colon'],
    ['a\\{name}.{ext}', 'no backslash, colon'],
    ['a\n{name}.{ext}', 'control character'],
  ])('%j is explained', (template, message) => {
    expect(() => checkTemplate(template)).toThrow(message)
  })
})

test('whatever photos and folders are called, results stay below their folder', () => {
  const name = fc
    .string({ unit: fc.constantFrom('.', '..', 'a', ' ', '{', '}', '{name}', '-', '\\', 'é'), maxLength: 6 })
    .filter((text) => !text.includes('/'))
  const pieces = ['{name}', '{folder}', '{preset}', '{n}', '/', '.', 'x', '..']
  const template = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => `${parts.join('')}.{ext}`)
  fc.assert(
    fc.property(template, name, name, (text, photo, folder) => {
      try {
        checkTemplate(text)
      } catch {
        return
      }
      const filled = fillTemplate(text, { name: photo, folder, preset: 'ebay', ext: 'jpg', n: '001' })
      const from = path.relative('/out', path.join('/out', filled))
      expect(from.split(path.sep)).not.toContain('..')
      expect(path.isAbsolute(from)).toBe(false)
      expect(filled.endsWith('.jpg')).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
