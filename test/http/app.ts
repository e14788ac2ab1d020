/**
 * The whole HTTP side with everything real behind it (SQLite, disk, rate limiter, use case, download) except the engine
 * and the clock. After every test nothing may be left over: no file of a request, no slot of the engine, no held
 * credit; and every balance is the sum of its ledger.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { createLocalAnnouncements } from '../../src/announcements/local.js'
import { loadConfig } from '../../src/config/load.js'
import type { Database } from '../../src/db/port.js'
import { openSqliteDatabase } from '../../src/db/sqlite.js'
import { openMail } from '../../src/mail/open.js'
import { createMemoryRateLimiter } from '../../src/ratelimit/memory.js'
import { buildApp } from '../../src/server/app.js'
import { createHttpParts, type ServerParts } from '../../src/server/http-parts.js'
import { type AccountMaker, createAccount } from '../../src/service/accounts/accounts.js'
import { createApiKey } from '../../src/service/accounts/api-keys.js'
import { gatesOf } from '../../src/service/images/gates.js'
import { createLeases } from '../../src/service/images/leases.js'
import { createSafeFetch, type SafeFetch } from '../../src/service/images/safe-fetch.js'
import { openWorkspace } from '../../src/service/images/workspace.js'
import { createIncidents } from '../../src/service/operator/incidents.js'
import { createDeliverer } from '../../src/service/webhooks/deliverer.js'
import { createSend } from '../../src/service/webhooks/send.js'
import { createRegistry } from '../../src/signals/registry.js'
import { openStorage } from '../../src/storage/open.js'
import type { ObjectStore } from '../../src/storage/port.js'
import { cheapPasswords } from '../support/cheap-passwords.js'
import { eventually } from '../support/eventually.js'
import { entriesOf } from '../support/ledger-entries.js'
import { FakeEngine, PNG } from './fake-engine.js'

export const PHOTO = Buffer.concat([PNG, Buffer.from('as sent by the client')])
export const BASE_URL = 'https://api.example'
export const CDN_URL = 'https://cdn.example'
const STARTED_AT = Date.UTC(2026, 10, 30, 12, 0, 0, 250)

export { eventually }

/** Settings as in the environment. */
export type Settings = Record<string, string>

export class TestApp {
  readonly logLines: string[] = []
  /** What the host of the pictures answers to `image_url`. */
  origin: RequestListener = (_, response) => response.end(PHOTO)
  now = STARTED_AT
  /** To be set before the start. */
  clock = (): number => this.now
  baseUrl = BASE_URL
  cdnUrl = (): string => CDN_URL
  /** Files of the built account page, by their paths; to be set before the start. Without any it is not built. */
  pageFiles: Record<string, string> = {}
  /** Or a folder that has them. */
  builtPages: string | undefined
  /** To be set before the start. */
  passwords = cheapPasswords
  /** Those that the operator has added; to be set before the start. */
  networks: readonly string[] = []
  /** Of a download; to be set before the start. */
  fetchTimeoutMs = 5000
  /** Whether events are sent to webhooks; to be set before the start. */
  delivers = false
  http!: FastifyInstance
  fetch!: SafeFetch
  db!: Database
  storage!: ObjectStore
  uploads!: ObjectStore
  /** `host:port` of the host of the pictures. */
  originHost!: string
  private readonly cleanups: (() => Promise<unknown>)[] = []
  dataDir!: string
  workspaceFolder!: string
  parts!: ServerParts
  /** Of the running test. */
  private accountIds: string[] = []

  constructor(readonly engine = new FakeEngine()) {}

