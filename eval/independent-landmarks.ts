/**
 * Eyes and chin of a finished photo by a network that the product does not use, so that it can confirm the geometry: the 68
 * points of face-api (MIT), fetched from its npm package when it is first needed.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { middleOf, type Point } from '../src/imaging/raster/point.js'
import { extractFromPackage } from '../src/models/npm-tarball.js'

const PACKAGE = '@vladmandic/face-api@1.7.15'
const INTEGRITY = 'sha512-WDMmK3CfNLo8jylWqMoQgf4nIst3M0fzx1dnac96wv/dvMTN4DxC/Pq1DGtduDk1lktCamQ3MIDXFnvrdHTXDw=='
const FILES = {
  library: 'dist/face-api.esm.js',
  landmarks: 'model/face_landmark_68_model',
  detector: 'model/tiny_face_detector_model',
} as const

export interface Landmarks {
  readonly eyes: readonly [left: Point, right: Point]
  readonly chin: Point
}

/** Undefined when it finds no face. */
export type FindLandmarks = (file: string) => Promise<Landmarks | undefined>

interface Network {
  loadFromWeightMap(weights: unknown): void
}
interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
interface FaceApi {
  readonly tf: {
    setBackend(name: 'cpu'): Promise<boolean>
    ready(): Promise<void>
    tensor3d(values: Uint8Array, shape: readonly [number, number, number]): { dispose(): void }
    readonly io: { decodeWeights(bytes: ArrayBuffer, manifest: readonly unknown[]): unknown }
  }
  readonly TinyFaceDetectorOptions: new (options: { inputSize: number; scoreThreshold: number }) => object
  readonly TinyFaceDetector: new () => Network & {
    locateFaces(picture: unknown, options: object): Promise<readonly { readonly box: Box }[]>
  }
  readonly FaceLandmark68Net: new () => Network & {
    detectLandmarks(picture: unknown): Promise<{ readonly positions: readonly Point[] }>
  }
}

export async function loadIndependentLandmarks(folder: string): Promise<FindLandmarks> {
  await fetchFiles(folder)
  // Without a `window` it assumes a very old Node.
  Object.assign(globalThis, { window: globalThis, document: { createElement: () => ({ getContext: () => null }) } })
  const api = (await import(pathToFileURL(path.join(folder, 'library.mjs')).href)) as FaceApi
  await api.tf.setBackend('cpu')
  await api.tf.ready()
  const load = async <N extends Network>(network: N, name: string): Promise<N> => {
    const manifest = JSON.parse(await readFile(path.join(folder, `${name}.json`), 'utf8')) as { weights: unknown[] }[]
    const bytes = new Uint8Array(await readFile(path.join(folder, `${name}.bin`)))
    network.loadFromWeightMap(
      api.tf.io.decodeWeights(
        bytes.buffer,
        manifest.flatMap(({ weights }) => weights),
      ),
    )
    return network
  }
  const detector = await load(new api.TinyFaceDetector(), 'detector')
  const landmarks = await load(new api.FaceLandmark68Net(), 'landmarks')
  const options = new api.TinyFaceDetectorOptions({ inputSize: 224, scoreThreshold: 0.3 })

  return async (file) => {
    const { width = 0, height = 0 } = await sharp(file).metadata()
    const whole = await tensorOf(api, sharp(file), width, height)
    const [found] = await detector.locateFaces(whole, options)
    whole.dispose()
    if (!found) return undefined
    const box = inside(found.box, width, height)
    const crop = await tensorOf(api, sharp(file).extract(box), box.width, box.height)
    const { positions } = await landmarks.detectLandmarks(crop)
    crop.dispose()
    const at = (point: number): Point => ({ x: box.left + positions[point]!.x, y: box.top + positions[point]!.y })
    const eye = (from: number): Point => middleOf(at(from), at(from + 3)) // its two corners
    return { eyes: [eye(36), eye(42)], chin: at(8) }
  }
}

async function tensorOf(api: FaceApi, picture: Sharp, width: number, height: number) {
  const rgb = await picture.removeAlpha().toColourspace('srgb').raw().toBuffer()
  return api.tf.tensor3d(new Uint8Array(rgb), [height, width, 3])
}

function inside({ x, y, width, height }: Box, maxWidth: number, maxHeight: number) {
  const [left, top] = [Math.max(0, Math.round(x)), Math.max(0, Math.round(y))]
  return {
    left,
    top,
    width: Math.min(maxWidth - left, Math.round(width)),
    height: Math.min(maxHeight - top, Math.round(height)),
  }
}

async function fetchFiles(folder: string): Promise<void> {
  if (existsSync(path.join(folder, 'whole'))) return
  await mkdir(path.join(folder, 'tarball'), { recursive: true })
  const weights = (['landmarks', 'detector'] as const).flatMap((name) => [
    { path: `${FILES[name]}-weights_manifest.json`, target: path.join(folder, `${name}.json`) },
    { path: `${FILES[name]}.bin`, target: path.join(folder, `${name}.bin`) },
  ])
  await extractFromPackage(PACKAGE, [{ path: FILES.library, target: path.join(folder, 'library.mjs') }, ...weights], {
    folder: path.join(folder, 'tarball'),
    integrity: INTEGRITY,
    onBytes: () => {},
  })
  await rm(path.join(folder, 'tarball'), { recursive: true })
  await writeFile(path.join(folder, 'whole'), '')
}
