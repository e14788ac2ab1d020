/** Keys that a machine is given, by local stand-ins for the services that hand them out. */
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { S3Place } from '../../src/base/s3-place.js'
import { openStorageAt } from '../../src/storage/open.js'
import { createS3Client } from '../../src/storage/s3-client.js'
import { credentialsOf } from '../../src/storage/s3-credentials.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
const tokenFile = path.join(folder, 'token')
const HOUR_MS = 3_600_000
const place: S3Place = { bucket: 'photos', prefix: '', region: 'eu-central-1' }

let server: Server
let root: string
/** How many keys were handed out. */
let given: number
let lifeMs: number
let asked: string[]
/** What the S3 store saw. */
let shown: { key: string | undefined; token: unknown }[]

beforeEach(async () => {
  ;[given, lifeMs, asked, shown] = [0, HOUR_MS, [], []]
  writeFileSync(tokenFile, 'who I am')
  server = createServer(async (request, response) => {
    const body = await text(request)
    const { status, answer } = answerTo(request, body)
    response.writeHead(status).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined)
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', path.join(folder, 'none'))
  vi.stubEnv('AWS_CONFIG_FILE', path.join(folder, 'none'))
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
  await new Promise((resolve) => server.close(resolve))
})

const ROLE = '/latest/meta-data/iam/security-credentials/'

function answerTo({ method, url = '', headers }: IncomingMessage, body: string): { status: number; answer: string } {
  asked.push(`${method} ${url} ${body}`.trim())
  if (url.startsWith('/photos')) {
    const key = /Credential=([^/]+)/.exec(headers.authorization ?? '')?.[1]
    shown.push({ key, token: headers['x-amz-security-token'] })
    return { status: 200, answer: '' }
  }
  if (url === '/latest/api/token') return { status: 200, answer: 'a session' }
  const isInstance = url.startsWith(ROLE)
  if (isInstance && headers['x-aws-ec2-metadata-token'] !== 'a session') return { status: 401, answer: '' }
  if (url === '/container' && headers.authorization !== 'a word') return { status: 403, answer: '' }
  if (url === ROLE) return { status: 200, answer: 'server' }
  given += 1
  const [key, secret, token] = [`KEY-${given}`, 'a secret', `token-${given}`]
  const until = new Date(Date.now() + lifeMs).toISOString()
  const json = { Code: 'Success', AccessKeyId: key, SecretAccessKey: secret, Token: token, Expiration: until }
  if (isInstance || url === '/container') return { status: 200, answer: JSON.stringify(json) }
  const xml = `<AccessKeyId>${key}</AccessKeyId><SecretAccessKey>${secret}</SecretAccessKey><SessionToken>${token}</SessionToken>`
  const credentials = `<Credentials>${xml}<Expiration>${until}</Expiration></Credentials>`
  const result = `<AssumeRoleWithWebIdentityResult>${credentials}</AssumeRoleWithWebIdentityResult>`
  return { status: 200, answer: `<AssumeRoleWithWebIdentityResponse>${result}</AssumeRoleWithWebIdentityResponse>` }
}

const MACHINES: Readonly<Record<string, () => Record<string, string>>> = {
  'with a web identity': () => ({
    AWS_ENDPOINT_URL_STS: root,
    AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/server',
    AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile,
  }),
  'in a container': () => ({
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${root}/container`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN: 'a word',
  }),
  'that is an instance': () => ({
    AWS_EC2_METADATA_DISABLED: 'false',
    AWS_EC2_METADATA_SERVICE_ENDPOINT: root,
  }),
}
const onMachine = (name: string): void => {
  for (const [variable, value] of Object.entries(MACHINES[name]!())) vi.stubEnv(variable, value)
}

describe.each(Object.keys(MACHINES))('on a machine %s', (machine) => {
  test('requests and links are signed with the key it is given, which is kept until it is about to expire', async () => {
    onMachine(machine)
    const client = createS3Client({ ...place, endpoint: root })
    const send = () => client.send({ method: 'PUT', key: 'abc.png' })
    await send()
    await send()
    const link = await client.link('abc.png', {}, 300)
    expect(new URL(link).searchParams.get('X-Amz-Security-Token')).toBe('token-1')
    expect(given).toBe(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS - 60_000 })
    await vi.waitFor(async () => {
      await send()
      expect(shown.at(-1)).toEqual({ key: 'KEY-2', token: 'token-2' })
    })
    expect(shown.slice(0, 2)).toEqual(Array(2).fill({ key: 'KEY-1', token: 'token-1' }))
    await client.close()
  })
})

test('a web identity is read again each time: whoever runs the machine renews it', async () => {
  onMachine('with a web identity')
  lifeMs = 0
  const credentials = credentialsOf(place)
  await credentials()
  writeFileSync(tokenFile, 'who I am now')
  await credentials()
  const tokens = asked.map((line) => new URLSearchParams(line.split(' ')[2]).get('WebIdentityToken'))
  expect(tokens).toEqual(['who I am', 'who I am now'])
})

test('a key of the settings comes first, and nobody is asked', async () => {
  onMachine('with a web identity')
  const credentials = { accessKeyId: 'mine', secretAccessKey: 'own' }
  expect(await credentialsOf({ ...place, credentials })()).toBe(credentials)
  expect(asked).toEqual([])
})

test('without any key a start fails, with what can be done', async () => {
  await expect(openStorageAt(place)).rejects.toMatchObject({
    name: 'StoreTrouble',
    message: expect.stringMatching(/have no key.*\(.+\): set AWS_ACCESS_KEY_ID .*role/),
  })
})
