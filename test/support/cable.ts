/** A cable to a server, as a proxy: it can be cut, plugged in again, and made to swallow everything. */
import { createServer, connect as dial, type Socket } from 'node:net'
import { freePort } from './free-port.js'

export interface Cable {
  readonly port: number
  /** Connections break, and new ones are refused. */
  cut(): Promise<void>
  /** On the same port as before. */
  plugIn(): Promise<void>
  /** From now on nothing comes through, and nobody says so; `false` ends that for new connections. */
  silence(on: boolean): void
  /** So many connections at a time, as a server with its own limit has it; others break at once. */
  limit(connections: number): void
  /** How many connections there were too many. */
  turnedAway(): number
  /** The next connection through which these words go breaks when they are answered; the answer is lost. */
  breakAfter(words: string): void
}

export async function cableTo(host: string, port: number): Promise<Cable> {
  const sockets = new Set<Socket>()
  let silent = false
  let limit = Number.POSITIVE_INFINITY
  let turnedAway = 0
  let lastWords: string | undefined
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (sockets.size >= 2 * limit) {
      turnedAway++
      return client.destroy()
    }
    const remote = dial({ port, host, allowHalfOpen: true })
    let deaf = false
    const isSilent = (): boolean => {
      deaf ||= silent // for ever: what was swallowed does not come any more
      return deaf
    }
    for (const [socket, other] of [
      [client, remote],
      [remote, client],
    ] as const) {
      sockets.add(socket)
      socket.on('data', (bytes) => {
        if (isSilent()) return
        if (lastWords !== undefined && socket === client && bytes.includes(lastWords)) {
          lastWords = undefined
          remote.removeAllListeners('data').once('data', () => client.destroy())
        }
        other.write(bytes)
      })
      socket.on('end', () => isSilent() || other.end())
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  const listen = (onPort: number): Promise<void> =>
    new Promise((resolve) => server.listen(onPort, '127.0.0.1', () => resolve()))
  const ours = await freePort()
  await listen(ours)
  return {
    port: ours,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    plugIn: () => listen(ours),
    silence: (on) => {
      silent = on
    },
    limit: (connections) => {
      limit = connections
    },
    turnedAway: () => turnedAway,
    breakAfter: (words) => {
      lastWords = words
    },
  }
}
