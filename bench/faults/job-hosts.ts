/** What a job needs around it on loopback: a host of its pictures, and a receiver of its webhooks that is not always well. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import type { WebhookEvent } from '../../src/client/webhook.js'
import { samplePerson } from '../../test/support/sample-person.js'
import { startReceiver, verified } from '../../test/support/webhook-receiver.js'
import type { Photo } from './photos.js'

const [NARROWEST, LOWEST, PER_ROW] = [128, 160, 32]

/** Of the image at this position in the job: very small, and with a size that no other has. */
export const sizeAt = (position: number): Pick<Photo, 'width' | 'height'> => ({
  width: NARROWEST + (position % PER_ROW),
  height: LOWEST + Math.floor(position / PER_ROW),
})

export async function startPictureHost() {
  const person = await samplePerson()
  const server = createServer((request, response) => {
    const position = Number(request.url!.slice(1))
    const { width, height } = sizeAt(position)
    sharp(person)
      .resize({ width, height, fit: 'fill' })
      .jpeg()
      .toBuffer()
      .then((bytes) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes))
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    urlOf: (position: number) => `http://${host}/${position}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** How a delivery fares at first; from the third try of an event on, the receiver is always well. */
const TROUBLE = { fails: 0.08, slow: 0.03, silent: 0.01 }
const SLOW_MS = 3000
const TRIES_IN_TROUBLE = 2

export interface Inbox {
  readonly host: string
  readonly url: string
  /** By their ids: those that were answered with success. */
  readonly events: ReadonlyMap<string, WebhookEvent>
  readonly tally: { arrived: number; failed: number; slow: number; silent: number; repeated: number }
  /** Deliveries whose signature was not genuine, or whose body was not that of an earlier try. */
  readonly wrong: readonly string[]
  secret: string
  close(): Promise<void>
}

export async function startInbox(random: () => number): Promise<Inbox> {
  const tries = new Map<string, string[]>()
  const events = new Map<string, WebhookEvent>()
  const wrong: string[] = []
  const tally = { arrived: 0, failed: 0, slow: 0, silent: 0, repeated: 0 }
  const receiver = await startReceiver((_, response) => {
    const arrival = receiver.arrived.at(-1)!
    const id = arrival.headers['webhook-id'] ?? ''
    const before = tries.get(id) ?? []
    tries.set(id, [...before, arrival.body])
    tally.arrived += 1
    if (before.some((body) => body !== arrival.body)) wrong.push(`${id}: another body than before`)
    const accept = (): void => {
      verified(arrival, inbox.secret, Date.now()).then(
        (event) => {
          if (events.has(id)) tally.repeated += 1
          events.set(id, event)
          response.writeHead(204).end()
        },
        (error: Error) => {
          wrong.push(`${id}: ${error.message}`)
          response.writeHead(400).end()
        },
      )
    }
    const luck = before.length < TRIES_IN_TROUBLE ? random() : 1
    if (luck < TROUBLE.silent) tally.silent += 1
    else if (luck < TROUBLE.silent + TROUBLE.fails) {
      tally.failed += 1
      response.writeHead(500).end()
    } else if (luck < TROUBLE.silent + TROUBLE.fails + TROUBLE.slow) {
      tally.slow += 1
      setTimeout(accept, SLOW_MS)
    } else accept()
  })
  const inbox: Inbox = {
    host: receiver.host,
    url: receiver.url,
    events,
    tally,
    wrong,
    secret: '',
    close: receiver.close,
  }
  return inbox
}
