/** Before a client of remove.bg moves here: its own photos and parameters, and what it will get for them. */
import { AppError } from '../base/errors.js'
import { creditsInWords, UNLIMITED_CREDITS, USUAL_PRICES } from '../catalog/prices.js'
import { Silhouette, SilhouetteError } from '../client/index.js'
import { caps, PNG_PIXELS, type SizeTier } from '../parameters/cutout.js'
import { ANY_SERVER_OPTIONS, anyServerAccessIn, type ServerAccess } from './batch/server-access.js'
import {
  answer,
  type Command,
  flagOption,
  jsonOption,
  print,
  printTable,
  textOption,
  textsOf,
  UsageError,
} from './command.js'
import { type Answer, askLikeRemoveBg } from './migration/ask.js'
import { type Parameters, readParameters, showsWholePhoto, tierOf, withoutEffect } from './migration/parameters.js'
import { printable } from './printable.js'

export const migrateCheckCommand: Command = {
  name: 'migrate-check',
  group: 'Photos',
  summary: 'Try your photos and remove.bg parameters on a server, before you move',
  about:
    'Sends each PHOTO to POST /v1.0/removebg with the parameters that your client sends, and tells what comes back: size, ' +
    'format, watermark, price, parameters without effect, errors in words. Nothing is charged without --yes: sizes that ' +
    'cost credits are then tried as size=preview, which is free. docs/migrating-from-remove-bg.md says more.',
  options: {
    ...ANY_SERVER_OPTIONS,
    param: textOption('NAME=VALUE', 'A parameter of remove.bg, such as size=auto; may be repeated', { multiple: true }),
    yes: flagOption('Send sizes that cost credits as they are, and pay for them'),
    ...jsonOption,
  },
  operand: { name: 'photos', label: 'PHOTO', many: true },
  examples: [
    'migrate-check photo.jpg --param size=auto --param crop=true',
    'migrate-check a.jpg --server http://b.example --param size=hd --yes',
  ],
  run: async (values, config) => {
    const photos = textsOf(values, 'photos')
    if (photos.length === 0) throw new UsageError('The photo is missing: name some that your client sends')
    const parameters = readParameters(textsOf(values, 'param'))
    const idle = withoutEffect(parameters)
    const access = anyServerAccessIn(values, config)
    const balance = await balanceOf(access)
    const plan = planFor(tierOf(parameters), photos.length, balance, values.yes === true)
    const tell = (text: string): void => void process.stderr.write(`${printable(text)}\n`)
    tell(plan.announcement)
    const sent = plan.asPreview ? new Map([...parameters, ['size', 'preview']]) : parameters
    const rows: Row[] = []
    for (const photo of photos) {
      const instead = plan.asPreview && rows.length < plan.paid ? paidFor(photo, plan.tier, parameters) : undefined
      rows.push(await rowFor(photo, sent, access, instead))
    }
    const notices = [...new Set(rows.flatMap(({ notice }) => notice ?? []))]
    const facts = {
      server: access.server,
      balance,
      charged: !plan.asPreview,
      results: rows,
      withoutEffect: idle,
      notices,
    }
    answer(values, facts, () => printAll(rows, [...idle, ...notices]))
    if (rows.some(({ error }) => error !== undefined)) process.exitCode = 1
  },
}

/** Asked first: a wrong address or key is told once, before any photo is sent. */
async function balanceOf(access: ServerAccess): Promise<number> {
  try {
    const { balance, unlimited } = await new Silhouette({ ...access, retries: 0 }).account()
    return unlimited ? UNLIMITED_CREDITS : balance
  } catch (error) {
    if (!(error instanceof SilhouetteError)) throw error
    const words =
      error.status === 0
        ? `${error.message}: is it running, and is the address right?`
        : `${access.server} does not tell the balance: ${error.message}. Check address and key.`
    throw new AppError('invalid_request', words)
  }
}

interface Plan {
  /** What the client's own call would be. */
  readonly tier: Exclude<SizeTier, 'auto'>
  /** How many of the photos it would pay for: with `auto`, as many as there are credits. */
  readonly paid: number
  /** Sent as free previews in their place. */
  readonly asPreview: boolean
  readonly announcement: string
}

