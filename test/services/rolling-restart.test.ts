/**
 * A fleet behind nginx, with the configuration that we hand out, is replaced while clients use it: machine of workers and
 * servers, one after the other. Nobody notices.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { FormData, fetch, type RequestInit } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { multipart } from '../http/app.js'
import { builtServer, redisServer } from '../support/fleet.js'
import { executable, nginxBefore } from '../support/nginx.js'
import { openAccount } from '../support/open-account.js'
import { photoNamed } from '../support/photo-host.js'
import { postgresService } from '../support/services.js'
import { startWholeFleet, type WholeFleet } from '../support/whole-fleet.js'
import { workerNode } from '../support/worker-node.js'

if (!executable) console.warn('skipped: nginx is not installed')
const services = executable !== undefined && redisServer() !== undefined && (await postgresService()) !== undefined

const CREDITS = 10_000
const CLIENTS = 6
/** Servers that start need the machine, too. */
const PAUSE_MS = 200
const PIECES = 5
const BETWEEN_PIECES_MS = 400

describe.skipIf(!services)('A rolling restart', () => {
  let fleet: WholeFleet
  let key: string
  const failed: string[] = []
  const served = { images: 0, slowImages: 0, others: 0 }
  let over = false

  beforeAll(async () => {
    const parts = { server: builtServer, workers: workerNode, entrance: nginxBefore }
    const asByDefault = { DRAIN_SECONDS: '' }
    const settings = { RATE_LIMIT_PER_MINUTE: '100000', TRUSTED_PROXIES: '1', WORKERS: '4' }
    fleet = await startWholeFleet({ ...settings, ...asByDefault }, parts)
    key = (await openAccount(fleet.settings, 'ann', CREDITS)).key
  })
  afterAll(() => fleet?.close())

  /** The answer, which is expected to be a good one. */
  async function ask(path: string, more: RequestInit = {}): Promise<Buffer | undefined> {
    try {
      const reply = await fetch(new URL(path, fleet.baseUrl), {
        ...more,
        headers: { 'x-api-key': key, ...more.headers },
      })
      const body = Buffer.from(await reply.arrayBuffer())
      if (reply.ok) return body
      failed.push(`${more.method ?? 'GET'} ${path}: ${reply.status} ${body.toString().slice(0, 200)}`)
    } catch (error) {
      failed.push(`${more.method ?? 'GET'} ${path}: ${String((error as Error).cause ?? error)}`)
    }
    return undefined
  }
  const resultOf = async (answer: Buffer | undefined): Promise<void> => {
    if (!answer) return
    const { url } = JSON.parse(answer.toString()) as { url: string }
    if (await ask(new URL(url).pathname)) served.others += 1
  }
  async function uploadAndFetch(): Promise<void> {
    for (let count = 0; !over; count++) {
      const body = new FormData()
      body.append('image_file', new Blob([new Uint8Array(photoNamed(`photo ${count}`))]), 'photo.png')
      body.append('size', 'full')
      const answer = await ask('/v1/remove', { method: 'POST', body })
      if (answer) served.images += 1
      await resultOf(answer)
      if (await ask('/v1.0/account')) served.others += 1
      await sleep(PAUSE_MS)
    }
  }
  /** On a slow line: the upload begins at one server's good times and ends in its last ones. */
  async function uploadSlowly(): Promise<void> {
    const { payload, headers } = multipart({ image_file: photoNamed('slow'), size: 'full' })
    const bytes = Buffer.from(payload)
    const pieces = async function* () {
      for (let i = 0; i < PIECES; i++) {
        yield bytes.subarray((i * bytes.length) / PIECES, ((i + 1) * bytes.length) / PIECES)
        await sleep(BETWEEN_PIECES_MS)
      }
    }
    const length = { 'content-length': String(bytes.length) }
    while (!over) {
      const more = { method: 'POST', body: pieces(), duplex: 'half', headers: { ...headers, ...length } } as const
      const answer = await ask('/v1/remove', more)
      if (answer) served.slowImages += 1
      await resultOf(answer)
    }
  }

  test('fails no request, and charges each image once', async () => {
    const clients = [...Array.from({ length: CLIENTS }, uploadAndFetch), uploadSlowly(), uploadSlowly()]
    const replacement = await fleet.moreWorkers()
    await replacement.start()
    expect(await fleet.workers.stop()).toBe(0)
    for (const server of fleet.servers) {
      expect(await server.stop()).toBe(0)
      await server.start()
    }
    over = true
    await Promise.all(clients)
    expect(failed).toEqual([])
    const account = JSON.parse((await ask('/v1.0/account'))!.toString()) as {
      data: { attributes: { credits: { total: number } } }
    }
    console.log('rolling restart:', JSON.stringify(served))
    expect(account.data.attributes.credits.total).toBe(CREDITS - served.images - served.slowImages)
    expect(served.slowImages).toBeGreaterThan(0)
  })
})
