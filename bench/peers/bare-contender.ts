/** The bare network as contender; see bare-network.ts. */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { peakMemoryMb } from '../peak-memory.js'
import { startChild } from './child.js'
import type { Contender, Job } from './contender.js'

export async function startBareNetwork(firstJob: Job): Promise<Contender> {
  // Inherits the flags of this process, because the script is TypeScript too.
  const child = await startChild(fileURLToPath(new URL('./bare-network.ts', import.meta.url)), [], {})
  await child.cutOut(firstJob) // warm-up: the first run allocates
  return {
    name: 'our network bare',
    setup: `1 process, ${availableParallelism()} threads`,
    cutOut: child.cutOut,
    peakMb: () => peakMemoryMb(child.pid),
    allAtOnce: async () => [], // one run already keeps all cores busy
    stop: child.stop,
  }
}
