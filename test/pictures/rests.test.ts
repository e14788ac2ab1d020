/** What a matte has kept of the background beside a head: drawn, so that it is known what is whose. */
import { describe, expect, it } from 'vitest'
import { withoutGaps, withoutRests } from '../../src/imaging/matte/rests/without-rests.js'

const SIDE = 480
const FACE = { x: 240, y: 250, across: 75, down: 100 }
const mesh = Array.from({ length: 64 }, (_, i) => {
  const turn = (i / 64) * 2 * Math.PI
  return { x: FACE.x + FACE.across * Math.cos(turn), y: FACE.y + FACE.down * Math.sin(turn), z: 0 }
})

type Rgb = readonly [number, number, number]
const WALL: Rgb = [120, 150, 150]
const HAIR: Rgb = [70, 40, 25]
const SKIN: Rgb = [205, 160, 130]
const SHIRT: Rgb = [230, 230, 235]
const HAT: Rgb = [180, 30, 40]

/** Hair around a face, a shirt below; `beside`: what the matte holds at the right of the hair, in that colour. */
function draw(beside: Rgb | undefined) {
  const colour = new Uint8Array(SIDE * SIDE * 3)
  const alpha = new Uint8Array(SIDE * SIDE)
  for (let y = 0, i = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, i++) {
      const out = ((x - FACE.x) / FACE.across) ** 2 + ((y - FACE.y) / FACE.down) ** 2
      const isHair = Math.hypot(x - FACE.x, y - 230) < 150
      const isShirt = y > 400 && Math.abs(x - FACE.x) < 200
      const own = out < 1 ? SKIN : isHair ? HAIR : isShirt ? SHIRT : undefined
      const isPatch = !own && isInPatch(x, y)
      alpha[i] = own || (isPatch && beside) ? 255 : 0
      const noise = (((x * 7919) ^ (y * 104729)) % 9) - 4
      const painted = own ?? (isPatch ? (beside ?? WALL) : WALL)
      for (let c = 0; c < 3; c++) colour[i * 3 + c] = painted[c]! + (own === HAIR ? 2 * noise : noise / 4)
    }
  }
  return { width: SIDE, height: SIDE, colour, alpha }
}

const isInPatch = (x: number, y: number): boolean => x > 340 && x < 400 && y > 130 && y < 210

function meanInPatch(alpha: Uint8Array, of: Uint8Array): number {
  let [sum, count] = [0, 0]
  for (let i = 0; i < alpha.length; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
    if (!isInPatch(x, y) || Math.hypot(x - FACE.x, y - 230) < 154 || of[i] === 0) continue
    sum += alpha[i]!
    count += 1
  }
  return sum / count
}

/** Hair with a gap in it, through which one sees what is behind; the matte has both. */
function drawGap(behind: Rgb, hair: Rgb, pattern = 0) {
  const photo = draw(undefined)
  for (let y = 0, i = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, i++) {
      const isOpen = photo.alpha[i] === 0 || isInGap(x, y)
      const isHair = Math.hypot(x - FACE.x, y - 230) < 150 && !isFace(x, y)
      if (!isOpen && !isHair) continue
      const noise = pattern * ((x >> 1) % 2)
      for (let c = 0; c < 3; c++) photo.colour[i * 3 + c] = isOpen ? behind[c]! + noise : hair[c]!
    }
  }
  return photo
}

const isFace = (x: number, y: number): boolean =>
  ((x - FACE.x) / FACE.across) ** 2 + ((y - FACE.y) / FACE.down) ** 2 < 1
const isInGap = (x: number, y: number): boolean => x > 362 && x < 376 && y > 190 && y < 240

function openIn({ alpha }: { readonly alpha: Uint8Array }, cleaned: Uint8Array) {
  let [gap, hair] = [0, 0]
  for (let i = 0; i < alpha.length; i++) {
    const lost = (alpha[i]! - cleaned[i]!) / 255
    if (isInGap(i % SIDE, Math.floor(i / SIDE))) gap += lost
    else hair += lost
  }
  return { gap: gap / (13 * 49), hair }
}

describe('gaps in hair', () => {
  it.each([
    { name: 'a bright sky behind black hair', behind: [225, 230, 235] as Rgb, hair: [35, 30, 32] as Rgb },
    { name: 'a blue wall behind brown hair', behind: [95, 105, 130] as Rgb, hair: [90, 62, 40] as Rgb },
  ])('are open: $name', ({ behind, hair }) => {
    const photo = drawGap(behind, hair)
    const open = openIn(photo, withoutRests(photo, [{ mesh }]))
    expect(open.gap).toBeGreaterThan(0.8)
    expect(open.hair).toBeLessThan(60)
  })

  it.each([
    { name: 'sheen on black hair before a dim wall', behind: [95, 105, 130] as Rgb, hair: [40, 38, 40] as Rgb },
    { name: 'a patterned wall', behind: [85, 95, 120] as Rgb, hair: [90, 62, 40] as Rgb, pattern: 24 },
    {
      name: 'shade in brown hair before a dark wall',
      behind: [33, 35, 42] as Rgb,
      hair: [72, 46, 30] as Rgb,
    },
    {
      name: 'warm light through hair',
      behind: [225, 230, 235] as Rgb,
      hair: [35, 30, 32] as Rgb,
      gap: [230, 190, 150] as Rgb,
    },
    {
      name: 'sheen on ash hair before a bright sky',
      behind: [225, 230, 235] as Rgb,
      hair: [98, 80, 72] as Rgb,
      gap: [165, 155, 150] as Rgb,
    },
    {
      name: 'a straw hat on black hair',
      behind: [225, 222, 210] as Rgb,
      hair: [35, 30, 32] as Rgb,
      gap: [212, 200, 175] as Rgb,
    },
  ])('stay: $name', ({ behind, hair, pattern, gap }) => {
    const photo = drawGap(behind, hair, pattern)
    if (gap)
      for (let i = 0; i < photo.alpha.length; i++)
        if (isInGap(i % SIDE, Math.floor(i / SIDE))) photo.colour.set(gap, i * 3)
    expect(openIn(photo, withoutGaps(photo, { mesh })).gap).toBeLessThan(0.05)
  })
})

