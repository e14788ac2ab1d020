/** API keys: create, list, change, revoke. */
import { useState } from 'preact/hooks'
import { keys as texts } from '#texts/account'
import type { OwnKey } from '../../api/types.js'
import { listKeys, revokeKey } from '../../api/web.js'
import { Confirm } from '../../components/confirm.js'
import { Icon } from '../../components/icon.js'
import { ProblemNotice } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { Skeleton } from '../../components/skeleton.js'
import { useData } from '../../hooks/use-data.js'
import { toast } from '../../state/toasts.js'
import { ChangeKey } from './change-key.js'
import { CreateKey } from './create-key.js'
import { KeyTable } from './key-table.js'

export function Keys() {
  const { data, problem, reload, update } = useData(listKeys)
  const [creating, setCreating] = useState(false)
  const [changing, setChanging] = useState<OwnKey>()
  const [revoking, setRevoking] = useState<OwnKey>()

  const revoke = async ({ id, name }: OwnKey): Promise<void> => {
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
      {data ? (
        <KeyTable keys={data.keys} onChange={setChanging} onRevoke={setRevoking} />
      ) : (
        !problem && <Skeleton rows={3} tall />
      )}
      {creating && (
        <CreateKey
          onCreated={(record) => update(({ keys }) => ({ keys: [record, ...keys] }))}
          onClose={() => setCreating(false)}
        />
      )}
      {changing && (
        <ChangeKey
          record={changing}
          onChanged={(record) =>
            update(({ keys }) => ({ keys: keys.map((key) => (key.id === record.id ? record : key)) }))
          }
          onClose={() => setChanging(undefined)}
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
