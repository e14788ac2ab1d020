/** API keys: made here, shown once, revoked here. */
import { useState } from 'preact/hooks'
import { keys as texts } from '#texts/account'
import { common } from '#texts/common'
import type { KeyRecord } from '../api/types.js'
import { createKey, listKeys, revokeKey } from '../api/web.js'
import { Ago } from '../components/ago.js'
import { Confirm } from '../components/confirm.js'
import { CopyButton } from '../components/copy-button.js'
import { Empty } from '../components/empty.js'
import { Field } from '../components/field.js'
import { Icon } from '../components/icon.js'
import { Modal } from '../components/modal.js'
import { ProblemNotice } from '../components/notice.js'
import { Page } from '../components/page.js'
import { Skeleton } from '../components/skeleton.js'
import { Submit } from '../components/submit.js'
import { useData } from '../hooks/use-data.js'
import { useForm } from '../hooks/use-form.js'
import { toast } from '../state/toasts.js'

export function Keys() {
  const { data, problem, reload, update } = useData(listKeys)
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<KeyRecord>()

  const revoke = async ({ id, name }: KeyRecord): Promise<void> => {
    await revokeKey(id)
    update(({ keys }) => ({ keys: keys.filter((key) => key.id !== id) }))
    setRevoking(undefined)
    toast(texts.revoked(name))
  }

  const create = (
    <button type="button" class="button primary" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      {texts.create}
    </button>
  )
  return (
    <Page title={texts.title} lead={texts.lead} actions={create}>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {data ? <KeyTable keys={data.keys} onRevoke={setRevoking} /> : !problem && <Skeleton rows={3} tall />}
      {creating && (
        <CreateKey
          onCreated={(record) => update(({ keys }) => ({ keys: [record, ...keys] }))}
          onClose={() => setCreating(false)}
        />
      )}
      {revoking && (
        <Confirm
          title={texts.revokeTitle(revoking.name)}
          text={texts.revokeText}
          yes={texts.revokeYes}
          onConfirm={() => revoke(revoking)}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </Page>
  )
}

function KeyTable({ keys, onRevoke }: { keys: readonly KeyRecord[]; onRevoke: (key: KeyRecord) => void }) {
  if (keys.length === 0) {
    return (
      <div class="card">
        <Empty icon="keys" title={texts.empty} text={texts.emptyText} />
      </div>
    )
  }
  return (
    <div class="card flush">
      <table class="table cards-when-narrow">
        <caption class="visually-hidden">{texts.list}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.name}</th>
            <th scope="col">{texts.key}</th>
            <th scope="col">{texts.lastUsed}</th>
            <th scope="col">{texts.rateLimit}</th>
            <th scope="col">{texts.createdAt}</th>
            <th scope="col">
              <span class="visually-hidden">{texts.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} record={key} onRevoke={() => onRevoke(key)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function KeyRow({ record, onRevoke }: { record: KeyRecord; onRevoke: () => void }) {
  return (
    <tr>
      <th scope="row">
        <span class="key-name">{record.name}</span>
        {record.playground && (
          <span class="tag" title={texts.playgroundHint}>
            {texts.playground}
          </span>
        )}
      </th>
      <td data-label={texts.key}>
        <code>{record.prefix}…</code>
      </td>
      <td data-label={texts.lastUsed}>
        {record.lastUsedAt === null ? <span class="muted">{common.never}</span> : <Ago at={record.lastUsedAt} />}
      </td>
      <td data-label={texts.rateLimit}>
        {texts.perMinute(record.rateLimit)}
        {record.ownLimit && <span class="visually-hidden">, {texts.ownLimit}</span>}
      </td>
      <td data-label={texts.createdAt}>
        <Ago at={record.createdAt} />
      </td>
      <td class="row-actions">
        <button
          type="button"
          class="button small quiet-danger"
          aria-label={texts.revokeNamed(record.name)}
          onClick={onRevoke}
        >
          {texts.revoke}
        </button>
      </td>
    </tr>
  )
}

function CreateKey({ onCreated, onClose }: { onCreated: (record: KeyRecord) => void; onClose: () => void }) {
  const [made, setMade] = useState<string>()
  return made === undefined ? (
    <NameKey
      onMade={(key, record) => {
        onCreated(record)
        setMade(key)
      }}
      onClose={onClose}
    />
  ) : (
    <Modal title={texts.createdTitle} onClose={onClose}>
      <div class="stack">
        <p>{texts.createdText}</p>
        <div class="secret">
          <code>{made}</code>
          <CopyButton text={made} />
        </div>
        <div class="buttons end">
          <button type="button" class="button primary" onClick={onClose}>
            {texts.done}
          </button>
        </div>
      </div>
    </Modal>
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
    <Modal title={texts.create} onClose={onClose}>
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
    </Modal>
  )
}
