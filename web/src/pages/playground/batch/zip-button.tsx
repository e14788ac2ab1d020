/** All results as one ZIP. The code that packs them is loaded when first needed. */
import { useState } from 'preact/hooks'
import { batch as texts } from '#texts/batch'
import { result as resultTexts } from '#texts/playground'
import { Icon } from '../../../components/icon.js'
import { saveFile } from '../../../files/save-file.js'
import { uniqueNames } from '../../../files/unique-names.js'
import type { Edit } from '../editor/edit.js'
import type { Batch } from './batch.js'
import { resultFile, resultName } from './result-file.js'

export function ZipButton({ batch: { items, call, running }, edit }: { batch: Batch; edit: Edit }) {
  const [packed, setPacked] = useState<number>()
  const [failed, setFailed] = useState(false)
  const done = items.filter(({ stage }) => stage === 'done')
  if (!call || done.length === 0) return null
  const save = async (): Promise<void> => {
    if (packed !== undefined) return
    setPacked(0)
    setFailed(false)
    try {
      const { zipOf } = await import('../../../files/zip.js')
      const names = uniqueNames(done.map((item) => resultName(call, item, edit)))
      const entries = done.map((item, at) => ({ name: names[at]!, file: () => resultFile(call, item, edit) }))
      saveFile(await zipOf(entries, setPacked), texts.zipName)
    } catch {
      setFailed(true)
    }
    setPacked(undefined)
  }
  return (
    <div class="buttons">
      <button
        type="button"
        class={running ? 'button small' : 'button primary'}
        aria-busy={packed !== undefined}
        onClick={() => void save()}
      >
        <Icon name="download" />
        {packed === undefined ? texts.zip(done.length) : texts.zipping(packed, done.length)}
      </button>
      {failed && (
        <p class="field-error" role="alert">
          {resultTexts.saveFailed}
        </p>
      )}
    </div>
  )
}
