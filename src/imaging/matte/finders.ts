/** What a request's `detail` means: looks of our own network, or a network that the operator has added. */
import { AppError } from '../../base/errors.js'
import type { Deadline } from '../deadline.js'
import type { AddedNetwork } from '../networks/added-network.js'
import type { RunOptions } from '../networks/session.js'
import { loadAddedNetwork } from './added-network.js'
import { createSubjectFinder, type Finders, type FindSubject } from './find-subject.js'
import { LOOKS, type Quality } from './looks.js'
import type { MattingNetwork } from './matting-network.js'
import { createNetworkShelf } from './network-shelf.js'

export interface MattingSetup {
  /** Of jobs that name none: a quality, or the name of an added network. */
  readonly detail: string
  readonly added: readonly AddedNetwork[]
  /** What added networks may take together, and for how long one stays that nobody uses. */
  readonly roomMb: number
  readonly idleMs: number
  readonly providers: readonly string[]
}

/** Without added networks. */
export const onlyOurs = (detail: Quality): MattingSetup => ({
  detail,
  added: [],
  roomMb: 0,
  idleMs: 0,
  providers: ['cpu'],
})

export interface SubjectFinders {
  /** The time that a network takes to load is the job's: it ends then if there is none left. */
  finderFor(detail: string | undefined, deadline?: Deadline): FindSubject
  /** The first run allocates memory, which no request should have to wait for. */
  warm(): Promise<void>
}

const isQuality = (detail: string): detail is Quality => Object.hasOwn(LOOKS, detail)

export function createSubjectFinders(
  ours: Finders,
  { detail: usual, added, roomMb, idleMs }: MattingSetup,
  run: RunOptions,
): SubjectFinders {
  const shelf = createNetworkShelf({
    load: (network: AddedNetwork) => loadAddedNetwork(network, run),
    roomMb,
    idleMs,
    kept: usual,
  })
  const addedNamed = (name: string): AddedNetwork => {
    const network = added.find((it) => it.name === name)
    if (network) return network
    const names = [...Object.keys(LOOKS), ...added.map((it) => it.name)].join(', ')
    const advice = `the worker that took this job has ${names}`
    throw new AppError('invalid_request', `detail: no network ${name} here; ${advice}`, { parameter: 'detail' })
  }
  return {
    finderFor: (detail = usual, deadline) => {
      if (isQuality(detail)) return createSubjectFinder(ours, LOOKS[detail])
      const chosen = addedNamed(detail)
      return (photo, request) =>
        shelf.use(chosen, (network) => {
          deadline?.check()
          return createSubjectFinder({ ...ours, network }, LOOKS.balanced)(photo, request)
        })
    },
    warm: async () => {
      await ours.network.predict(blank(ours.network))
      if (!isQuality(usual)) await shelf.use(addedNamed(usual), (network) => network.predict(blank(network)))
    },
  }
}

const blank = ({ size }: MattingNetwork): Uint8Array => new Uint8Array(size ** 2 * 3)
