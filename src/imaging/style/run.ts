/** A portrait style from file to file: find face and person, paint the recipe, encode. */
import { createHash } from 'node:crypto'
import { automaticFormat, encodeToFile } from '../codec/encode.js'
import { seedOf } from '../codec/seed.js'
import type { PortraitStyleJob } from '../job.js'
import { type Cutout, type Photo, scaleBox, withAlpha } from '../raster/picture.js'
import { previewOf } from '../raster/preview.js'
import { rawPicture } from '../raster/resample.js'
import { subjectBox } from '../raster/subject-box.js'
import type { Operation, Tools } from '../tools.js'
import { openPhoto } from './open-photo.js'
import { enoughOfEdge, render } from './paint.js'
import type { Canvas } from './pixels/canvas.js'
import { composeRecipe } from './prompt/compose.js'
import type { SceneSource } from './scene.js'
import { findSittersAlpha } from './sitters-alpha.js'

export const runPortraitStyle: Operation<PortraitStyleJob, Tools> = async (
  job,
  files,
  { findSubject, findFaces, limits, deadline },
  timed,
) => {
  const recipe = composeRecipe(job.recipe)
  const photo = await timed('decode', () => openPhoto(files.input, job, limits))
  const { faces, alpha } = await timed('infer', async () => {
    const found = await findFaces(photo, { roughPupils: true })
    return { faces: found, alpha: await findSittersAlpha(photo, found, findSubject, enoughOfEdge(recipe)) }
  })
  const { width, height } = photo
  const seed = strokeSeed(await seedOf(files.input), photo, job)
  const strength = (job.strength / 100) * job.recipe.strength
  const colour = await timed('compose', async () => {
    const source: SceneSource = { width, height, colour: photo.colour, alpha, faces, seed }
    return bytesOf(await render(source, recipe, { strength }, deadline))
  })
  const format = job.format === 'auto' ? automaticFormat(photo.alpha) : job.format
  const { result, file } = await timed('encode', async () => {
    const picture = await delivered({ ...photo, colour }, job, files.input)
    return { result: picture, file: await encodeToFile(picture, { format, channels: 'rgba' }, files.output) }
  })
  const whole = { left: 0, top: 0, width, height }
  const foreground = scaleBox((alpha && subjectBox(alpha, width, height)) ?? whole, result.width / width)
  const styleRecipe = `${job.recipe.description}; strength=${Math.round(strength * 100)}`
  return { width: result.width, height: result.height, foreground, ...file, styleRecipe }
}

const bytesOf = ({ colour }: Canvas): Uint8Array => new Uint8Array(colour.buffer, colour.byteOffset, colour.length)

/** A preview is the very picture that would be paid for, made small. */
async function delivered(painted: Photo, { preview }: PortraitStyleJob, input: string): Promise<Cutout> {
  if (!preview) return withAlpha(painted)
  return previewOf(rawPicture(painted.colour, painted, 3), painted, await seedOf(input), painted.alpha)
}

/** Derived from file and parameters: the same request gives the same picture, a different one different strokes. */
function strokeSeed(ofFile: number, { width, height }: Photo, { style, prompt = '' }: PortraitStyleJob): number {
  const hash = createHash('sha256').update(`${ofFile} ${width} ${height} ${style} ${prompt}`)
  return hash.digest().readInt32LE(0) & 0xffffff
}
