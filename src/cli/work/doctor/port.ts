/** Can the server listen where the settings say? */
import { createServer } from 'node:net'
import { fetch } from 'undici'
import { localAddress } from '../../../base/addresses.js'
import type { Config } from '../../../config/config.js'
import { type Finding, ok, problem } from './finding.js'

const WHAT = 'Port'

export async function checkPort({ server: { host, port } }: Config): Promise<Finding[]> {
  const error = await listenOnce(host, port)
  const place = `${host}:${port}`
  if (!error) return [ok(WHAT, `${place} is free`)]
  if (error.code === 'EADDRINUSE' && (await isOurs(host, port))) return [ok(WHAT, `${place} is used by this server`)]
  if (error.code === 'EADDRINUSE') {
    return [problem(WHAT, `${place} is used by another program`, 'End that program, or set PORT to another number')]
  }
  if (error.code === 'EACCES') {
    return [problem(WHAT, `${place} is reserved for root`, 'Set PORT to 1024 or more, and put a proxy in front of it')]
  }
  return [problem(WHAT, `${place}: ${error.message}`, 'Set HOST to an address of this machine, or to 0.0.0.0')]
}

const listenOnce = (host: string, port: number): Promise<NodeJS.ErrnoException | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.on('error', resolve)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })

async function isOurs(host: string, port: number): Promise<boolean> {
  try {
    const reply = await fetch(`${localAddress(host, port)}/readyz`, { signal: AbortSignal.timeout(2000) })
    return 'status' in ((await reply.json()) as object)
  } catch {
    return false
  }
}
