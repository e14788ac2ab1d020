/**
 * A real server in a process of its own, on a data folder of its own; the networks are shared with the repository's.
 * Speaks to it only as strangers and operators do: HTTP and the command line.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { type Operator, operatorOf } from './operator.js'
import { productEnvironment, projectFile, repositoryModels } from './project.js'

const bin = projectFile('bin/silhouette')

export interface TestServer extends Operator {
  readonly baseUrl: string
  readonly dataDir: string
  readonly pid: number
  /** Everything it printed. */
  readonly output: readonly string[]
  /** Resolves with the first line that matches, also one from before. */
  printed(pattern: RegExp): Promise<string>
  signal(signal: NodeJS.Signals): void
  ended: Promise<number | null>
}

export async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'silhouette-test-'))
  await mkdir(dataDir, { recursive: true })
  await symlink(repositoryModels, path.join(dataDir, 'models'))
  return dataDir
}

export const removeDataDir = (dataDir: string): Promise<void> => rm(dataDir, { recursive: true, force: true })

/** Starts a server and waits until its networks are warm. */
export async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<TestServer> {
  // Nothing in the background: the networks are shared, and the tests need the whole machine.
  const settings = { DATA_DIR: dataDir, PORT: '0', STYLE_PREVIEWS: 'asked', ...env }
  const child = spawn(bin, ['serve'], { env: productEnvironment(settings), stdio: ['ignore', 'pipe', 'pipe'] })
  const { output, printed } = collectLines(child)
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const listening = await printed(/"msg":"listening"/)
  await printed(/"msg":"ready"/)

  return {
    baseUrl: (JSON.parse(listening) as { address: string }).address,
    dataDir,
    pid: child.pid ?? 0,
    output,
    ...operatorOf(settings),
    printed,
    signal: (signal) => {
      child.kill(signal)
    },
    ended,
  }
}

function collectLines(child: ChildProcess) {
  const output: string[] = []
  const waiting: { pattern: RegExp; found: (line: string) => void }[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      output.push(line)
      for (const waiter of waiting.filter(({ pattern }) => pattern.test(line))) waiter.found(line)
    })
  }
  const printed = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const before = output.find((line) => pattern.test(line))
      if (before !== undefined) return resolve(before)
      waiting.push({ pattern, found: resolve })
      child.once('exit', () =>
        reject(new Error(`The server ended before it printed ${pattern}:\n${output.join('\n')}`)),
      )
    })
  return { output, printed }
}
