/**
 * What hostile bodies cost a running server: the longest time /healthz had to wait meanwhile, which is how long the event
 * loop was blocked, and the server's peak memory. Loopback only; ends by itself.
 *
 *   npx tsx bench/bodies.ts http://127.0.0.1:8080 KEY PID
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The attack runs in a process of its own, so that it does not slow down the one that measures. */
const [address = '', key = '', pid = '', attack] = process.argv.slice(2)
const server = new URL(address)
if (server.hostname !== '127.0.0.1') throw new Error('Only for servers on 127.0.0.1')

const MB = 1024 * 1024
const filled = (unit: string, bytes: number): Buffer => Buffer.alloc(bytes, unit)
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const PARTS_TYPE = 'multipart/form-data; boundary=b'
const PART = '--b\r\nContent-Disposition: form-data; name="image_file"; filename="a"\r\n\r\n'

const bodies: readonly (readonly [
  name: string,
  type: string,
  start: string,
  unit: string,
  end: string,
  megabytes: number,
])[] = [
  ['JSON: objects', JSON_TYPE, '{"x":[', '{},', '{}]}', 49],
  ['JSON: deep arrays', JSON_TYPE, '{"x":', '[', '', 49],
  ['JSON: one long string', JSON_TYPE, '{"x":"', 'x', '"}', 49],
  ['urlencoded: a&a&…', FORM_TYPE, '', 'a&', 'a', 49],
  ['urlencoded: base64 with spaces', FORM_TYPE, 'image_file_b64=', 'A A ', '', 26],
  ['JSON: 20 MB as base64', JSON_TYPE, '{"image_file_b64":"', 'AAAA', '"}', 26],
  ['JSON: 20 MB as base64, all escaped', JSON_TYPE, '{"image_file_b64":"', '\\u0041', '"}', 49],
  ['multipart: nothing but boundaries', PARTS_TYPE, '', '--b\r\n', '', 49],
  ['multipart: 20 MB', PARTS_TYPE, PART, 'x', '\r\n--b--\r\n', 19],
]

/** The longest wait for a response that takes no work. */
async function longestWait(name: string): Promise<number> {
  const during = once(fork(process.argv[1] ?? '', [address, key, pid, name]), 'exit')
  let longest = 0
  let isOver = false
  const over = during.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const start = performance.now()
    await (await fetch(new URL('/healthz', server))).text()
    longest = Math.max(longest, performance.now() - start)
    await sleep(2)
  }
  await over
  return longest
}

const memoryMb = (field: 'VmHWM' | 'VmRSS'): number =>
  Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

async function post(type: string, body: Buffer): Promise<number> {
  const reply = await fetch(new URL('/v1.0/cutout', server), {
    method: 'POST',
    headers: { 'X-Api-Key': key, 'Content-Type': type },
    body: new Uint8Array(body),
  })
  await reply.arrayBuffer()
  return reply.status
}

/** Bodies that send some megabytes and then stop. */
async function stall(count: number, type: string, start: string): Promise<void> {
  const sockets: Socket[] = []
  const piece = filled('A', 8 * MB)
  for (let i = 0; i < count; i += 1) {
    const socket = connect(Number(server.port), server.hostname)
    socket.on('error', () => {})
    socket.resume()
    const head = `POST /v1.0/cutout HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\nContent-Type: ${type}\r\nContent-Length: ${20 * MB}\r\n\r\n`
    socket.write(head + start)
    socket.write(piece)
    sockets.push(socket)
  }
  await sleep(4000)
  for (const socket of sockets) socket.destroy()
}

const stalls = new Map([
  ['JSON: 120 stalled', { type: JSON_TYPE, start: '{"image_file_b64":"' }],
  ['multipart: 120 stalled', { type: PARTS_TYPE, start: PART }],
])

async function run(name: string): Promise<void> {
  const stalled = stalls.get(name)
  if (stalled) await stall(120, stalled.type, stalled.start)
  for (const [known, type, start, unit, end, megabytes] of bodies) {
    const body = (): Buffer => Buffer.concat([Buffer.from(start), filled(unit, megabytes * MB), Buffer.from(end)])
    if (known === name) console.log(`${name}: ${await post(type, body())}`)
  }
}

if (attack !== undefined) {
  await run(attack)
} else {
  for (const name of [...bodies.map(([known]) => known), ...stalls.keys()]) {
    const wait = await longestWait(name)
    console.log(`  ${name}: held up for ${Math.round(wait)} ms, memory ${memoryMb('VmRSS')} MB`)
  }
  console.log(`largest memory: ${memoryMb('VmHWM')} MB`)
}
