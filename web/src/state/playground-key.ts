/**
 * The playground's own API key: created when first needed, gone with the session. It is kept with the rest of the work,
 * because the server remembers Idempotency-Keys by key: after a reload, what was charged must not be charged again.
 */
import { createPlaygroundKey } from '../api/web.js'
import { discard, keep, recall } from './kept-work.js'
import { onSignedOut } from './session.js'

let key: Promise<string> | undefined

export function playgroundKey(): Promise<string> {
  key ??= recallOrCreate().catch((error: unknown) => {
    key = undefined
    throw error
  })
  return key
}

async function recallOrCreate(): Promise<string> {
  const kept = await recall<string>('key', '')
  if (kept !== undefined) return kept
  const made = await createPlaygroundKey()
  await keep('key', '', made.key)
  return made.key
}

/** Several requests may be refused at once; only the first of them finds the refused key still in use. */
export async function forgetPlaygroundKey(refused: string): Promise<void> {
  if ((await key) !== refused) return
  key = undefined
  await discard('key')
}

onSignedOut(() => {
  key = undefined
})
