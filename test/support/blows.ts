/** What happens to parts of an installation while it is in use; each is over when it resolves, and the part is back. */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cable } from './cable.js'
import type { Member } from './fleet.js'

export interface Blow {
  readonly name: string
  strike(): Promise<void>
}

const aWhile = (): Promise<void> => sleep(randomInt(300, 1500))

export const killed = (victim: Member): Blow => ({
  name: `${victim.name} killed`,
  strike: async () => {
    await victim.kill()
    await aWhile()
    await victim.start()
  },
})

/** As an operator does it. */
export const restarted = (node: Member): Blow => ({
  name: `${node.name} restarted`,
  strike: async () => {
    await node.stop()
    await node.start()
  },
})

export const cutOff = (name: string, cable: Cable): Blow => ({
  name: `${name} cut off`,
  strike: async () => {
    await cable.cut()
    await aWhile()
    await cable.plugIn()
  },
})
