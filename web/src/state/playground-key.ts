/** The playground's own API key: kept in memory only, created when first needed, gone with the session. */
import { createPlaygroundKey } from '../api/web.js'
import { onSignedOut } from './session.js'

let key: Promise<string> | undefined

export function playgroundKey(): Promise<string> {
  key ??= createPlaygroundKey()
    .then((made) => made.key)
    .catch((error: unknown) => {
      forgetPlaygroundKey()
      throw error
    })
  return key
}

export function forgetPlaygroundKey(): void {
  key = undefined
}

onSignedOut(forgetPlaygroundKey)
