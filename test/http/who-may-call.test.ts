/**
 * Every route and who may call it: the table in SECURITY.md is compared with the routes that there are, and then walked
 * without a key, with a wrong one, a revoked one and somebody else's; the same with sessions.
 */
import diagnostics from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECTS } from '../../src/config/settings.js'
import { projectFile } from '../support/project.js'
import { type Caller, json, TestApp, useApp } from './app.js'
import { Browser, signedIn } from './browser.js'

const WHO = [
  'anyone',
  'key',
  'session',
  'operator',
  'anyone who knows the address',
  'this machine, or METRICS_TOKEN',
  'visitors, as VISITORS says',
  'no caller',
] as const
type Who = (typeof WHO)[number]
type Method = Parameters<Browser['send']>[0]

interface Row {
  readonly method: Method
  readonly path: string
  readonly who: Who
}

const table: Row[] = (() => {
  const text = readFileSync(projectFile('SECURITY.md'), 'utf8').split('## Who may call what')[1] ?? ''
  return [...text.matchAll(/^\| (`.*`) \| (.*) \|$/gm)].flatMap(([, routes = '', who]) =>
    [...routes.matchAll(/`(\w+) (\S+)`/g)].map(([, method, path]) => ({ method, path, who }) as Row),
  )
})()
const rowsOf = (who: Who): [string, Row][] =>
  table.filter((row) => row.who === who).map((row) => [`${row.method} ${row.path}`, row])

const registered: string[] = []
const listen = (message: unknown): void =>
  void (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) registered.push(`${one} ${url}`)
  })
diagnostics.subscribe('fastify.initialization', listen)
afterAll(() => void diagnostics.unsubscribe('fastify.initialization', listen))

const made = new TestApp()
made.pageFiles = { 'index.html': '', 'favicon.svg': '', 'theme.js': '', 'assets/app-1.js': '' }
const app = useApp({ DIALECTS: DIALECTS.join() }, made)

/** Somebody who has a key and a result, which nobody else may see or change. */
let owner: Browser & { accountId: string; email: string }
let ownerKey: Caller
let resultId: string
let resultName: string
let webhookId: string
let jobId: string

beforeAll(async () => {
  diagnostics.unsubscribe('fastify.initialization', listen)
  owner = await signedIn(app)
  ownerKey = await app.key(owner.accountId)
  webhookId = (await app.parts.webhooks.create(owner.accountId, 'https://shop.example/')).webhook.id
  const image = json({ operation: 'remove', image_url: 'https://shop.example/1.jpg' })
  jobId = (await ownerKey.post(image, {}, '/v1/jobs')).json<{ id: string }>().id
  resultName = new URL((await ownerKey.remove()).json<{ url: string }>().url).pathname.slice(3)
  resultId = (await owner.get('/web/results')).json<{ results: { id: string }[] }>().results[0]!.id
})

const addressOf = (path: string): string =>
  path
    .replace('/web/operator/accounts/:id', `/web/operator/accounts/${owner.accountId}`)
    .replace('/results/:id', `/results/${resultId}`)
    .replace('/web/jobs/:id', `/web/jobs/${jobId}`)
    .replace('/web/webhooks/:id', `/web/webhooks/${webhookId}`)
    .replace(/\/keys\/:id/, `/keys/${ownerKey.keyId}`)
    .replace('/r/:name', `/r/${resultName}`)
    .replace(/:name|\*$/, 'something')

/** One who asks: a browser, with or without a session, and a key or none. */
interface Asker {
  readonly browser: Browser
  readonly key?: string
}
type Kind = 'without anything' | 'with a wrong key' | 'with a revoked key' | 'as somebody else'
const KINDS: readonly Kind[] = ['without anything', 'with a wrong key', 'with a revoked key', 'as somebody else']

/** Nothing can change for these any more, so one asks for all: only so many accounts are made in an hour. */
let revoked: Promise<Asker> | undefined

async function asker(kind: Kind): Promise<Asker> {
  if (kind === 'without anything' || kind === 'with a wrong key') {
    const browser = new Browser(app)
    await browser.visit()
    if (kind === 'without anything') return { browser }
    const ofSession = [...owner.cookies.keys()].find((name) => !browser.cookies.has(name))!
    browser.cookies.set(ofSession, { value: 'not-a-session.not-its-signature', attributes: [] })
    return { browser, key: `sk_${'W'.repeat(40)}` }
  }
  if (kind === 'with a revoked key') {
    revoked ??= revokedAsker()
    return revoked
  }
  const browser = await signedIn(app)
  return { browser, key: (await app.key(browser.accountId)).key }
}

async function revokedAsker(): Promise<Asker> {
  const browser = await signedIn(app)
  const { key, keyId } = await app.key(browser.accountId)
  await app.db.keys.revoke(keyId)
  const cookies = new Map(browser.cookies)
  await browser.post('/web/sign-out')
  await browser.visit()
  for (const [name, cookie] of cookies) browser.cookies.set(name, cookie) // as if the browser had not heard of it
  return { browser, key }
}

