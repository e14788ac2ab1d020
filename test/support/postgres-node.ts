/** A PostgreSQL of the tests' own, which can be killed and started again. What it has confirmed is on disk by then. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Member, member, type SystemUser } from './fleet.js'

const ON_DEBIAN = '/usr/lib/postgresql'

/** The folder of its programs. Undefined, and told, where there is none; with CI=true or SERVICES=required an error. */
export function postgresPrograms(): string | undefined {
  const { stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const versions = existsSync(ON_DEBIAN) ? readdirSync(ON_DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [stdout?.trim(), ...versions.map((version) => path.join(ON_DEBIAN, version, 'bin'))]
  const found = folders.find(
    (folder) => folder && ['initdb', 'postgres'].every((name) => existsSync(`${folder}/${name}`)),
  )
  if (found) return found
  const required = process.env.CI === 'true' || process.env.SERVICES === 'required'
  if (required) throw new Error('The programs of a PostgreSQL server are not installed, but these tests are required')
  console.warn('skipped: the programs of a PostgreSQL server (initdb, postgres) are not installed')
  return undefined
}

export interface PostgresNode extends Member {
  readonly url: string
  /** Its files; to be called when it has ended. */
  remove(): void
}

/** How long children of one that was killed may still use its memory. */
const LEFTOVERS_MS = 10_000

export function postgresNode(programs: string, port: number, more: readonly string[] = []): PostgresNode {
  const user = unprivileged()
  const folder = mkdtempSync(path.join(tmpdir(), 'silhouette-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']
  execFileSync(path.join(programs, 'initdb'), initdb, { ...user, stdio: 'ignore', cwd: folder })
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=on', ...more]
  const server = member(
    'postgres',
    path.join(programs, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    {},
    /database system is ready to accept connections/,
    { ...user, cwd: folder },
  )
  /**
   * Children notice that the first process was killed, and end. Until then the next one refuses to start, by what is in
   * postmaster.pid; it replaces that file itself.
   */
  const start = async (): Promise<void> => {
    for (const until = performance.now() + LEFTOVERS_MS; ; await sleep(100)) {
      try {
        return await server.start()
      } catch (error) {
        if (performance.now() > until) throw error
      }
    }
  }
  return {
    ...server,
    start,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Neither PostgreSQL nor PgBouncer runs as root. Undefined: whoever runs the tests is not. */
export function unprivileged(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (kind: '-u' | '-g'): number => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
