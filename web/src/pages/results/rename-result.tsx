/** Gives a result a name. */
import { useState } from 'preact/hooks'
import { results as texts } from '#texts/account'
import type { ListedResult } from '../../api/types.js'
import { renameResult } from '../../api/web.js'
import { Field } from '../../components/field.js'
import { FormButtons } from '../../components/form-buttons.js'
import { Modal } from '../../components/modal.js'
import { ProblemNotice } from '../../components/notice.js'
import { useForm } from '../../hooks/use-form.js'

/** The server's limit. */
const MAX_LENGTH = 80

interface RenameResultProps {
  readonly result: ListedResult
  readonly onRenamed: (result: ListedResult) => void
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
        <FormButtons yes={texts.renameYes} busy={busy} onClose={onClose} />
      </form>
    </Modal>
  )
}
