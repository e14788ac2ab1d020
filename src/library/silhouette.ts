/** The library: the operations of the API on files, bytes and streams, in the server's own worker processes. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pixelsAt } from '../catalog/print-sheets.js'
import type { Order, OutcomeOf, PictureOutcome, PrintSheet } from '../imaging/job.js'
import { cutoutJob } from '../photos/cutout.js'
import { detailIn } from '../photos/detail.js'
import { idPhotoJob, photosIn } from '../photos/id-photo.js'
import { openWorkers } from '../photos/open-workers.js'
import { runPatiently } from '../photos/run-patiently.js'
import { styleJob } from '../photos/style.js'
import { cutoutWarnings } from './cutout.js'
import { idPhotoNameOf, idPhotoOptions, warningsOf } from './id-photo.js'
import { refuseUnknown } from './known-options.js'
import { photoFile } from './photo-file.js'
import { reporterFor } from './progress.js'
import { configFor } from './settings.js'
import { translateError } from './translate-error.js'
import type { PhotoSource, Picture, PrintedSheet, Silhouette, SilhouetteOptions } from './types.js'
import { createWorkers } from './workers.js'

/** A photo, and what goes behind its subject. */
interface Sources {
  readonly photo: PhotoSource
  readonly backgroundImage?: PhotoSource | undefined
}

/** Workers start with the first photo; `close` ends them, and without it the process stays alive. */
export function createSilhouette(options: SilhouetteOptions = {}): Silhouette {
  refuseUnknown(options, 'silhouette')
  const config = configFor(options)
  const tell = options.onProgress ?? (() => {})
  const workers = createWorkers(() =>
    openWorkers(config, config.engine.workers, reporterFor(tell), () => tell({ step: 'loading' })),
  )
  const run = async <O extends Order>(
    order: O,
    sources: Sources,
    signal: AbortSignal | undefined,
  ): Promise<Made<OutcomeOf<O>>> =>
    workers.use(async (engine, over) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'silhouette-'))
      const at = (name: string): string => path.join(folder, name)
      try {
        const input = await photoFile(sources.photo, at('photo'), over)
        const behind = sources.backgroundImage
        const background = behind && (await photoFile(behind, at('background'), over, 'backgroundImage'))
        const sheet = order.kind === 'id-photo' && order.sheet ? at('sheet') : undefined
        const files = { input, output: at('result'), ...(background && { background }), ...(sheet && { sheet }) }
        const outcome = await runPatiently(order, files, engine, over)
        return { outcome, bytes: await readFile(files.output), ...(sheet && { sheet: await readFile(sheet) }) }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    }, signal)
  const detailOf = ({ detail }: { readonly detail?: string | undefined }) => detailIn(detail, 'detail', config)
  const close = (): Promise<void> => workers.close()

  return {
    ready: translated(() => workers.use(async () => {}, undefined)),
    removeBackground: translated(async (photo, wanted = {}) => {
      refuseUnknown(wanted, 'removeBackground')
      const { backgroundImage, signal } = wanted
      const job = cutoutJob(wanted, backgroundImage !== undefined, config.limits.pixels, (option) => option)
      const made = await run({ ...job, ...detailOf(wanted) }, { photo, backgroundImage }, signal)
      const { foreground, confidence, pieces } = made.outcome
      return {
        ...pictureOf(made),
        subject: foreground,
        ...(confidence !== undefined && { confidence }),
        ...(pieces && { pieces }),
        warnings: cutoutWarnings(made.outcome),
      }
    }),
    idPhoto: translated(async (photo, wanted = {}) => {
      refuseUnknown(wanted, 'idPhoto')
      refuseUnknown(wanted.size ?? {}, 'idPhoto.size', 'size.')
      const job = idPhotoJob(idPhotoOptions(wanted), idPhotoNameOf)
      const made = await run({ ...job, ...detailOf(wanted) }, { photo }, wanted.signal)
      const picture = { ...pictureOf(made), format: job.spec.name, warnings: warningsOf(made.outcome) }
      return job.sheet && made.sheet ? { ...picture, sheet: printed(job.sheet, made.sheet) } : picture
    }),
    stylize: translated(async (photo, wanted = {}) => {
      refuseUnknown(wanted, 'stylize')
      const job = styleJob(wanted, (option) => option)
      const made = await run({ ...job, ...detailOf(wanted) }, { photo }, wanted.signal)
      return { ...pictureOf(made), recipe: made.outcome.styleRecipe }
    }),
    close,
    [Symbol.asyncDispose]: close,
  }
}

interface Made<O extends PictureOutcome = PictureOutcome> {
  readonly outcome: O
  readonly bytes: Buffer
  readonly sheet?: Buffer
}

const pictureOf = ({ outcome: { width, height, contentType }, bytes }: Made): Picture => ({
  bytes,
  width,
  height,
  type: contentType as Picture['type'],
})

const printed = (sheet: PrintSheet, bytes: Buffer): PrintedSheet => ({
  bytes,
  width: pixelsAt(sheet.dpi, sheet.paper.width_mm),
  height: pixelsAt(sheet.dpi, sheet.paper.height_mm),
  type: sheet.format === 'pdf' ? 'application/pdf' : 'image/jpeg',
  copies: photosIn(sheet),
})

function translated<Args extends unknown[], T>(work: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
  return async (...args) => {
    try {
      return await work(...args)
    } catch (error) {
      throw translateError(error)
    }
  }
}