  async start(settings: Settings = {}): Promise<void> {
    const folder = await mkdtemp(path.join(tmpdir(), 'silhouette-http-'))
    this.dataDir = folder
    this.workspaceFolder = path.join(folder, 'tmp')
    this.originHost = await this.serveOrigin()
    const config = loadConfig({ DATA_DIR: folder, FETCH_ALLOW: this.originHost, ...settings })
    await writeFile(path.join(folder, 'sample.jpg'), PNG)
    for (const [name, content] of Object.entries(this.pageFiles)) {
      const file = path.join(folder, 'pages', name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, content)
    }
    const { engine, clock } = this

    const db = await openSqliteDatabase(path.join(folder, 'silhouette.db'), clock)
    const storage = await openStorage(config)
    const workspace = await openWorkspace(this.workspaceFolder)
    const maxBytes = config.limits.uploadBytes
    const fetch = createSafeFetch({
      allow: config.fetchAllow,
      maxBytes,
      timeoutMs: this.fetchTimeoutMs,
      maxRedirects: 3,
    })
    this.fetch = fetch
    this.db = db
    this.storage = storage.results
    this.uploads = storage.uploads
    const log = pino({ level: 'trace', base: null }, { write: (line: string) => void this.logLines.push(line) })
    const gates = gatesOf(config)
    const announcements = createLocalAnnouncements()
    const parts = createHttpParts({
      config,
      clock,
      log,
      db,
      storage: storage.results,
      uploads: storage.uploads,
      sharedStyles: storage.styles,
      rateLimiter: createMemoryRateLimiter(clock),
      attemptLimiter: createMemoryRateLimiter(clock),
      announcements,
      mail: await openMail(config),
      engine,
      fetch,
      passwords: this.passwords,
      workspace,
      stylePreviewFolder: path.join(folder, 'style-previews'),
      networks: this.networks,
      samplePhoto: path.join(folder, 'sample.jpg'),
      builtPages: this.builtPages ?? path.join(folder, 'pages'),
      gates: { ...gates, downloads: { ...gates.downloads, longestMs: this.fetchTimeoutMs } },
      leases: createLeases({ db, node: 'node', clock, requestLifeMs: 600_000, onError: () => {} }),
      incidents: createIncidents(log),
      addresses: { base: () => this.baseUrl, cdn: () => this.cdnUrl() },
      registry: createRegistry('server'),
    })
    this.parts = parts
    const send = createSend({ allow: config.fetchAllow, timeoutMs: this.fetchTimeoutMs })
    const onError = (error: unknown): void => log.error(error)
    const deliverer = createDeliverer({ db, clock, node: 'node', send, announcements, observe: parts.metrics, onError })
    if (this.delivers) deliverer.start()
    this.http = await buildApp(parts)
    this.cleanups.push(
      () => this.http.close(),
      () => parts.jobRunner.stop(),
      async () => parts.outbox?.close(),
      () => fetch.close(),
      () => deliverer.close(),
      () => storage.close(),
      () => db.close(),
      () => rm(folder, { recursive: true }),
    )
  }

  async close(): Promise<void> {
    for (const cleanup of this.cleanups) await cleanup()
  }

  /** Where the app answers on a real socket, for what `inject` cannot show. */
  async listen(): Promise<URL> {
    if (!this.http.server.listening) await this.http.listen({ host: '127.0.0.1', port: 0 })
    return new URL(`http://127.0.0.1:${(this.http.server.address() as AddressInfo).port}`)
  }

  /** Somebody with a key. Everyone has an account of their own, so that tests do not share limits and balances. */
  async caller({ credits = 1, rateLimit }: { credits?: number; rateLimit?: number } = {}): Promise<Caller> {
    const email = `${randomUUID()}@example.com`
    const { id } = await createAccount(this.accountMaker(), { email, credits })
    this.accountIds.push(id)
    return this.key(id, rateLimit)
  }

  /** For accounts that are made behind its back. */
  accountMaker(): AccountMaker {
    return { accounts: this.db.accounts, clock: this.clock, passwords: this.passwords }
  }

  /** As its owner does it. */
  async removeAccount(id: string): Promise<void> {
    await this.parts.accounts.remove(id)
    this.accountIds = this.accountIds.filter((other) => other !== id)
  }

  inject(request: InjectOptions): Promise<LightMyRequestResponse> {
    return this.http.inject(request)
  }

  async key(accountId: string, rateLimit?: number): Promise<Caller> {
    const request = { accountId, name: 'test', rateLimit }
    const { key, record } = await createApiKey(this.db.keys, () => this.now, request)
    return new Caller(this, accountId, record.id, key)
  }