/** The same with skin around the face, as a high forehead shows it, and a warm hairline around that. */
function drawForehead(behind: Rgb, hair: Rgb) {
  const photo = drawGap(behind, hair)
  for (let y = 0, i = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, i++) {
      const out = ((x - FACE.x) / FACE.across) ** 2 + ((y - FACE.y) / FACE.down) ** 2
      if (y < 330 && out >= 1 && out < 1.7) photo.colour.set(out < 1.4 ? SKIN : [90, 60, 40], i * 3)
    }
  }
  return photo
}

describe('the outer edge of hair', () => {
  it('stays, while gaps behind it are open', () => {
    const photo = drawGap([95, 105, 130], [90, 62, 40])
    const isEdge = (i: number): boolean =>
      photo.alpha[i] === 255 && Math.hypot((i % SIDE) - FACE.x, Math.floor(i / SIDE) - 230) > 147 && i < SIDE * 300
    for (let i = 0; i < photo.alpha.length; i++) if (isEdge(i)) photo.colour.set([95, 105, 130], i * 3)
    const open = openIn(photo, withoutGaps(photo, { mesh }))
    expect(open.gap).toBeGreaterThan(0.8)
    expect(open.hair).toBe(0)
  })
})

describe('black hair with a warm hairline', () => {
  it('keeps pearls and sheen in the colour of a grey wall', () => {
    const photo = drawForehead([105, 125, 145], [14, 17, 22])
    expect(openIn(photo, withoutGaps(photo, { mesh }))).toEqual({ gap: 0, hair: 0 })
  })
})

describe('withoutRests', () => {
  it('clears a piece of the wall beside the hair', () => {
    const photo = draw(WALL)
    expect(meanInPatch(withoutRests(photo, [{ mesh }]), photo.alpha)).toBeLessThan(40)
  })

  it('leaves a soft edge beside it as soft as its colours are', () => {
    const photo = draw(WALL)
    let [before, after] = [0, 0]
    const share = (i: number): number => (162 - Math.hypot((i % SIDE) - FACE.x, Math.floor(i / SIDE) - 230)) / 12
    const isFringe = (i: number): boolean => isInPatch(i % SIDE, Math.floor(i / SIDE)) && share(i) > 0 && share(i) < 1
    for (let i = 0; i < photo.alpha.length; i++) {
      if (!isFringe(i)) continue
      photo.alpha[i] = share(i) * 255
      for (let c = 0; c < 3; c++) photo.colour[i * 3 + c] = WALL[c]! + (HAIR[c]! - WALL[c]!) * share(i)
    }
    const cleaned = withoutRests(photo, [{ mesh }])
    for (let i = 0; i < cleaned.length; i++) {
      if (!isFringe(i)) continue
      before += photo.alpha[i]!
      after += cleaned[i]!
    }
    expect(after / before).toBeGreaterThan(0.72)
  })

  it.each([
    { name: 'a speck beside the hair', radius: 4, kept: 0 },
    { name: 'as much as an earring', radius: 12, kept: 1 },
  ])('keeps nothing small that hangs together with nothing: $name', ({ radius, kept }) => {
    const photo = draw(undefined)
    const isThere = (i: number): boolean => Math.hypot((i % SIDE) - 440, Math.floor(i / SIDE) - 150) < radius
    for (let i = 0; i < photo.alpha.length; i++) {
      if (!isThere(i)) continue
      photo.alpha[i] = 200
      photo.colour.set(HAT, i * 3)
    }
    const cleaned = withoutRests(photo, [{ mesh }])
    const left = cleaned.filter((_, i) => isThere(i))
    expect(left.reduce((sum, value) => sum + value, 0) / (200 * left.length)).toBeCloseTo(kept)
  })

  it('leaves hair, face and shirt as they are', () => {
    const photo = draw(WALL)
    const cleaned = withoutRests(photo, [{ mesh }])
    const own = draw(undefined)
    let lost = 0
    for (let i = 0; i < cleaned.length; i++) lost += Math.max(0, own.alpha[i]! - cleaned[i]!) / 255
    expect(lost).toBeLessThan(150)
  })

  it('keeps what stands out from the background, too', () => {
    const photo = draw(HAT)
    expect(withoutRests(photo, [{ mesh }])).toEqual(photo.alpha)
  })

  it('keeps everything without a face', () => {
    const photo = draw(WALL)
    expect(withoutRests(photo, [])).toBe(photo.alpha)
  })
})
