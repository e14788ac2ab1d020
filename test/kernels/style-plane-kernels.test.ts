/** The kernels that prepare the planes of drawings and paintings, against plain loops that do the same: test/oracles. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { edgeParts, toNormals } from '../../src/imaging/kernels/head.js'
import { LIGHT_STEPS, perceiveLight, thinInk, weighInk } from '../../src/imaging/kernels/ink.js'
import { bytesAt, floatsAt, reservePlanes } from '../../src/imaging/kernels/memory.js'
import {
  dryLoose,
  looseShape,
  paintWashes,
  runPaint,
  WASHES_PADDING,
  wetSheet,
} from '../../src/imaging/kernels/wash.js'
import { drawnShare, takeDrawn, wantedDensity } from '../../src/imaging/style/media/drawing/wanted-density.js'
import { pigmentsOf } from '../../src/imaging/style/media/watercolour/pigments.js'
import { withLevels } from '../../src/imaging/style/pixels/blend.js'
import { lumaOf, smoothstep } from '../../src/imaging/style/pixels/canvas.js'
import { cloudNoise, sequence, turnedCloudNoisePlane } from '../../src/imaging/style/pixels/noise.js'
import { perceiveLight as perceivePlainly, thinInk as thinPlainly, weighInk as weighPlainly } from '../oracles/ink.js'
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
    const thin = reservePlanes(planes)
    thinInk(thin.ink, thin.skin, thin.features, thin.worked, thin.subject, area, 0.2)
    expect(apart(floatsAt(thin.ink, area), thinPlainly(planes, planes.worked, 0.2))).toBeLessThan(1e-5)
    const at = reservePlanes(planes)
    weighInk(at.ink, at.skin, at.features, at.subject, area, 0.9, 0.2, 0.3)
    expect(apart(floatsAt(at.ink, area), weighPlainly(planes, 0.9, 0.2, 0.3))).toBeLessThan(1e-5)
  })
})

test('light is perceived as its curve says, on the subject alone', () => {
  everySize((width, height, seed) => {
    const area = width * height
    const planes = random(['soft', 'luma', 'features', 'hair', 'subject'], area, seed)
    const curve = (light: number): number => Math.sqrt(0.1 + light)
    const table = Float32Array.from({ length: LIGHT_STEPS + 1 }, (_, i) => curve(i / LIGHT_STEPS))
    const at = reservePlanes({ ...planes, table })
    perceiveLight(at.soft, at.luma, at.features, at.hair, at.subject, area, at.table)
    const { soft, luma, features, hair, subject } = planes
    const plain = perceivePlainly(soft, luma, features, hair, subject, curve)
    expect(apart(floatsAt(at.soft, area), plain)).toBeLessThan(1e-3)
  })
})

test('skin and hair get an edge, one or the other', () => {
  everySize((width, height, seed) => {
    const area = width * height
    const { skin, hair, subject } = random(['skin', 'hair', 'subject'], area, seed)
    const at = reservePlanes({ skin, hair, subject })
    edgeParts(at.skin, at.hair, at.subject, area)
    const clean = skin.map((soft, i) => smoothstep(0.42, 0.58, soft) * smoothstep(0.35, 0.65, subject[i]!))
    const strands = hair.map(
      (soft, i) => smoothstep(0.42, 0.58, soft) * (1 - clean[i]!) * smoothstep(0.2, 0.6, subject[i]!),
    )
    expect(apart(floatsAt(at.skin, area), clean)).toBeLessThan(1e-4)
    expect(apart(floatsAt(at.hair, area), strands)).toBeLessThan(1e-4)
  })
})

test('normals are unit vectors along the slopes', () => {
  everySize((width, height, seed) => {
    const area = width * height
    const { x, y } = random(['x', 'y'], area, seed)
    const at = reservePlanes({ x, y, z: new Float32Array(area) })
    toNormals(at.x, at.y, at.z, area)
    const z = x.map((slope, i) => 1 / Math.hypot(1, slope, y[i]!))
    expect(apart(floatsAt(at.z, area), z)).toBeLessThan(1e-5)
    expect(
      apart(
        floatsAt(at.x, area),
        x.map((slope, i) => slope * z[i]!),
      ),
    ).toBeLessThan(1e-5)
    expect(
      apart(
        floatsAt(at.y, area),
        y.map((slope, i) => slope * z[i]!),
      ),
    ).toBeLessThan(1e-5)
  })
})

test('paint runs from where it strays', () => {
  everySize((width, height, seed) => {
    const area = width * height
    const planes = random(['depths', 'subject', 'strayX', 'strayY', 'features', 'skin'], area, seed)
    const empty = new Float32Array(area)
    const at = reservePlanes({ ...planes, deep: empty, ran: empty })
    const fields = [at.depths, at.subject, at.strayX, at.strayY, at.features, at.skin] as const
    runPaint(...fields, width, height, 6, at.deep, at.ran)
    const plain = runPlainly({ width, height }, planes, 6)
    for (const [address, wanted] of [
      [at.deep, plain.deep],
      [at.ran, plain.ran],
    ] as const) {
      const ours = floatsAt(address, area)
      expect(ours.filter((value, i) => Math.abs(value - wanted[i]!) > 1e-5).length).toBeLessThanOrEqual(area * 0.01 + 1)
    }
  })
})

test('a wet sheet is softer on features and where it is wet, and calm on skin', () => {
  everySize((width, height, seed) => {
    const area = width * height
    const planes = random(['ran', 'worked', 'brush', 'soft', 'features', 'skin'], area, seed)
    const at = reservePlanes(planes)
    wetSheet(at.ran, at.worked, at.brush, at.soft, at.features, at.skin, area, 0.6)
    const { ran, worked, brush, soft, features, skin } = planes
    const wanted = [
      [at.ran, ran.map((value) => smoothstep(0.3, 0.7, value))],
      [at.worked, worked.map((value, i) => value + brush[i]! * Math.min(0.6, value))],
      [at.brush, brush.map((_, i) => 1 - Math.max(0.6 * skin[i]!, 0.8 * features[i]!))],
      [
        at.soft,
        soft.map((value, i) => {
          const runs = 0.6 * smoothstep(-0.1, 0.3, value)
          return 0.05 + 0.5 * Math.max(features[i]! * 0.8, skin[i]! * 0.34, runs)
        }),
      ],
    ] as const
    for (const [address, plain] of wanted) expect(apart(floatsAt(address, area), plain)).toBeLessThan(1e-5)
  })
})

test('a loose wash has the shape and the rims of its plain loops', () => {
  everySize((width, height, seed) => {
    const area = width * height
    const planes = random(['near', 'patches', 'brush', 'ran'], area, seed)
    for (const name of ['patches', 'brush'] as const) planes[name] = planes[name].map((value) => value - 0.5)
    const at = reservePlanes({ ...planes, out: new Float32Array(area) })
    looseShape(at.near, at.patches, at.brush, at.ran, width, height, 9, at.out)
    const shape = loosePlainly({ width, height }, planes, 9)
    expect(apart(floatsAt(at.out, area), shape)).toBeLessThan(1e-3)
    const { around, water } = random(['around', 'water'], area, seed + 1)
    const dry = reservePlanes({ shape, around, water })
    dryLoose(dry.shape, dry.around, dry.water, area, 0.5)
    const plain = shape.map(
      (value, i) => value * 0.5 * (0.75 + 1.1 * water[i]! + 1.2 * Math.max(0, value - around[i]!)),
    )
    expect(apart(floatsAt(dry.shape, area), plain)).toBeLessThan(1e-5)
  })
})

test('washes are painted pixel by pixel', () => {
  everySize((width, height, seed) => {
    const [area, half, tileSide] = [width * height, ((width + 1) >> 1) * ((height + 1) >> 1), 16]
    const planes = random(['depth', 'behind', 'pool', 'skin'], area, seed)
    const { tile } = random(['tile'], tileSide * tileSide, seed + 1)
    const { red, green, blue } = random(['red', 'green', 'blue'], half, seed + 2)
    const [tint, paper] = [
      [0.3, 0.2, 0.1],
      [255, 250, 240],
    ]
    const settings = Float32Array.of(...tint!, ...paper!)
    const all = { ...planes, tile, red, green, blue, settings }
    const at = reservePlanes(all, { picture: area * 3 + WASHES_PADDING })
    const hues = [at.red, at.green, at.blue] as const
    const wet = [at.depth, at.behind, at.pool, at.skin] as const
    paintWashes(at.picture, ...wet, at.tile, tileSide, width, height, ...hues, 0.4, 0.5, at.settings)
    const painting = { ...planes, tile, hue: [red, green, blue] }
    const water = { granulation: 0.4, pools: 0.5 }
    const plain = paintPlainly({ width, height }, painting, tileSide, water, tint!, paper!)
    expect(apart(bytesAt(at.picture, area * 3), plain)).toBeLessThanOrEqual(1)
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

test('noise on turned rows is that of single places', () => {
  everySize((width, height, seed) => {
    const [right, down] = [
      { x: 0.13, y: 0.21 },
      { x: -0.11, y: 0.34 },
    ]
    const ours = turnedCloudNoisePlane({ width, height }, { right: right!, down: down! }, seed)
    const plain = ours.map((_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)]
      return cloudNoise(x * right!.x + y * down!.x, x * right!.y + y * down!.y, seed)
    })
    expect(apart(ours, plain)).toBeLessThan(1e-5)
  })
})

test('tones are wanted as dark as they are, as far as they are drawn', () => {
  everySize((width, height, seed) => {
    const area = width * height
    const { light, worked, subject, skin, features } = random(
      ['light', 'worked', 'subject', 'skin', 'features'],
      area,
      seed,
    )
    const wanted = wantedDensity(light, { paper: 0.95, pen: 0.1 })
    const plain = light.map((value) => -Math.log(1 - Math.min(0.95, Math.max(0, (0.95 - value) / 0.85))))
    expect(apart(wanted, plain)).toBeLessThan(0.005)
    const drawn = drawnShare({ subject, skin, features }, worked, 0.4)
    const share = worked.map(
      (value, i) => value * subject[i]! * (1 - Math.min(1, skin[i]! * 1.5) * (1 - features[i]!) * 0.6),
    )
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
