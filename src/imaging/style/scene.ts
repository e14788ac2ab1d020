/** What a step may look at while it paints: the photo at the size of the canvas, and what is where on it (masks). */
import type { Face } from '../detect/faces/find-faces.js'
import { filled, kernels } from '../kernels/room.js'
import { withoutRests } from '../matte/rests/without-rests.js'
import { enlargeBilinear } from '../raster/bilinear.js'
import { type Box, type Size, scaleSize } from '../raster/picture.js'
import { resample } from '../raster/resample.js'
import { type Canvas, lumaPlane } from './pixels/canvas.js'
import { boxAbove, boxOfBoth, grown } from './pixels/patch.js'
import { type FaceRegions, faceHeightOf, findFaceRegions } from './sitter/face-regions.js'
import { prepareSkin, withChanges } from './sitter/prepare-skin.js'

export interface Scene extends Size, FaceRegions {
  readonly photo: Uint8Array
  /** Of the photo, 0..1. */
  readonly luma: Float32Array
  /** 0..1; if no subject was found, 1 everywhere: then the whole picture is the subject. */
  readonly subject: Float32Array
  readonly hasSubject: boolean
  /** All hair and features, and all skin as well; undefined without any. */
  readonly heads: Box | undefined
  readonly people: Box | undefined
  /** In pixels of the canvas, largest first. */
  readonly faces: readonly SceneFace[]
  /** From forehead to chin of the largest face, in pixels; 0 without a face. */
  readonly faceHeight: number
  /** Lengths in recipes are pixels of a picture of one megapixel: this many pixels here. */
  readonly unit: number
  /** Of the finished picture, in pixels here: more than 1 where a small picture is painted larger. */
  readonly pixel: number
  /** For everything that looks random: the same picture and recipe always give the same result. */
  readonly seed: number
}

export type SceneFace = Pick<Face, 'mesh'>

export interface SceneSource extends Size {
  readonly colour: Uint8Array
  /** The subject's matte; undefined where there is none. */
  readonly alpha: Uint8Array | undefined
  readonly faces: readonly Face[]
  readonly seed: number
}

/** The same scene at any size. */
export type SceneAt = (width: number, height: number) => Promise<Scene>

/** Regions are found on a small copy: at most so many pixels, and no larger than the smallest face needs. */
const REGION_PIXELS = 160_000
const REGION_FACE_HEIGHT = 112

/**
 * `fill`: how much the shadows of faces are lifted, 0..1. `first`: the size that will be asked
 * for first, so that the photo is resampled to it meanwhile, in another thread.
 */
export async function describeScene(photo: SceneSource, fill = 0, first: Size = photo): Promise<SceneAt> {
  const resized = resize(photo.colour, photo, first.width, first.height, 3)
  const { faces, matte } = sittersOf(photo)
  const alpha = matte && withoutRests({ ...photo, alpha: matte }, faces)
  const source = { ...photo, alpha, faces }
  const small = await findRegionsSmall(source)
  const changes = prepareSkin(small, fill)
  return async (width, height) => {
    const isFirst = width === first.width && height === first.height
    const photo = await (isFirst ? resized : resize(source.colour, source, width, height, 3))
    const alpha = source.alpha && (await resize(source.alpha, source, width, height, 1))
    const enlarged = (plane: Float32Array): Float32Array => enlargeBilinear(plane, small, { width, height })
    const faces = source.faces.map((face) => scaleFace(face, width / source.width, height / source.height))
    const [across, down] = [width / small.width, height / small.height]
    const placed = (box: Box | undefined) =>
      box && grown(scaleBox(box, across, down), Math.ceil(2 * across), { width, height })
    const lit = once(() => (changes ? withChanges(photo, { width, height }, changes) : photo))
    const luma = once(() => lumaPlane(lit()))
    return {
      width,
      height,
      // Finishing steps hardly ever ask for these.
      get photo() {
        return lit()
      },
      get luma() {
        return luma()
      },
      subject: subjectPlane(alpha, width * height),
      hasSubject: alpha !== undefined,
      skin: enlarged(small.skin),
      features: enlarged(small.features),
      hair: enlarged(small.hair),
      heads: placed(small.heads),
      people: placed(small.people),
      faces,
      faceHeight: small.faceHeight * across,
      unit: Math.sqrt(width * height) / 1000,
      pixel: Math.max(1, width / source.width),
      seed: source.seed,
    }
  }
}

/** In heights of the largest face: whoever is so large is no passer-by. */
const COMPANY = 0.7

/**
 * Faces in the background are none of the sitters': where it is replaced, their eyes would float on the new one. But company
 * that the matte has left out is not to vanish with it: then nothing is background, as in a crowd.
 */
