/**
 * A port that nothing uses, and that stays free until it is used: it is below the range from which systems give ports to
 * connections and to `listen(0)`, so nobody is handed it while a server is down or a cable is cut.
 */
import { createServer } from 'node:net'

const LOWEST = 12_000
const BELOW = 32_000

export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (BELOW - LOWEST))
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