export function planFor(tier: SizeTier, photos: number, balance: number, mayPay: boolean): Plan {
  if (balance === UNLIMITED_CREDITS) {
    const announcement = 'Nothing is charged: the account is unlimited.'
    return { tier: tier === 'auto' ? 'full' : tier, paid: 0, asPreview: false, announcement }
  }
  const meant = tier !== 'auto' ? tier : balance >= USUAL_PRICES.remove ? 'full' : 'preview'
  const affordable = Math.floor(balance / USUAL_PRICES.remove)
  const paid = meant === 'preview' ? 0 : tier === 'auto' ? Math.min(photos, affordable) : photos
  // What the server's operator has set is in its API document only.
  const price = `${creditsInWords(paid * USUAL_PRICES.remove)} at the usual price`
  const has = `The account has ${creditsInWords(balance)}`
  const short = paid > affordable ? ', so the last ones are refused' : ''
  const rest = paid < photos ? `, so ${paid === 0 ? 'all' : 'the others'} are previews with a watermark` : ''
  const money = `${has}${tier === 'auto' ? rest : short}.`
  if (paid === 0) {
    const why = tier === 'auto' ? ` ${money}` : ''
    return { tier: meant, paid, asPreview: false, announcement: `Nothing is charged: previews are free.${why}` }
  }
  const announcement = mayPay
    ? `This costs ${price}. ${money}`
    : `Nothing is charged: the photos are sent as size=preview. As your client sends them they cost ${price}; --yes ` +
      `sends them so. ${money}`
  return { tier: meant, paid, asPreview: !mayPay, announcement }
}

interface Row extends Partial<Omit<Answer, 'photo'>> {
  readonly photo: string
  readonly watermark?: boolean
  /** Instead of all others. */
  readonly error?: string
}

/** `paidFor`: what the client would get, where a preview was sent in its place. */
async function rowFor(photo: string, parameters: Parameters, access: ServerAccess, paidFor?: PaidFor): Promise<Row> {
  try {
    const { notice, ...result } = await askLikeRemoveBg(photo, parameters, access)
    if (!paidFor) return { ...result, watermark: notice !== undefined, ...(notice && { notice }) }
    const { photo: _photo, width: _width, height: _height, ...same } = result
    return { photo, ...same, ...(await paidFor(result.format)), watermark: false, credits: USUAL_PRICES.remove }
  } catch (error) {
    if (!(error instanceof SilhouetteError)) throw error
    return { photo, error: error.message }
  }
}

type PaidFor = (format: string) => Promise<Partial<Pick<Answer, 'width' | 'height'>>>

/** What a server would make of it, by its own rules; of a part of the photo, only the server knows the size. */
const paidFor =
  (photo: string, tier: Plan['tier'], parameters: Parameters): PaidFor =>
  async (format) => {
    if (tier === 'preview' || !showsWholePhoto(parameters)) return {}
    const { openPicture } = await import('../imaging/codec/decode.js')
    const { layOut } = await import('../imaging/cutout/layout.js')
    const any = { pixels: Number.POSITIVE_INFINITY, minSide: 1, maxSide: Number.POSITIVE_INFINITY }
    const { width, height } = await openPicture(photo, any)
    const rules = { cap: caps[tier], pngPixels: PNG_PIXELS }
    const whole = { left: 0, top: 0, width, height }
    const made = layOut({ width, height }, whole, rules, format === 'png', format === 'webp')
    return { width: made.width, height: made.height }
  }

function printAll(rows: readonly Row[], remarks: readonly string[]): void {
  printTable([
    ['PHOTO', 'PIXELS', 'FORMAT', 'WATERMARK', 'CREDITS'],
    ...rows.map(({ photo, width, height, format, watermark, credits, error }) =>
      error === undefined
        ? [
            photo,
            width ? `${width} x ${height}` : 'as cropped',
            format ?? '',
            watermark ? 'yes' : 'no',
            String(credits),
          ]
        : [photo, 'refused', '', '', '0'],
    ),
  ])
  for (const { photo, error } of rows) if (error !== undefined) print(printable(`${photo}: ${error}`))
  for (const remark of remarks) print(printable(remark))
}
