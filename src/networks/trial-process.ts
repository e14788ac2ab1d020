/** A process that tries one network file and ends. What goes wrong natively, memory included, costs this process alone. */
import { type Trial, type TrialRequest, tryNetwork } from '../imaging/matte/try-network.js'
import { NetworkRefused } from '../imaging/networks/added-network.js'

export type TrialReply =
  | { readonly type: 'passed'; readonly trial: Trial }
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'failed'; readonly reason: string }

process.on('disconnect', () => process.exit())
process.on('message', async (request: TrialRequest) => {
  process.send?.(await reply(request))
})

async function reply(request: TrialRequest): Promise<TrialReply> {
  try {
    return { type: 'passed', trial: await tryNetwork(request) }
  } catch (error) {
    const { message: reason } = error as Error
    return { type: error instanceof NetworkRefused ? 'refused' : 'failed', reason }
  }
}
