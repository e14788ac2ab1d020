/** The call as code. It follows the form, and may contain the key of the reader's session. */
import { useState } from 'preact/hooks'
import { example as texts } from '#texts/reference'
import { toProblem } from '../../api/problem.js'
import { requestSamples } from '../../code-samples.js'
import { SampleTabs } from '../../components/code-tabs.js'
import { sampleRequest, type Values } from '../../reference/build-request.js'
import type { Route } from '../../reference/read-document.js'
import { playgroundKey } from '../../state/playground-key.js'
import { onSignedOut, session } from '../../state/session.js'
import { createStore, useStore } from '../../state/store.js'
import { toast } from '../../state/toasts.js'
import type { Files } from './use-call.js'

/** The key in the code of all routes, once the reader has asked for it. */
const shownKey = createStore<string | undefined>(undefined)
onSignedOut(() => shownKey.set(undefined))

export function Example({ route, values, files }: { route: Route; values: Values; files: Files }) {
  const key = useStore(shownKey)
  const isMember = Boolean(useStore(session)?.account)
  const fileNames = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, file.name]))
  const { origin } = window.location
  const samples = requestSamples(sampleRequest(route, values, fileNames, { origin, key }))
  return (
    <>
      <SampleTabs samples={samples} />
      {isMember ? <OwnKey isShown={key !== undefined} /> : null}
      {route.parameters.length > 0 && <p class="hint">{texts.followsForm}</p>}
    </>
  )
}

function OwnKey({ isShown }: { isShown: boolean }) {
  const [isWaiting, setWaiting] = useState(false)
  const show = async (wanted: boolean): Promise<void> => {
    if (!wanted) return shownKey.set(undefined)
    setWaiting(true)
    try {
      shownKey.set(await playgroundKey())
    } catch (error) {
      toast(toProblem(error).message)
    } finally {
      setWaiting(false)
    }
  }
  return (
    <label class="own-key">
      <input
        type="checkbox"
        checked={isShown || isWaiting}
        disabled={isWaiting}
        onChange={(event) => void show(event.currentTarget.checked)}
      />
      <span>
        {texts.ownKey}
        <span class="hint">{texts.ownKeyHint}</span>
      </span>
    </label>
  )
}
