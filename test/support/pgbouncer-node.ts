/** A PgBouncer of the tests' own, before the PostgreSQL that they use. */
import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Member, member } from './fleet.js'
import { freePort } from './free-port.js'
import { unprivileged } from './postgres-node.js'

/** Debian has it where only root looks. */
const PATH = `${process.env.PATH}:/usr/sbin`

/** False, and told, where there is none. */
export function hasPgBouncer(): boolean {
  if (spawnSync('pgbouncer', ['--version'], { env: { PATH } }).status === 0) return true
  console.warn('Skipped: the tests of servers behind PgBouncer. pgbouncer is not installed.')
  return false
}

export interface PgBouncer extends Member {
  /** The address of a database of that server, through PgBouncer. */
  through(database: string): string
  /** Its files; to be called when it has ended. */
  remove(): void
}

/** `connections`: how many it has to a database, whoever wants how many of it. */
export async function pgBouncerNode(
  server: string,
  { pooling, connections }: { pooling: 'session' | 'transaction' | 'statement'; connections: number },
): Promise<PgBouncer> {
  const { hostname, port, username, password } = new URL(server)
  const ours = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'silhouette-pgbouncer-'))
  const [settings, users] = [path.join(folder, 'pgbouncer.ini'), path.join(folder, 'users.txt')]
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`)
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port || 5432}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ours}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    `pool_mode = ${pooling}`,
    `default_pool_size = ${connections}`,
    'server_idle_timeout = 2',
    'server_login_retry = 1',
    'server_round_robin = 1', // else luck may give a server the same connection again
  ]
  writeFileSync(settings, lines.join('\n'))
  const user = unprivileged()
  if (user) for (const file of [folder, settings, users]) chownSync(file, user.uid, user.gid)
  const bouncer = member('pgbouncer', 'pgbouncer', [settings], { PATH }, /process up/, { ...user, cwd: folder })
  return {
    ...bouncer,
    through: (database) => {
      const url = new URL(database)
      url.hostname = '127.0.0.1'
      url.port = String(ours)
      return url.href
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
