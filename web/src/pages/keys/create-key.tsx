/** A new key: first its name, then the key itself, shown this once. */
import { useState } from 'preact/hooks'
import { keys as texts } from '#texts/account'
import { common } from '#texts/common'
import type { KeyRecord } from '../../api/types.js'
import { createKey } from '../../api/web.js'
import { CopyButton } from '../../components/copy-button.js'
import { Field } from '../../components/field.js'
import { Modal } from '../../components/modal.js'
import { ProblemNotice } from '../../components/notice.js'
import { Submit } from '../../components/submit.js'
import { useForm } from '../../hooks/use-form.js'

export function CreateKey({ onCreated, onClose }: { onCreated: (record: KeyRecord) => void; onClose: () => void }) {
  const [made, setMade] = useState<string>()
  const isMade = made !== undefined
  return (
    <Modal title={isMade ? texts.createdTitle : texts.create} onClose={onClose} stays={isMade}>
      {isMade ? (
        <ShowKey secret={made} onClose={onClose} />
      ) : (
        <NameKey
          onMade={(key, record) => {
            onCreated(record)
            setMade(key)
          }}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

function ShowKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div class="stack">
      <p>{texts.createdText}</p>
      <div class="secret">
        <code>{secret}</code>
        <CopyButton text={secret} focused />
      </div>
      <div class="buttons end">
        <button type="button" class="button primary" onClick={onClose}>
          {texts.done}
        </button>
      </div>
    </div>
  )
}

function NameKey({ onMade, onClose }: { onMade: (key: string, record: KeyRecord) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const { busy, problem, submit } = useForm(async () => {
    setError(name.trim() === '' ? texts.nameMissing : undefined)
    if (name.trim() === '') return
    const { key, record } = await createKey(name.trim())
    onMade(key, record)
  })
  return (
    <form class="stack" onSubmit={submit} noValidate>
      <Field
        label={texts.name}
        value={name}
        onInput={setName}
        hint={texts.nameHint}
        error={error}
        input={{ maxLength: 60, placeholder: texts.namePlaceholder, autocomplete: 'off' }}
      />
      {problem && <ProblemNotice problem={problem} />}
      <div class="buttons end">
        <button type="button" class="button" onClick={onClose}>
          {common.cancel}
        </button>
        <Submit busy={busy}>{texts.create}</Submit>
      </div>
    </form>
  )
}
