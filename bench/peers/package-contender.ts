/** An npm package as contender: in one process, or in two that share the cores. */
import { fileURLToPath } from 'node:url'
import { peakMemoryMb } from '../peak-memory.js'
import { type Child, startChild } from './child.js'
import { type Contender, type Job, runInLanes, sum } from './contender.js'

const runner = fileURLToPath(new URL('./runner.mjs', import.meta.url))

/** Fails if the package does not run here. The first photo is not counted: it loads the network. */
export async function startPackage(name: string, folder: string, firstJob: Job): Promise<Contender> {
  const children: Child[] = []
  const addChild = async (): Promise<Child> => {
    // Without the flags of this process: they would load a TypeScript compiler into the child.
    const child = await startChild(runner, [name], { cwd: folder, execArgv: [] })
    children.push(child)
    await child.cutOut(firstJob)
    return child
  }
  const peakMb = async () => sum(await Promise.all(children.map(({ pid }) => peakMemoryMb(pid))))
  const stop = async (): Promise<void> => {
    for (const child of children) await child.stop()
  }

  const first = await addChild().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    name,
    setup: '1 process',
    cutOut: first.cutOut,
    peakMb,
    allAtOnce: async (jobs) => {
      const second = await addChild()
      const total = await runInLanes(jobs, [first.cutOut, second.cutOut])
      return [{ setup: '2 processes', total, peakMb: await peakMb() }]
    },
    stop,
  }
}