/** In every way that a route may want it. */
const keyed = (key: string) => ({
  'x-api-key': key,
  authorization: `Basic ${Buffer.from(`id:${key}`).toString('base64')}`,
})

async function ask({ method, path }: Row, { browser, key }: Asker): Promise<LightMyRequestResponse> {
  browser.address = '198.51.100.77'
  const body = method === 'POST' || method === 'PUT' ? {} : undefined
  return browser.send(method, addressOf(path), body, key ? keyed(key) : {})
}

const REFUSED = [401, 403]
/** Each vendor has its own status for a key that is missing or wrong. */
const DIALECT_PATHS = ['/remove-background/v1', '/v1/segment', '/api/v2/remove-background', '/api/remove']

test('the table has every route, and only routes that there are', () => {
  const withoutHead = new Set(registered.filter((route) => !route.startsWith('HEAD ')))
  const families = table.filter(({ path }) => path.endsWith('/*') && path !== '/*')
  const isKnown = (route: string): boolean =>
    table.some(({ method, path }) => `${method} ${path}` === route) ||
    families.some(({ method, path }) => route.startsWith(`${method} ${path.slice(0, -1)}`))
  expect([...withoutHead].filter((route) => !isKnown(route))).toEqual([])
  const isThere = ({ method, path }: Row): boolean =>
    withoutHead.has(`${method} ${path}`) ||
    (path.endsWith('/*') && [...withoutHead].some((route) => route.startsWith(`${method} ${path.slice(0, -1)}`)))
  expect(table.filter((row) => !isThere(row))).toEqual([])
  expect(table.filter(({ who }) => !WHO.includes(who))).toEqual([])
  expect(table.length).toBeGreaterThan(50)
})

describe.each(KINDS)('%s', (kind) => {
  test.each(rowsOf('anyone'))('%s is answered', async (_name, row) => {
    expect(REFUSED).not.toContain((await ask(row, await asker(kind))).statusCode)
  })

  test.each(rowsOf('key'))('%s needs a key, and shows nothing of others', async (_name, row) => {
    const { statusCode, body } = await ask(row, await asker(kind))
    if (kind !== 'as somebody else') {
      if (DIALECT_PATHS.includes(row.path)) expect(REFUSED).toContain(statusCode)
      else expect(statusCode).toBe(row.path.startsWith('/v1.0/') ? 403 : 401)
    } else if (row.path.includes(':id')) expect(statusCode).toBe(404)
    else expect(REFUSED).not.toContain(statusCode)
    for (const secret of [owner.accountId, ownerKey.keyId, resultId]) expect(body).not.toContain(secret)
  })

  test.each(rowsOf('session'))('%s needs a session, and shows nothing of others', async (_name, row) => {
    const { statusCode, body } = await ask(row, await asker(kind))
    if (kind !== 'as somebody else') expect(statusCode).toBe(401)
    else if (row.path.includes(':id')) expect(statusCode).toBe(404)
    else expect(REFUSED).not.toContain(statusCode)
    for (const secret of [owner.email, owner.accountId, ownerKey.keyId, resultId, webhookId, jobId])
      expect(body).not.toContain(secret)
  })

  test.each([...rowsOf('operator'), ...rowsOf('no caller')])('%s does not exist', async (_name, row) => {
    expect((await ask(row, await asker(kind))).statusCode).toBe(404)
  })

  test.each(rowsOf('this machine, or METRICS_TOKEN'))('%s is refused', async (_name, row) => {
    expect((await ask(row, await asker(kind))).statusCode).toBe(401)
  })

  test.each(rowsOf('visitors, as VISITORS says'))('%s is refused from elsewhere', async (_name, row) => {
    expect((await ask(row, await asker(kind))).statusCode).toBe(403)
  })

  test.each(rowsOf('anyone who knows the address'))('%s is found by its address alone', async (_name, row) => {
    expect((await ask(row, await asker(kind))).statusCode).toBe(200)
    const other = { ...row, path: '/r/cErWiglCrbQpIK4jQoKzsPav.png' }
    expect((await ask(other, await asker(kind))).statusCode).toBe(404)
  })
})

test('after all of that the owner still has everything', async () => {
  expect((await owner.get('/web/session')).json()).toMatchObject({ account: { email: owner.email, balance: 1 } })
  expect((await app.db.keys.find(ownerKey.keyId))?.rateLimit).toBeNull()
  expect((await app.get(`/r/${resultName}`)).statusCode).toBe(200)
  expect(await app.db.jobs.find(jobId)).toMatchObject({ cancelledAt: null, counts: { waiting: 1 } })
  expect(await app.db.webhooks.find(webhookId)).toMatchObject({
    url: 'https://shop.example/',
    former: null,
    disabled: null,
  })
})