  get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.inject({ method: 'GET', url, headers })
  }

  /** Files of running requests. */
  async spooledFiles(): Promise<string[]> {
    const entries = await readdir(this.workspaceFolder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  }

  /** What they come to. */
  async spooledBytes(): Promise<number> {
    const entries = await readdir(this.workspaceFolder, { recursive: true, withFileTypes: true })
    const sizes = entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(path.join(entry.parentPath, entry.name))).size)
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }

  async expectNothingLeftOver(): Promise<void> {
    // The answer is out a moment before everything is put away.
    await eventually(async () => {
      expect(this.engine.taken, 'slots still taken').toBe(0)
      expect(await this.spooledFiles(), 'files of requests').toEqual([])
      for (const id of this.accountIds) {
        const [all, published] = [this.db.results.listOf(id, 1000), this.db.results.page(id, { limit: 1000 })]
        expect((await all).filter(({ expiresAt }) => expiresAt > this.now).length, 'results not published').toBe(
          (await published).items.length,
        )
        const account = await this.db.accounts.findById(id)
        const entries = await entriesOf(this.db, id)
        const sum = entries.reduce((total, { amount }) => total + amount, 0)
        expect({ balance: account?.balance, held: account?.held }).toEqual({ balance: sum, held: 0 })
      }
    })
    this.accountIds = []
  }

  private async serveOrigin(): Promise<string> {
    const server: Server = createServer((request, response) => this.origin(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    this.cleanups.push(() => new Promise((resolve) => server.close(resolve)))
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }
}

export class Caller {
  constructor(
    private readonly app: TestApp,
    readonly accountId: string,
    readonly keyId: string,
    readonly key: string,
  ) {}

  /** POST /v1/remove as multipart; the photo is sent along unless another source is given. */
  remove(fields: Fields = {}, headers: Record<string, string> = {}, url?: string): Promise<LightMyRequestResponse> {
    return this.post(multipart('image_url' in fields ? fields : { image_file: PHOTO, ...fields }), headers, url)
  }

  post(body: Body, headers: Record<string, string> = {}, url = '/v1/remove'): Promise<LightMyRequestResponse> {
    return this.app.inject({
      method: 'POST',
      url,
      headers: { 'x-api-key': this.key, ...body.headers, ...headers },
      payload: body.payload,
    })
  }

  async balance(): Promise<number> {
    return (await this.app.db.accounts.findById(this.accountId))!.balance
  }

  /** What was charged so far. */
  async charges(): Promise<number[]> {
    const entries = await entriesOf(this.app.db, this.accountId)
    return entries.filter(({ reason }) => reason === 'charge').map(({ amount }) => amount)
  }
}

/** Status and content of an error; its envelope is exactly that of /v1. */
export function errorOf(response: LightMyRequestResponse): { status: number; code: string; message: string } {
  const body = response.json<{ errors: { code: string; message: string } }>()
  expect(body).toEqual({ errors: { code: expect.any(String), message: expect.any(String) } })
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  return { status: response.statusCode, ...body.errors }
}

/** One app for all tests of a file. */
export function useApp(settings?: Settings, app = new TestApp()): TestApp {
  const { origin } = app
  beforeAll(() => app.start(settings))
  afterEach(async () => {
    await app.expectNothingLeftOver()
    vi.restoreAllMocks()
    app.engine.reset()
    app.origin = origin
  })
  afterAll(() => app.close())
  return app
}

export type Fields = Record<string, string | Buffer>

export interface Body {
  payload: Buffer | string
  headers: Record<string, string>
}

/** Header lines of a part, and its content. */
export type Part = readonly [head: string, content: string | Buffer]

export const multipart = (fields: Fields, boundary?: string): Body =>
  multipartOf(
    Object.entries(fields).map(([name, value]) => [
      typeof value === 'string'
        ? `Content-Disposition: form-data; name="${name}"`
        : `Content-Disposition: form-data; name="${name}"; filename="photo.png"\r\nContent-Type: image/png`,
      value,
    ]),
    boundary,
  )

export function multipartOf(parts: readonly Part[], boundary = 'the-boundary'): Body {
  const chunks = parts.flatMap(([head, content]) => [`--${boundary}\r\n${head}\r\n\r\n`, content, '\r\n'])
  return {
    payload: Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk as string))),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

export const json = (value: unknown): Body => ({
  payload: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
})

export const urlencoded = (fields: Record<string, string> | [string, string][]): Body => ({
  payload: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})
