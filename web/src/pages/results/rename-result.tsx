/** A name of one's own for a result. */
import { useState } from 'preact/hooks'
import { results as texts } from '#texts/account'
import { common } from '#texts/common'
import type { ResultRecord } from '../../api/types.js'
import { renameResult } from '../../api/web.js'
import { Field } from '../../components/field.js'
import { Modal } from '../../components/modal.js'
import { ProblemNotice } from '../../components/notice.js'
import { Submit } from '../../components/submit.js'
import { useForm } from '../../hooks/use-form.js'

/** As the server has it. */
const MAX_LENGTH = 80

interface RenameResultProps {
  readonly result: ResultRecord
  readonly onRenamed: (result: ResultRecord) => void
  readonly onClose: () => void
}

export function RenameResult({ result, onRenamed, onClose }: RenameResultProps) {
  const [name, setName] = useState(result.name ?? '')
  const { busy, problem, submit } = useForm(async () => {
    onRenamed(await renameResult(result.id, name))
    onClose()
  })
  return (
    <Modal title={texts.renameTitle} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <Field
          label={texts.name}
          value={name}
          onInput={setName}
          hint={texts.nameHint}
          input={{ maxLength: MAX_LENGTH, autocomplete: 'off' }}
          focused
        />
        {problem && <ProblemNotice problem={problem} />}
        <div class="buttons end">
          <button type="button" class="button" onClick={onClose}>
            {common.cancel}
          </button>
          <Submit busy={busy}>{texts.renameYes}</Submit>
        </div>
      </form>
    </Modal>
  )
}
