/**
 * moto (https://docs.getmoto.org): a second server that speaks S3, written by others in another language. It checks
 * signatures with Amazon's own code, session tokens included, and has roles.
 */
import { spawnSync } from 'node:child_process'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Credentials, S3Place } from '../../src/base/s3-place.js'
import { createS3Client, type S3Request } from '../../src/storage/s3-client.js'
import { bodyOf } from '../../src/storage/s3-store.js'
import { type Member, member } from './fleet.js'
import { freePort } from './free-port.js'

const PYTHON = 'python3'

/** False, and told, where there is none. */
export function hasMoto(): boolean {
  const look = "import importlib.util as i, sys; sys.exit(not all(map(i.find_spec, ('moto', 'flask', 'flask_cors'))))"
  if (spawnSync(PYTHON, ['-c', look]).status === 0) return true
  console.warn("Skipped: the tests of a second S3 server. moto is not installed: pip install 'moto[server]'.")
  return false
}

export interface Moto extends Pick<Member, 'kill'> {
  readonly endpoint: string
  /** May be assumed with a web identity; it may do everything in S3. */
  readonly role: string
  /** Whether it looks at who asks, as it does from the start; then it stumbles over requests that nobody signed. */
  checkCallers(yes: boolean): Promise<void>
  newPlace(): Promise<S3Place>
  removeBucket(place: S3Place): Promise<void>
}

const region = 'eu-central-1'
const MAY = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: '*' }],
})

export async function startMoto(): Promise<Moto> {
  const port = await freePort()
  const server = member('moto', PYTHON, ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)], {}, /Running on/)
  await server.start()
  const endpoint = `http://127.0.0.1:${port}`
  const iam = async (action: string, parameters: Record<string, string>): Promise<string> => {
    const body = String(new URLSearchParams({ Action: action, Version: '2010-05-08', ...parameters }))
    const anybody = { accessKeyId: 'anybody', secretAccessKey: 'anything', service: 'iam', region: 'us-east-1' }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const signed = await new AwsV4Signer({ ...anybody, method: 'POST', url: `${endpoint}/`, headers, body }).sign()
    const reply = await fetch(signed.url, { method: 'POST', headers: signed.headers, body })
    if (!reply.ok) throw new Error(`moto: ${action}: ${await reply.text()}`)
    return reply.text()
  }
  const valueIn = (xml: string, name: string): string => new RegExp(`<${name}>(.*?)</${name}>`).exec(xml)![1]!

  await iam('CreateUser', { UserName: 'server' })
  await iam('PutUserPolicy', { UserName: 'server', PolicyName: 'all', PolicyDocument: MAY })
  const key = await iam('CreateAccessKey', { UserName: 'server' })
  const made = await iam('CreateRole', { RoleName: 'server', AssumeRolePolicyDocument: MAY })
  await iam('PutRolePolicy', { RoleName: 'server', PolicyName: 'all', PolicyDocument: MAY })
  const checkCallers = async (yes: boolean): Promise<void> => {
    await fetch(`${endpoint}/moto-api/reset-auth`, { method: 'POST', body: yes ? '0' : 'inf' })
  }
  await checkCallers(true)

  const credentials: S3Credentials = {
    accessKeyId: valueIn(key, 'AccessKeyId'),
    secretAccessKey: valueIn(key, 'SecretAccessKey'),
  }
  const send = async (place: S3Place, request: S3Request): Promise<void> => {
    const client = createS3Client(place)
    await (await client.send(request))?.body.dump()
    await client.close()
  }
  let count = 0
  return {
    endpoint,
    role: valueIn(made, 'Arn'),
    checkCallers,
    kill: server.kill,
    newPlace: async () => {
      const place = { bucket: `bucket-${++count}`, prefix: '', region, endpoint, credentials }
      const where = `<CreateBucketConfiguration><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`
      await send(place, { method: 'PUT', key: '', body: bodyOf(Buffer.from(where)) })
      return place
    },
    removeBucket: (place) => send(place, { method: 'DELETE', key: '' }),
  }
}
