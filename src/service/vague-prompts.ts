/**
 * A prompt of which nothing is understood is refused before a credit is held. The word list is asked here, which costs
 * nothing and suffices for most; where it finds nothing, a worker looks for a meaning, because workers have the network.
 */
import type { Slot } from '../engine/port.js'
import type { Job } from '../imaging/job.js'
import { saysSomething, understand } from '../imaging/style/prompt/understand.js'
import type { Workspace } from './workspace.js'

export async function refuseVaguePrompt(
  job: Job,
  input: string,
  { slot, workspace }: { readonly slot: Slot; readonly workspace: Workspace },
  signal: AbortSignal,
): Promise<void> {
  if (job.kind !== 'portrait-style' || job.prompt === undefined || saysSomething(understand(job.prompt))) return
  const output = workspace.newPath()
  try {
    const reading = { kind: 'read-prompt', prompt: job.prompt, style: job.style } as const
    await slot.run(reading, { input, output }, signal)
  } finally {
    await workspace.remove(output)
  }
}
