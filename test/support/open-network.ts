/**
 * A process that opens a network and looks at itself for a while: does it own a socket to the internet? Its argument says
 * how the runtime is loaded: `ours` as the product does, `bare` straight from the package. Prints JSON.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectFile } from './project.js'

const { InferenceSession } = await (process.argv[2] === 'ours'
  ? import('../../src/imaging/networks/runtime.js')
  : import('onnxruntime-node'))
await InferenceSession.create(projectFile('catalog/edge-network/edge.onnx'))

const seen = new Set<string>()
for (let look = 0; look < 30; look++) {
  for (const socket of internetSockets()) seen.add(socket)
  await sleep(50)
}
// A look that finds nothing proves something only if it would have found a socket.
const own = createServer().listen(0, '127.0.0.1')
await sleep(50)
const canSee = internetSockets().length > 0
own.close()
process.stdout.write(JSON.stringify({ sockets: [...seen], canSee }))

/** Pipes between processes are sockets, too: only those in the kernel's tables of the internet protocols count. */
function internetSockets(): string[] {
  if (process.platform !== 'linux') return []
  const tables = ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((name) => {
    const lines = readFileSync(`/proc/self/net/${name}`, 'utf8').trim().split('\n').slice(1)
    return lines.map((line) => line.trim().split(/\s+/)[9])
  })
  const inodes = new Set(tables)
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    const inode = /^socket:\[(\d+)\]$/.exec(targetOf(`/proc/self/fd/${fd}`))?.[1]
    return inode && inodes.has(inode) ? [inode] : []
  })
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link)
  } catch {
    return '' // closed since the folder was read
  }
}
