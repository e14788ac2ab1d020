/** Webhooks: where events are sent, and what became of each. */
import { useState } from 'preact/hooks'
import { webhooks as texts } from '#texts/webhooks'
import type { OwnWebhook } from '../../api/types.js'
import { createWebhook, listWebhooks } from '../../api/webhooks.js'
import { Empty } from '../../components/empty.js'
import { Icon } from '../../components/icon.js'
import { ProblemNotice } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { Skeleton } from '../../components/skeleton.js'
import { useData } from '../../hooks/use-data.js'
import { AddressDialog } from './address-dialog.js'
import { SecretDialog } from './secret-dialog.js'
import { WebhookCard } from './webhook-card.js'
import '../../style/record-card.css'

export function Webhooks() {
  const { data, problem, reload, update } = useData(listWebhooks)
  const [creating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  const change = (each: (webhooks: OwnWebhook[]) => OwnWebhook[]): void =>
    update((known) => ({ ...known, webhooks: each(known.webhooks) }))
  const full = data !== undefined && data.webhooks.length >= data.most

  const create = (
    <button type="button" class="button primary" disabled={!data || full} onClick={() => setCreating(true)}>
      <Icon name="plus" />
      {texts.create}
    </button>
  )
  return (
    <Page title={texts.title} lead={texts.lead} actions={create}>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {!data && !problem && <Skeleton rows={3} tall />}
      {data?.webhooks.length === 0 && (
        <div class="card">
          <Empty icon="webhooks" title={texts.empty} text={texts.emptyText} />
        </div>
      )}
      {data?.webhooks.map((webhook) => (
        <WebhookCard
          key={webhook.id}
          webhook={webhook}
          onSecret={setSecret}
          onChanged={(record) => change((list) => list.map((one) => (one.id === record.id ? record : one)))}
          onDeleted={() => change((list) => list.filter(({ id }) => id !== webhook.id))}
        />
      ))}
      {full && <p class="hint">{texts.full(data.most)}</p>}
      {creating && (
        <AddressDialog
          title={texts.create}
          yes={texts.create}
          onSend={async (url) => {
            const made = await createWebhook(url)
            change((list) => [...list, made.record])
            setSecret(made.secret)
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Page>
  )
}
