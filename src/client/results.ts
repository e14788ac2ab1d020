/** Answers → results: what the server says in headers has names and types here. */
import type { components, operations } from './api-types.js'

/** How much of the rate is left. */
export interface Rate {
  /** Images per minute. */
  readonly limit: number
  readonly remaining: number
  readonly resetAt: Date
}

export interface Answered {
  /** By which the server's operator finds the request. */
  readonly requestId: string
  /** The answer to an earlier request with the same Idempotency-Key: nothing was charged. */
  readonly replayed: boolean
  /** Undefined if the request was not counted. */
  readonly rate: Rate | undefined
  /** That the picture is watermarked, why, and what to do; undefined if it is clean. */
  readonly notice: string | undefined
}

export interface ImageResult extends Answered {
  /** Where the picture is, for some days. */
  readonly url: string
}

export interface RemoveResult extends ImageResult {
  /** How good the cut-out is likely to be, 0 to 1; undefined from servers that do not say. */
  readonly confidence: number | undefined
  /** What a person should look at: codes, which `presets()` explains. */
  readonly warnings: readonly string[]
  /** The same by picture, of a ZIP for several presets; undefined otherwise. */
  readonly pictures: readonly { readonly name: string; readonly warnings: readonly string[] }[] | undefined
}

export interface IdPhotoResult extends ImageResult {
  /** What may be wrong with it: codes, which `idPhotoFormats()` explains. */
  readonly warnings: readonly string[]
  /** Those of them that are about the photo. */
  readonly faults: readonly string[]
  /** Those of them that are about what the authority accepts. */
  readonly notes: readonly string[]
  /** The same by format, of a sheet with several; undefined otherwise. */
  readonly formats: readonly { readonly format: string; readonly warnings: readonly string[] }[] | undefined
}

export interface StyleResult extends ImageResult {
  /** What the picture was made of. */
  readonly recipe: string | undefined
}

export interface CutoutResult extends Answered {
  readonly picture: Blob
  readonly contentType: string
  readonly width: number
  readonly height: number
  readonly creditsCharged: number
  /** What the subject is; undefined with `type_level: 'none'`. */
  readonly type: operations['cutout']['responses'][200]['headers']['X-Type']
  /** Where the subject is, in pixels of the picture. */
  readonly foreground: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
  /** How good the cut-out is likely to be, 0 to 1; undefined from servers that do not say. */
  readonly confidence: number | undefined
}

/** With its images, or a page of them. */
export type Job = components['schemas']['Job']
/** One that was handed over. */
export type NewJob = Job & Pick<Answered, 'replayed'>
/** A job without its images. */
export type JobSummary = components['schemas']['JobSummary']
export type JobItem = components['schemas']['JobItem']
export type Account = components['schemas']['Balance']
export type Usage = components['schemas']['Usage']
export type UsageRange = NonNullable<operations['getUsage']['parameters']['query']>
export type IdPhotoFormats = components['schemas']['IdPhotoFormats']
export type IdPhotoFormat = components['schemas']['IdPhotoFormat']
export type Style = components['schemas']['Style']
export type Presets = components['schemas']['Presets']
export type Preset = components['schemas']['Preset']

const numberIn = ({ headers }: Response, name: string): number => Number(headers.get(name) ?? Number.NaN)

function answered(answer: Response): Answered {
  const limit = numberIn(answer, 'X-RateLimit-Limit')
  return {
    requestId: answer.headers.get('X-Request-Id') ?? '',
    replayed: answer.headers.get('Idempotent-Replayed') === 'true',
    rate: Number.isNaN(limit)
      ? undefined
      : {
          limit,
          remaining: numberIn(answer, 'X-RateLimit-Remaining'),
          resetAt: new Date(numberIn(answer, 'X-RateLimit-Reset') * 1000),
        },
    notice: answer.headers.get('X-Silhouette-Notice') ?? undefined,
  }
}

export async function imageResult(answer: Response): Promise<ImageResult> {
  const { url } = (await answer.json()) as components['schemas']['Result']
  return { url, ...answered(answer) }
}

export async function newJob(answer: Response): Promise<NewJob> {
  const { replayed } = answered(answer)
  return { ...((await answer.json()) as Job), replayed }
}

export async function removeResult(answer: Response): Promise<RemoveResult> {
  return {
    ...(await imageResult(answer)),
    confidence: confidenceOf(answer),
    warnings: codesIn(answer, 'X-Warnings'),
    pictures: codesByName(answer, 'X-Picture-Warnings'),
  }
}

const listed = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

const codesIn = ({ headers }: Response, name: string): string[] => listed(headers.get(name) ?? '')

/** `a: enlarged, subject_cut; b:` */
function codesByName({ headers }: Response, name: string): { name: string; warnings: string[] }[] | undefined {
  return headers
    .get(name)
    ?.split(';')
    .map((line) => {
      const [named = '', warnings = ''] = line.split(':')
      return { name: named.trim(), warnings: listed(warnings) }
    })
}

const confidenceOf = (answer: Response): number | undefined =>
  answer.headers.has('X-Confidence') ? numberIn(answer, 'X-Confidence') : undefined

export async function idPhotoResult(answer: Response): Promise<IdPhotoResult> {
  return {
    ...(await imageResult(answer)),
    warnings: codesIn(answer, 'X-Warnings'),
    faults: codesIn(answer, 'X-Photo-Faults'),
    notes: codesIn(answer, 'X-Policy-Notes'),
    formats: codesByName(answer, 'X-Format-Warnings')?.map(({ name, warnings }) => ({ format: name, warnings })),
  }
}

export async function styleResult(answer: Response): Promise<StyleResult> {
  return { ...(await imageResult(answer)), recipe: answer.headers.get('X-Style-Recipe') ?? undefined }
}

export async function cutoutResult(answer: Response): Promise<CutoutResult> {
  const foreground = (side: string): number => numberIn(answer, `X-Foreground-${side}`)
  return {
    picture: await answer.blob(),
    contentType: answer.headers.get('Content-Type') ?? '',
    width: numberIn(answer, 'X-Width'),
    height: numberIn(answer, 'X-Height'),
    creditsCharged: numberIn(answer, 'X-Credits-Charged'),
    type: (answer.headers.get('X-Type') ?? undefined) as CutoutResult['type'],
    foreground: {
      left: foreground('Left'),
      top: foreground('Top'),
      width: foreground('Width'),
      height: foreground('Height'),
    },
    confidence: confidenceOf(answer),
    ...answered(answer),
  }
}
