/**
 * Admission, in the order of the contract: a repeated request gets its first answer; then the rate is checked, then
 * overload. All of it happens before a credit is touched. `gates.ts` lists the limits.
 */

import type { ItemPlace } from '../../db/port.js'
import type { Engine, Forecast, Slot, SlotRequest } from '../../engine/port.js'
import type { RateState } from '../../ratelimit/port.js'
import { answerCounted, type CountedParts, type CountedRequest } from './counted.js'
import type { EnterDownloads } from './download-places.js'
import type { Claim } from './idempotency.js'
import type { Lease } from './leases.js'

export type { Forecast, RateState, Slot, SlotRequest }

export interface AdmissionRequest extends CountedRequest {
  /** What a slot of the engine is requested for. */
  readonly slotRequest: SlotRequest
  /** Told what to expect as soon as the request is admitted; never for a repeated request. */
  readonly onAdmitted: (forecast: Forecast) => void
}

export interface AdmissionParts extends CountedParts {
  readonly engine: Pick<Engine, 'admit'>
  readonly enterDownloads: EnterDownloads
}

/** What admitted work may use until it is done. */
export interface Permit {
  readonly slot: Slot
  /** Covers everything that the work opens. */
  readonly lease: Lease
  /** To be settled together with the charge; undefined when the client sent no Idempotency-Key. */
  readonly claim: Claim | undefined
  /** The same for an image of a job. */
  readonly item?: ItemPlace
}

/** Does the work in a slot of the engine, or returns the first answer to the same request. */
export type Admission = <Answer>(
  request: AdmissionRequest,
  work: (permit: Permit) => Promise<Answer>,
) => Promise<{ answer: Answer; replayed: boolean }>

export const createAdmission =
  (parts: AdmissionParts): Admission =>
  (request, work) =>
    answerCounted(parts, request, async (lease, claim) => {
      const slot = await takeSlot(parts, request.slotRequest)
      request.onAdmitted(slot.forecast)
      try {
        return await work({ slot, lease, claim })
      } finally {
        slot.release()
      }
    })

/**
 * Where pictures have to be downloaded first, the slot comes with a place for that; it ends with the first job that has
 * them.
 */
export async function takeSlot(
  { engine, enterDownloads }: Pick<AdmissionParts, 'engine' | 'enterDownloads'>,
  slotRequest: SlotRequest,
): Promise<Slot> {
  if (!slotRequest.fetchesFirst) return engine.admit(slotRequest)
  const leaveDownloads = enterDownloads(slotRequest.account)
  const slot = await engine.admit(slotRequest).catch((error: unknown) => {
    leaveDownloads()
    throw error
  })
  return {
    forecast: slot.forecast,
    run: (job, files, signal, options) => {
      if ('input' in files) leaveDownloads()
      return slot.run(job, files, signal, options)
    },
    release: () => {
      leaveDownloads()
      slot.release()
    },
  }
}
