/**
 * Bounds the requests that download at once, in all and per account: slow hosts hold these places, not those of the
 * workers, and one account's slow hosts leave room for the others.
 */
import { AppError } from '../../base/errors.js'

export interface DownloadPlaceOptions {
  readonly atOnce: number
  readonly perAccount: number
  /** The longest time that a place can be held. */
  readonly longestMs: number
  readonly now?: () => number
}

/** Takes a place, or throws `busy`; the returned function gives it back when the downloads are done. */
export type EnterDownloads = (account: string) => () => void

export function createDownloadPlaces(options: DownloadPlaceOptions): EnterDownloads {
  const { atOnce, perAccount, longestMs, now = performance.now.bind(performance) } = options
  /** Oldest first. */
  const places = new Set<{ account: string; since: number }>()
  return (account) => {
    const own = [...places].filter((place) => place.account === account)
    const inTheWay = own.length >= perAccount ? own : places.size >= atOnce ? [...places] : []
    const [oldest] = inTheWay
    if (oldest) {
      const retryAfterSeconds = Math.max(1, Math.ceil((oldest.since + longestMs - now()) / 1000))
      throw new AppError('busy', 'Too many downloads at once', { retryAfterSeconds })
    }
    const place = { account, since: now() }
    places.add(place)
    return () => void places.delete(place)
  }
}
