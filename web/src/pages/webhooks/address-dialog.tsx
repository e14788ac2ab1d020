/** Asks for the address of a webhook. */
import { useState } from 'preact/hooks'
import { webhooks as texts } from '#texts/webhooks'
import { Field } from '../../components/field.js'
import { FormButtons } from '../../components/form-buttons.js'
import { Modal } from '../../components/modal.js'
import { ProblemNotice } from '../../components/notice.js'
import { useForm } from '../../hooks/use-form.js'

interface AddressDialogProps {
  readonly title: string
  readonly known?: string
  readonly yes: string
  readonly onSend: (url: string) => Promise<void>
  readonly onClose: () => void
}

export function AddressDialog({ title, known = '', yes, onSend, onClose }: AddressDialogProps) {
  const [url, setUrl] = useState(known)
  const { busy, problem, submit } = useForm(async () => {
    await onSend(url.trim())
    onClose()
  })
  const isWrong = problem?.parameter === 'url'
  return (
    <Modal title={title} onClose={onClose}>
      <form class="stack" onSubmit={submit} noValidate>
        <Field
          label={texts.url}
          value={url}
          onInput={setUrl}
          hint={texts.urlHint}
          error={isWrong ? texts.urlWrong : undefined}
          input={{ maxLength: 2000, placeholder: texts.urlPlaceholder, autocomplete: 'off', inputMode: 'url' }}
          focused
        />
        {problem && !isWrong && <ProblemNotice problem={problem} />}
        <FormButtons yes={yes} busy={busy} onClose={onClose} />
      </form>
    </Modal>
  )
}
