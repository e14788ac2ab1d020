/** Light that shines through pieces of glass: see src/imaging/style/steps/glass.ts. */
import { hashNoise, onHill } from './noise'
import { loadPixel, storePixel } from './pixel'

/** Of the grain of glass along a piece and across it. */
const STREAKED = 3.2
/** The two octaves of its noise. */
const FINER = 2.3
const COARSE: f64 = 0.65
const SEEDS = 97

/** Bytes of a piece: its colour, its mean brightness, and the cosine and sine of the direction of its streaks. */
const PIECE = 32

/**
 * Glass is brightest in its middle, `wide` from the lead, streaked and never quite even; `shading` of the photo's light is
 * painted on it. Where `calm` is 1 the streaks are weak and the photo's own colours show.
 */
export function shineThrough(
  picture: usize,
  labels: usize,
  pieces: usize,
  depth: usize,
  luma: usize,
  calm: usize,
  subject: usize,
  width: i32,
  height: i32,
  grain: f64,
  seed: i32,
  wide: f32,
  shading: f32,
): void {
  let i: usize = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 4, picture += 3) {
      const label = load<i32>(labels + i)
      const piece = pieces + <usize>label * PIECE
      const cos = <f64>f32.load(piece, 16)
      const sin = <f64>f32.load(piece, 20)
      const along = (<f64>x * cos + <f64>y * sin) * grain
      const across = (<f64>y * cos - <f64>x * sin) * grain * STREAKED
      const own = seed + (label % SEEDS)
      const streak = <f32>(
        (coarseHills(along, across, own) * COARSE +
          fineHills(along * FINER, across * FINER, own + 1) * (1 - COARSE) -
          0.5)
      )
      const middle = smoothstep(f32.load(depth + i) / wide)
      const plain = f32.load(calm + i)
      const painted = f32.load(subject + i) * shading
      const tone = between01((f32.load(luma + i) - f32.load(piece, 12)) * 1.25 + 0.5)
      const matt = painted * tone + (1 - painted) * 0.5
      const light = (<f32>0.8 + <f32>0.3 * middle + streak * 0.42 * (1 - <f32>0.65 * plain)) * (<f32>0.5 + matt)
      const pane = f32x4.mul(v128.load(piece), f32x4.splat(light))
      // Faces are too rich for a few panes: enamel gives back some of their own colours.
      const photo = f32x4.mul(loadPixel(picture), f32x4.splat(<f32>0.92 + <f32>0.16 * middle))
      storePixel(picture, f32x4.add(pane, f32x4.mul(f32x4.sub(photo, pane), f32x4.splat(plain * 0.6))))
    }
  }
}

// The hill that the last place lay on: the next one mostly lies on it, too.
let coarseSeed: i32 = -1
let coarseX: f64 = 0
let coarseY: f64 = 0
let coarseA: f64 = 0
let coarseB: f64 = 0
let coarseC: f64 = 0
let coarseD: f64 = 0
let fineSeed: i32 = -1
let fineX: f64 = 0
let fineY: f64 = 0
let fineA: f64 = 0
let fineB: f64 = 0
let fineC: f64 = 0
let fineD: f64 = 0

function coarseHills(x: f64, y: f64, seed: i32): f64 {
  const left = Math.floor(x)
  const top = Math.floor(y)
  if (left !== coarseX || top !== coarseY || seed !== coarseSeed) {
    coarseX = left
    coarseY = top
    coarseSeed = seed
    coarseA = hashNoise(<i32>left, <i32>top, seed)
    coarseB = hashNoise(<i32>left + 1, <i32>top, seed)
    coarseC = hashNoise(<i32>left, <i32>top + 1, seed)
    coarseD = hashNoise(<i32>left + 1, <i32>top + 1, seed)
  }
  return onHill(x - left, y - top, coarseA, coarseB, coarseC, coarseD)
}

function fineHills(x: f64, y: f64, seed: i32): f64 {
  const left = Math.floor(x)
  const top = Math.floor(y)
  if (left !== fineX || top !== fineY || seed !== fineSeed) {
    fineX = left
    fineY = top
    fineSeed = seed
    fineA = hashNoise(<i32>left, <i32>top, seed)
    fineB = hashNoise(<i32>left + 1, <i32>top, seed)
    fineC = hashNoise(<i32>left, <i32>top + 1, seed)
    fineD = hashNoise(<i32>left + 1, <i32>top + 1, seed)
  }
  return onHill(x - left, y - top, fineA, fineB, fineC, fineD)
}

function smoothstep(value: f32): f32 {
  const t = between01(value)
  return t * t * (3 - 2 * t)
}

function between01(value: f32): f32 {
  return min(<f32>1, max(<f32>0, value))
}