function sittersOf({ width, height, alpha, faces }: SceneSource): Pick<SceneSource, 'faces'> & { matte?: Uint8Array } {
  if (!alpha) return { faces }
  const isSitter = ({ mesh }: SceneFace): boolean => {
    const shown = mesh.filter(({ x, y }) => {
      const [column, row] = [Math.floor(x), Math.floor(y)]
      return column >= 0 && column < width && row >= 0 && row < height && alpha[row * width + column]! > 127
    })
    return shown.length > mesh.length / 2
  }
  const sitters = faces.filter(isSitter)
  if (sitters.length === 0) return { faces, matte: alpha }
  const largest = Math.max(...sitters.map(faceHeightOf))
  const isCompany = (face: SceneFace): boolean => faceHeightOf(face) >= COMPANY * largest
  const isComplete = faces.every((face) => sitters.includes(face) || !isCompany(face))
  return isComplete ? { faces: sitters, matte: alpha } : { faces }
}

async function findRegionsSmall(source: SceneSource) {
  const smallestFace = Math.min(...source.faces.map(faceHeightOf))
  const enough = REGION_FACE_HEIGHT / smallestFace
  const factor = Math.min(1, Math.sqrt(REGION_PIXELS / (source.width * source.height)), enough || 1)
  const { width, height } = scaleSize(source, factor)
  const colour = await resize(source.colour, source, width, height, 3)
  const alpha = source.alpha && (await resize(source.alpha, source, width, height, 1))
  const faces = source.faces.map((face) => scaleFace(face, width / source.width, height / source.height))
  const subject = subjectPlane(alpha, width * height)
  const regions = findFaceRegions({ width, height, colour, subject }, faces)
  const boxOf = (plane: Float32Array) => boxAbove(plane, { width, height }, 0.004)
  const heads = boxOfBoth(boxOf(regions.hair), boxOf(regions.features))
  const faceHeight = Math.max(0, ...faces.map(faceHeightOf))
  return { width, height, colour, ...regions, faces, faceHeight, heads, people: boxOfBoth(heads, boxOf(regions.skin)) }
}

const scaleBox = ({ left, top, width, height }: Box, across: number, down: number): Box => ({
  left: Math.floor(left * across),
  top: Math.floor(top * down),
  width: Math.ceil(width * across),
  height: Math.ceil(height * down),
})

const scaleFace = ({ mesh }: SceneFace, across: number, down: number): SceneFace => ({
  mesh: mesh.map(({ x, y, z }) => ({ x: x * across, y: y * down, z: z * across })),
})

/** Found when it is first asked for. */
function once<Found>(find: () => Found): () => Found {
  let kept: { readonly found: Found } | undefined
  return () => {
    kept ??= { found: find() }
    return kept.found
  }
}

function subjectPlane(alpha: Uint8Array | undefined, area: number): Float32Array {
  if (!alpha) return new Float32Array(area).fill(1)
  const shares = new Float32Array(area)
  kernels.sharesOf(alpha, area, filled(shares))
  return shares
}

/** Lengths in recipes are meant for a face of this height. */
const FACE_OF_RECIPES = 320

/** Such a length on faces: it scales with them, or small ones would be lost in it. */
export const faceUnit = ({ faceHeight, unit }: Pick<Scene, 'faceHeight' | 'unit'>): number =>
  faceHeight > 0 ? faceHeight / FACE_OF_RECIPES : unit

/** And of brushes there: on a large face a painter takes a larger one, but sees more of it, too. */
export const brushUnit = (scene: Pick<Scene, 'faceHeight' | 'unit'>): number => Math.sqrt(faceUnit(scene) * scene.unit)

/** And on whole figures: on small ones it is smaller, down to a half. */
export const figureUnit = (scene: Pick<Scene, 'faceHeight' | 'unit'>): number =>
  Math.min(scene.unit, Math.max(faceUnit(scene), scene.unit / 2))

/** A new canvas that starts as a copy of the photo. */
export const photoCanvas = ({ width, height, photo }: Scene): Canvas => ({
  width,
  height,
  colour: new Uint8ClampedArray(photo),
})

export async function resizeCanvas(canvas: Canvas, width: number, height: number): Promise<Canvas> {
  if (canvas.width === width && canvas.height === height) return canvas
  const bytes = new Uint8Array(canvas.colour.buffer, canvas.colour.byteOffset, canvas.colour.length)
  const resized = await resize(bytes, canvas, width, height, 3)
  return { width, height, colour: new Uint8ClampedArray(resized.buffer, resized.byteOffset, resized.length) }
}

const resize = (pixels: Uint8Array, from: Size, width: number, height: number, channels: 1 | 3) =>
  resample(pixels, from, channels, { width, height }, { kernel: width < from.width ? 'lanczos3' : 'cubic' })
