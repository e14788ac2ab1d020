/** Faults of parts of an installation in use; each is over when it resolves, and the part is back. */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cable } from './cable.js'
import type { Member } from './fleet.js'

export interface Fault {
  readonly name: string
  inject(): Promise<void>
}

const aWhile = (longestMs = 1500): Promise<void> => sleep(randomInt(300, longestMs))

export const killed = (victim: Member, longestMs?: number): Fault => ({
  name: `${victim.name} killed`,
  inject: async () => {
    await victim.kill()
    await aWhile(longestMs)
    await victim.start()
  },
})

/** As an operator does it. */
export const restarted = (node: Member): Fault => ({
  name: `${node.name} restarted`,
  inject: async () => {
    await node.stop()
    await node.start()
  },
})

export const cutOff = (name: string, cable: Cable): Fault => ({
  name: `${name} cut off`,
  inject: async () => {
    await cable.cut()
    await aWhile()
    await cable.plugIn()
  },
})
