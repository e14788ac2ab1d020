/** One server with its data folder: SQLite, disk, workers of its own. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { builtServer, type Member } from '../../test/support/fleet.js'
import { freePort } from '../../test/support/free-port.js'
import { newDataDir, removeDataDir } from '../../test/support/server.js'
import type { Stores } from './left-behind.js'

export interface Single extends Stores {
  readonly addresses: readonly string[]
  readonly settings: Record<string, string>
  readonly server: Member
  close(): Promise<void>
}

export async function startSingle(more: Record<string, string>): Promise<Single> {
  const [dataDir, port] = [await newDataDir(), await freePort()]
  const quick = { WORKERS: '2', THREADS_PER_WORKER: '1', QUALITY: 'fast', STYLE_PREVIEWS: 'asked', ...more }
  const settings = { ...quick, DATA_DIR: dataDir, PORT: String(port) }
  const server = builtServer('server', settings)
  await server.start()
  return {
    addresses: [`http://127.0.0.1:${port}`],
    settings,
    server,
    query: async <Row extends object>(text: string) => {
      const db = new DatabaseSync(path.join(dataDir, 'silhouette.db'), { readOnly: true, timeout: 5000 })
      try {
        return db.prepare(text).all() as Row[]
      } finally {
        db.close()
      }
    },
    objects: async () => {
      const entries = await readdir(path.join(dataDir, 'results'), { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map(({ name }) => `r/${name}`)
    },
    close: async () => {
      await server.kill()
      await removeDataDir(dataDir)
    },
  }
}
