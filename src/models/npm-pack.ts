/**
 * Has npm fetch a package's tarball. As a child process, because npm alone knows all of its settings: registry and
 * scoped registries, proxy, certificates, credentials, retries, from every .npmrc and the environment.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** npm reads the .npmrc of the folder it runs in: always ours, so that it is the one that `npm ci` went by. */
const installation = fileURLToPath(new URL('../..', import.meta.url))

export interface PackOptions {
  /** An empty folder. npm's cache is kept here, too: otherwise a second copy would stay in the user's own. */
  folder: string
  /** How many more bytes have arrived. */
  onBytes: (bytes: number) => void
  /** How npm is started. */
  npm?: readonly [string, ...string[]]
  /** Where npm runs. */
  cwd?: string
}

/** Gives the path of the tarball, which is then the only file in the folder. */
export async function npmPack(spec: string, options: PackOptions): Promise<string> {
  const { folder, onBytes, npm = findNpm(), cwd = installation } = options
  const cache = path.join(folder, 'cache')
  const quiet = ['--loglevel=error', '--logs-max=0', '--no-update-notifier', '--no-progress', '--no-json']
  const where = ['--pack-destination', folder, '--cache', cache]
  const watch = watchGrowth(folder, onBytes)
  try {
    await run([...npm, 'pack', spec, '--ignore-scripts', '--no-dry-run', ...where, ...quiet], cwd)
  } finally {
    await watch.end()
  }
  await rm(cache, { recursive: true, force: true })
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  if (!tarball) throw new Error('npm pack ended without an error and without a tarball')
  return path.join(folder, tarball)
}

/** The npm that belongs to the running Node.js; services are often started without it in their PATH. */
export function findNpm(execPath = process.execPath): [string, ...string[]] {
  const folder = path.dirname(execPath)
  const script = ['../lib/node_modules', 'node_modules'] // as installed everywhere, and on Windows
    .map((modules) => path.join(folder, modules, 'npm/bin/npm-cli.js'))
    .find((file) => existsSync(file))
  return script ? [execPath, script] : ['npm']
}

async function run([command, ...args]: [string, ...string[]], cwd: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true })
  const said = text(child.stderr)
  const status = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.on('close', (code, signal) => resolve(code ?? signal))
    child.on('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ENOENT' ? noNpm(command) : error))
  })
  if (status !== 0) throw new Error(complaint(await said) || `npm pack ended with ${status} and said nothing`)
}

const noNpm = (command: string): Error =>
  new Error(`there is no npm here, neither beside ${process.execPath} nor as ${command} in PATH (ENPM)`)

/** npm's own words, without the stack, the long hints and the path of a log file that is not written. */
export function complaint(stderr: string): string {
  const lines = stderr.split('\n').flatMap((line) => /^npm (?:error|ERR!) (.*\S)/.exec(line)?.[1] ?? [])
  if (lines.length === 0) return stderr.trim()
  const code = lines.map((line) => /^code (\S+)$/.exec(line)?.[1]).find(Boolean)
  const sentence = lines.find((line) => !/^(code|errno|syscall|type) \S+$/.test(line)) ?? 'npm pack failed'
  return code ? `${sentence} (${code})` : sentence
}

const LOOK_MS = 200

/**
 * npm says nothing about how far it is. The tarball is by far the largest file that it writes, first to its cache and
 * then to its place; so the size of the largest file is what has arrived.
 */
function watchGrowth(folder: string, onBytes: (bytes: number) => void): { end(): Promise<void> } {
  let seen = 0
  let looking: Promise<void> = Promise.resolve()
  const look = async (): Promise<void> => {
    const largest = await largestFile(folder)
    if (largest <= seen) return
    onBytes(largest - seen)
    seen = largest
  }
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, LOOK_MS)
  return {
    end: async () => {
      clearInterval(timer)
      await looking
      await look()
    },
  }
}

/** Files come and go meanwhile. */
async function largestFile(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  const sizes = files.map(async ({ parentPath, name }) => (await stat(path.join(parentPath, name))).size)
  return Math.max(0, ...(await Promise.all(sizes.map((size) => size.catch(() => 0)))))
}
