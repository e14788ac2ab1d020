/** File limits, density and everything else about the file that authorities look at. */
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { findSpec, type IdPhotoSpec, idPhotoCatalog } from '../../src/catalog/id-photo-formats.js'
import { encodeIdPhoto } from '../../src/imaging/id-photo/fit-file-limits.js'
import { paddedTo, withDensity } from '../../src/imaging/id-photo/jpeg-segments.js'
import type { Size } from '../../src/imaging/raster/picture.js'

/** `detail` 0 is a plain picture, 1 is noise: the file's size follows. */
function picture({ width, height }: Size, detail: number): Uint8Array {
  const rgb = new Uint8Array(width * height * 3)
  let state = 7
  for (let i = 0; i < rgb.length; i++) {
    state = (state * 16_807) % 2_147_483_647
    const gradient = 60 + (120 * (Math.floor(i / 3) % width)) / width
    rgb[i] = gradient + (state / 2_147_483_647 - 0.5) * 250 * detail
  }
  return rgb
}

const limited = idPhotoCatalog().specs.filter(({ min_kb, max_kb }) => min_kb !== null || max_kb !== null)

function expectInside(bytes: number, { id, min_kb, max_kb }: IdPhotoSpec): void {
  if (max_kb !== null) expect(bytes, id).toBeLessThanOrEqual(max_kb * 1000)
  if (min_kb !== null) expect(bytes, id).toBeGreaterThanOrEqual(min_kb * 1024)
}

/** Markers from the start to the scan, and whether the file ends with its end marker. */
function markersOf(jpeg: Buffer): { markers: number[]; endsWell: boolean } {
  const markers: number[] = []
  for (let at = 2; jpeg[at] === 0xff && jpeg[at + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2)) {
    markers.push(jpeg[at + 1]!)
  }
  return { markers, endsWell: jpeg.readUInt16BE(jpeg.length - 2) === 0xffd9 }
}

describe('file limits', () => {
  it.each(limited.map((spec) => [spec.id, spec] as const))(
    '%s: plain and detailed photos both fit',
    async (_id, spec) => {
      for (const detail of [0.02, 0.2]) {
        const { jpeg, width, height } = await encodeIdPhoto((size) => picture(size, detail), spec)
        expectInside(jpeg.length, spec)
        const found = await sharp(jpeg).metadata()
        expect([found.width, found.height]).toEqual([width, height])
        if (width !== spec.width_px) {
          expect(spec.px_range, spec.id).not.toBeNull()
          expect(found.density).toBe(Math.round((width / spec.width_mm) * 25.4))
          expect(Math.abs(width / height - spec.width_px / spec.height_px)).toBeLessThan(0.01)
        }
        expect(markersOf(jpeg).endsWell).toBe(true)
      }
    },
  )

  it('what cannot fit is refused, with the limit', async () => {
    const spec = { ...findSpec('in_pan_uti')!, max_kb: 2 }
    await expect(encodeIdPhoto((size) => picture(size, 1), spec)).rejects.toMatchObject({
      kind: 'invalid_image',
      reason: 'file_size',
      message: 'The file cannot meet the size limit of this format of 2 kB',
    })
  })

  it('fewer pixels come before a poor quality, where the portal allows them', async () => {
    const spec = { ...findSpec('in_oci')!, max_kb: 100 }
    const { width, jpeg } = await encodeIdPhoto((size) => picture(size, 1), spec)
    expect(width).toBeLessThan(600)
    expect(width).toBeGreaterThanOrEqual(200)
    expect(jpeg.length).toBeLessThanOrEqual(100_000)
  })
})

describe('the file', () => {
  it('is a baseline JPEG of exactly the right size, with the density of the format and nothing else in it', async () => {
    const spec = findSpec('cn_id_card')!
    const { jpeg } = await encodeIdPhoto((size) => picture(size, 0.05), spec)
    expect(await sharp(jpeg).metadata()).toMatchObject({
      ...{ width: 358, height: 441, density: 350, channels: 3, space: 'srgb', chromaSubsampling: '4:4:4' },
      ...{ isProgressive: false, hasProfile: false },
    })
    const { markers } = markersOf(jpeg)
    expect(markers[0]).toBe(0xe0)
    expect(markers).toContain(0xc0)
    for (const marker of markers) expect([0xe0, 0xfe, 0xdb, 0xc0, 0xc4]).toContain(marker)
  })

  it('keeps a plain background within two steps at the quality that is used without a limit', async () => {
    const rgb = (size: Size): Uint8Array => {
      const data = new Uint8Array(size.width * size.height * 3)
      for (let i = 0; i < data.length; i += 3) data.set([0x43, 0x8e, 0xdb], i)
      return data
    }
    const { jpeg } = await encodeIdPhoto(rgb, findSpec('2inch')!)
    const { data } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
    for (const [c, value] of [0x43, 0x8e, 0xdb].entries()) expect(Math.abs(data[c]! - value)).toBeLessThanOrEqual(2)
  })

  it('is made longer by comments, before the picture', async () => {
    const plain = await sharp(Buffer.from(picture({ width: 64, height: 64 }, 0.1)), {
      raw: { width: 64, height: 64, channels: 3 },
    })
      .jpeg()
      .toBuffer()
    const jpeg = withDensity(plain, 350)
    for (const bytes of [jpeg.length + 1, 20_000, 200_000]) {
      const longer = paddedTo(jpeg, bytes)
      expect(longer.length).toBeGreaterThanOrEqual(bytes)
      expect(longer.length).toBeLessThan(bytes + 8)
      expect(markersOf(longer)).toMatchObject({ endsWell: true })
      const [before, after] = [await sharp(jpeg).raw().toBuffer(), await sharp(longer).raw().toBuffer()]
      expect(after.equals(before)).toBe(true)
    }
    expect(paddedTo(jpeg, 10).equals(jpeg)).toBe(true)
    expect(() => withDensity(jpeg, 300)).toThrow('different kind')
  })
})
