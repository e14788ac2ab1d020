/** A network file in the neural runtime, and what runs it. */
import { InferenceSession, listSupportedBackends } from './runtime.js'

export interface RunOptions {
  readonly threads: number
  /** The runtime's execution providers, the first that can do it first; `cpu` unless given. */
  readonly providers?: readonly string[]
}

/** A path is read by the runtime itself, which takes half the memory; bytes are for files that were read anyway. */
export function openSession(
  model: string | Uint8Array,
  { threads, providers = ['cpu'] }: RunOptions,
): Promise<InferenceSession> {
  const options = {
    executionProviders: [...providers],
    graphOptimizationLevel: 'all',
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Memory patterns cost 300 MB more from the second run on, held beside the arena, and are not faster.
    enableMemPattern: false,
    // Errors only: of files from elsewhere it warns about every constant that is never used.
    logSeverityLevel: 3,
  } as const
  return typeof model === 'string' ? InferenceSession.create(model, options) : InferenceSession.create(model, options)
}

/** Builds differ by platform. */
export function requireProviders(
  wanted: readonly string[],
  here: readonly string[] = listSupportedBackends().map(({ name }) => name),
): void {
  const missing = wanted.filter((name) => !here.includes(name))
  if (missing.length === 0) return
  const names = missing.join(', ')
  throw new Error(
    `EXECUTION_PROVIDERS: this build of onnxruntime-node does not have ${names}; it has ${here.join(', ')}`,
  )
}
