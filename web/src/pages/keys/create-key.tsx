/** A new key: first its terms, then the key itself, shown only once. */
import { useState } from 'preact/hooks'
import { keys as texts } from '#texts/account'
import type { OwnKey } from '../../api/types.js'
import { createKey } from '../../api/web.js'
import { Modal } from '../../components/modal.js'
import { ShownOnce } from '../../components/shown-once.js'
import { KeyForm } from './key-form.js'

export function CreateKey({ onCreated, onClose }: { onCreated: (record: OwnKey) => void; onClose: () => void }) {
  const [made, setMade] = useState<string>()
  const isMade = made !== undefined
  return (
    <Modal title={isMade ? texts.createdTitle : texts.create} onClose={onClose} stays={isMade}>
      {isMade ? (
        <ShownOnce text={texts.createdText} secret={made} done={texts.done} onClose={onClose} />
      ) : (
        <KeyForm
          yes={texts.create}
          onSend={async (terms) => {
            const { key, record } = await createKey(terms)
            onCreated(record)
            setMade(key)
          }}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}
