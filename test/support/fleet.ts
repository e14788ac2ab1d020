/** Processes of a fleet that can be killed and started again: servers, machines of workers, a Redis of their own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { productEnvironment, projectFile } from './project.js'

/** Undefined, and told, where there is none; with CI=true or SERVICES=required that is an error. */
export function redisServer(): string | undefined {
  if (spawnSync('redis-server', ['--version']).status === 0) return 'redis-server'
  const required = process.env.CI === 'true' || process.env.SERVICES === 'required'
  if (required) throw new Error('redis-server is not installed, but these tests are required')
  console.warn('skipped: redis-server is not installed')
  return undefined
}

export interface Member {
  readonly name: string
  readonly output: string[]
  /** While it runs. */
  pid(): number
  start(): Promise<void>
  kill(): Promise<void>
  /** Asks it to end, as an operator does. */
  stop(): Promise<number | null>
}

/** Whom a process runs as, where that is somebody else. */
export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

export function member(
  name: string,
  command: string,
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
  where: Partial<SystemUser> & { readonly cwd?: string } = {},
): Member {
  const output: string[] = []
  let child: ChildProcess | undefined
  let ended: Promise<number | null> = Promise.resolve(null)
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child?.kill(signal)
    return ended
  }
  return {
    name,
    output,
    pid: () => child?.pid ?? 0,
    start: async () => {
      const started = spawn(command, args, {
        ...where,
        env: productEnvironment(env),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      ended = new Promise((resolve) => started.once('exit', (code) => resolve(code)))
      await new Promise<void>((resolve, reject) => {
        for (const stream of [started.stdout, started.stderr]) {
          createInterface({ input: stream }).on('line', (line) => {
            output.push(line)
            if (ready.test(line)) resolve()
          })
        }
        void ended.then(() => reject(new Error(`${name} ended:\n${output.slice(-20).join('\n')}`)))
      })
    },
    kill: async () => {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}

const bin = projectFile('bin/silhouette')

export const TAKING_JOBS = /"msg":"taking jobs"/

/** The product as it was built. */
export const builtServer = (name: string, env: Record<string, string>): Member =>
  member(name, bin, ['serve'], env, /"msg":"ready"/)

export const builtWorkers = (name: string, env: Record<string, string>): Member =>
  member(name, bin, ['worker'], env, TAKING_JOBS)

/** `always`: what it was told is on disk before it answers, and a restart loses nothing. Redis's own setting is the other. */
export const redisNode = (
  command: string,
  port: number,
  folder: string,
  onDisk: 'always' | 'everysec' = 'always',
): Member =>
  member(
    'redis',
    command,
    [
      ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
      ['--save', '', '--appendonly', 'yes', '--appendfsync', onDisk],
    ].flat(),
    {},
    /Ready to accept connections/,
  )
