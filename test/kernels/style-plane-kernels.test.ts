/** The kernels that prepare the planes of drawings and paintings, against plain loops that do the same: test/oracles. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changed, filled, kernels } from '../../src/imaging/kernels/room.js'
import { drawnShare, takeDrawn, wantedDensity } from '../../src/imaging/style/media/drawing/wanted-density.js'
import { pigmentsOf } from '../../src/imaging/style/media/watercolour/pigments.js'
import { withLevels } from '../../src/imaging/style/pixels/blend.js'
import { lumaOf, smoothstep } from '../../src/imaging/style/pixels/canvas.js'
import { sequence } from '../../src/imaging/style/pixels/noise.js'
import { perceiveLight as perceivePlainly, thinInk as thinPlainly } from '../oracles/ink.js'
import { looseShape as loosePlainly, paintWashes as paintPlainly, runPaint as runPlainly } from '../oracles/wash.js'
import { apart, bytes, floats } from '../support/random-planes.js'

const side = fc.integer({ min: 1, max: 40 })
const seeds = fc.integer({ min: 0, max: 1e6 })

/** Planes of this many random floats, by name. */
const random = <Name extends string>(
  names: readonly Name[],
  area: number,
  seed: number,
): Record<Name, Float32Array> => {
  const next = sequence(seed)
  return Object.fromEntries(names.map((name) => [name, floats(area, next)])) as Record<Name, Float32Array>
}

const everySize = (check: (width: number, height: number, seed: number) => void): void =>
  fc.assert(fc.property(side, side, seeds, check), { numRuns: 40 })

test('ink is thinned out on skin, where the sheet is open, and behind the subject', () => {
  everySize((width, height, seed) => {
    const area = width * height
    const planes = random(['ink', 'skin', 'features', 'subject', 'worked'], area, seed)
    const { ink, skin, features, subject, worked } = planes
    const thin = ink.slice()
    kernels.thinInk(changed(thin), skin, features, worked, subject, area, 0.2)
    expect(apart(thin, thinPlainly(planes, worked, 0.2))).toBeLessThan(1e-5)
  })
})

test('light is perceived as its curve says, on the subject alone', () => {
  everySize((width, height, seed) => {
    const area = width * height
    const planes = random(['soft', 'luma', 'features', 'hair', 'subject'], area, seed)
    const curve = (light: number): number => Math.sqrt(0.1 + light)
    const table = Float32Array.from({ length: 4097 }, (_, i) => curve(i / 4096))
    const { soft, luma, features, hair, subject } = planes
    const plain = perceivePlainly(soft, luma, features, hair, subject, curve)
    kernels.perceiveLight(changed(soft), luma, features, hair, subject, area, table)
    expect(apart(soft, plain)).toBeLessThan(1e-3)
  })
})

test('paint runs from where it strays', () => {
  everySize((width, height, seed) => {
    const area = width * height
    const planes = random(['depths', 'subject', 'strayX', 'strayY', 'features', 'skin'], area, seed)
    const { depths, subject, strayX, strayY, features, skin } = planes
    const [deep, ran] = [new Float32Array(area), new Float32Array(area)]
    const fields = [depths, subject, strayX, strayY, features, skin] as const
    kernels.runPaint(...fields, width, height, 6, filled(deep), filled(ran))
    const plain = runPlainly({ width, height }, planes, 6)
    for (const [ours, wanted] of [
      [deep, plain.deep],
      [ran, plain.ran],
    ] as const)
      expect(ours.filter((value, i) => Math.abs(value - wanted[i]!) > 1e-5).length).toBeLessThanOrEqual(area * 0.01 + 1)
  })
})

test('a wet sheet is softer on features and where it is wet, and calm on skin', () => {
  everySize((width, height, seed) => {
    const area = width * height
    const planes = random(['ran', 'soft', 'features', 'skin'], area, seed)
    const { ran, soft, features, skin } = planes
    const calm = new Float32Array(area)
    const wanted = [
      [ran, ran.map((value) => smoothstep(0.3, 0.7, value))],
      [calm, calm.map((_, i) => 1 - Math.max(0.6 * skin[i]!, 0.8 * features[i]!))],
      [
        soft,
        soft.map((value, i) => {
          const runs = 0.6 * smoothstep(-0.1, 0.3, value)
          return 0.05 + 0.5 * Math.max(features[i]! * 0.8, skin[i]! * 0.65, runs)
        }),
      ],
    ] as const
    kernels.wetSheet(changed(ran), filled(calm), changed(soft), features, skin, area, 0.6)
    for (const [ours, plain] of wanted) expect(apart(ours, plain)).toBeLessThan(1e-5)
  })
})

test('a loose wash has the shape and the rims of its plain loops', () => {
  everySize((width, height, seed) => {
    const area = width * height
    const planes = random(['near', 'patches', 'brush', 'ran'], area, seed)
    for (const name of ['patches', 'brush'] as const) planes[name] = planes[name].map((value) => value - 0.5)
    const { near, patches, brush, ran } = planes
    const out = new Float32Array(area)
    kernels.looseShape(near, patches, brush, ran, width, height, 9, filled(out))
    const shape = loosePlainly({ width, height }, planes, 9)
    expect(apart(out, shape)).toBeLessThan(1e-3)
    const { around, water } = random(['around', 'water'], area, seed + 1)
    const plain = shape.map(
      (value, i) => value * 0.5 * (0.75 + 1.1 * water[i]! + 1.2 * Math.max(0, value - around[i]!)),
    )
    kernels.dryLoose(changed(shape), around, water, area, 0.5)
    expect(apart(shape, plain)).toBeLessThan(1e-5)
  })
})

