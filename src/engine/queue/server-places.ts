/**
 * The places of a server's slots in the queue of the fleet. With its place a slot takes the turn of its first job, so that
 * a usual request asks Redis once. What it does not use goes back.
 */
import { randomToken } from '../../base/random-ids.js'
import { busy, forecastFor, refuseOverload } from '../overload.js'
import type { Forecast, OverloadOptions, SlotRequest } from '../port.js'
import type { FleetState, Turn } from './fleet-state.js'
import type { FleetView, PlaceInfo } from './fleet-view.js'
import { picturesNote } from './messages.js'

export interface ServerPlaces {
  /** What this server holds, to be renewed. */
  readonly held: ReadonlyMap<string, PlaceInfo>
  /** Throws when there is no place. */
  forecastOrRefuse(slotRequest: SlotRequest, view: FleetView): Forecast
  take(slot: string, slotRequest: SlotRequest): Promise<Forecast>
  /** The name and the turn of the slot's next job; its pictures are noted for deletion. */
  nextJob(slot: string, info: PlaceInfo): Promise<{ id: string; turn: number }>
  /** Leaves with a stored result; false when others may be deleting it. */
  adopt(slot: string, result: string): Promise<boolean>
  /** May be called more than once. */
  leave(slot: string): void
}

const noWorkers = () => busy('No worker is connected', 5000)
const firstJobOf = (slot: string): string => `job-${slot}`

/** `objectLifeMs`: after that, the pictures of a job are deleted by any server. */
export function createServerPlaces(
  fleetState: Pick<FleetState, 'enter' | 'takeTurn' | 'adopt' | 'leave'>,
  options: OverloadOptions,
  objectLifeMs: number,
): ServerPlaces {
  const held = new Map<string, PlaceInfo>()
  /** Turns that were taken with a place, until a job uses them. */
  const unused = new Map<string, Turn>()
  const notesOf = (jobId: string) => ({ keys: [picturesNote(jobId)], lifeMs: objectLifeMs })

  const forecastOrRefuse: ServerPlaces['forecastOrRefuse'] = (slotRequest, view) => {
    if (view.nodes.length === 0) throw noWorkers()
    refuseOverload(slotRequest, options, view)
    return forecastFor(slotRequest, view)
  }
  // Commands of one connection keep their order: a request for a place from now on finds this one free.
  const leave = (slot: string): void => {
    const turn = unused.get(slot)
    unused.delete(slot)
    if (!held.delete(slot) && !turn) return
    const left = turn ? { turn, note: picturesNote(firstJobOf(slot)) } : undefined
    fleetState.leave(slot, left).catch(() => {}) // it expires
  }
  return {
    held,
    forecastOrRefuse,
    take: async (slot, slotRequest) => {
      const { account, rank, kind } = slotRequest
      const info = { account, rank, kind, since: Date.now() }
      const { before, turn } = await fleetState.enter(slot, info, notesOf(firstJobOf(slot)))
      unused.set(slot, turn)
      try {
        const forecast = forecastOrRefuse(slotRequest, before)
        held.set(slot, info)
        return forecast
      } catch (error) {
        leave(slot)
        throw error
      }
    },
    nextJob: async (slot, info) => {
      held.set(slot, info)
      const turn = unused.get(slot)
      if (turn?.rank === info.rank && turn.kind === info.kind) {
        unused.delete(slot)
        return { id: firstJobOf(slot), turn: turn.number }
      }
      const id = `job-${randomToken()}`
      return { id, turn: (await fleetState.takeTurn(slot, info, notesOf(id))).number }
    },
    adopt: (slot, result) => {
      held.delete(slot) // it leaves with the result
      return fleetState.adopt(slot, result)
    },
    leave,
  }
}