test('washes are painted pixel by pixel', () => {
  everySize((width, height, seed) => {
    const [area, half, tileSide] = [width * height, ((width + 1) >> 1) * ((height + 1) >> 1), 16]
    const planes = random(['depth', 'behind', 'beyond', 'pool', 'skin'], area, seed)
    const { tile } = random(['tile'], tileSide * tileSide, seed + 1)
    const { red, green, blue } = random(['red', 'green', 'blue'], half, seed + 2)
    const [tint, other, paper] = [
      [0.3, 0.2, 0.1],
      [0.1, 0.4, 0.2],
      [255, 250, 240],
    ] as const
    const settings = Float32Array.of(...tint, ...other, ...paper)
    const { depth, behind, beyond, pool, skin } = planes
    const picture = new Uint8ClampedArray(area * 3)
    const wet = [filled(picture), depth, behind, beyond, pool, skin] as const
    kernels.paintWashes(...wet, tile, tileSide, width, height, red, green, blue, 0.4, 0.5, settings)
    const painting = { ...planes, tile, hue: [red, green, blue] }
    const water = { granulation: 0.4, pools: 0.5 }
    const plain = paintPlainly({ width, height }, painting, tileSide, water, [tint, other], paper)
    expect(apart(picture, plain)).toBeLessThanOrEqual(1)
  })
})

test('edges are lost where the paper is wet, and not on faces', () => {
  everySize((width, height, seed) => {
    const area = width * height
    const { ran, soft, wet, skin, features } = random(['ran', 'soft', 'wet', 'skin', 'features'], area, seed)
    for (let i = 0; i < area; i++) wet[i]! -= 0.5
    const plain = ran.map((own, i) => {
      const lost = smoothstep(-0.05, 0.12, wet[i]!) * (1 - Math.max(skin[i]!, features[i]!))
      return own + (Math.min(own, soft[i]!) - own) * lost
    })
    kernels.loseEdges(changed(ran), soft, wet, skin, features, area)
    expect(apart(ran, plain)).toBeLessThan(1e-5)
  })
})

test('finer brushes are taken to details of the subject, but none finer than there is', () => {
  everySize((width, height, seed) => {
    const area = width * height
    const { finest, details, subject, skin } = random(['finest', 'details', 'subject', 'skin'], area, seed)
    for (let i = 0; i < area; i++) {
      finest[i] = 1 + 5 * finest[i]!
      details[i]! *= 0.08
    }
    const plain = finest.map((radius, i) => {
      const least = 0.012 + 0.008 * skin[i]!
      return Math.max(1, radius * (1 - 0.6 * subject[i]! * smoothstep(least, least + 0.038, details[i]!)))
    })
    kernels.refineBrushes(changed(finest), details, subject, skin, area, 1)
    expect(apart(finest, plain)).toBeLessThan(1e-4)
  })
})

test('pigments are as deep as the picture is dark', () => {
  everySize((width, height, seed) => {
    const colour = bytes(width * height * 3, sequence(seed))
    const { depth, hue } = pigmentsOf({ width, height, colour }, new Float32Array(width * height).fill(1), 2)
    const absorbed = (value: number): number => -Math.log(Math.max(0.035, value / 255))
    const plain = depth.map((_, i) =>
      lumaOf(absorbed(colour[i * 3]!), absorbed(colour[i * 3 + 1]!), absorbed(colour[i * 3 + 2]!)),
    )
    expect(apart(depth, plain)).toBeLessThan(1e-4)
    // Hues have a mean of one, whatever the depth.
    const [red, green, blue] = hue
    expect(
      apart(
        red.map((r, i) => lumaOf(r, green[i]!, blue[i]!)),
        red.map(() => 1),
      ),
    ).toBeLessThan(1e-4)
  })
})

test('tones are wanted as dark as they are, as far as they are drawn', () => {
  everySize((width, height, seed) => {
    const area = width * height
    const { light, worked, subject } = random(['light', 'worked', 'subject'], area, seed)
    const wanted = wantedDensity(light, { paper: 0.95, pen: 0.1 })
    const plain = light.map((value) => -Math.log(1 - Math.min(0.95, Math.max(0, (0.95 - value) / 0.85))))
    expect(apart(wanted, plain)).toBeLessThan(0.005)
    const drawn = drawnShare({ subject }, worked)
    const share = worked.map((value, i) => value * subject[i]!)
    expect(apart(drawn, share)).toBeLessThan(1e-5)
    const left = wanted.slice()
    takeDrawn(left, drawn)
    expect(
      apart(
        left,
        wanted.map((value, i) => value * drawn[i]!),
      ),
    ).toBeLessThan(1e-6)
  })
})

test('levels are replaced one by one', () => {
  const next = sequence(3)
  const [colour, levels] = [bytes(300, next), bytes(256, next)]
  expect(withLevels(colour, levels)).toEqual(colour.map((value) => levels[value]!))
})
