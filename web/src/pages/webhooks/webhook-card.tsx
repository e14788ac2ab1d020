/** One webhook: its address and state, what can be done with it, and its log. */
import { useCallback, useState } from 'preact/hooks'
import { webhooks as texts } from '#texts/webhooks'
import type { OwnWebhook, WebhookDelivery } from '../../api/types.js'
import {
  changeWebhook,
  deleteWebhook,
  listDeliveries,
  redeliver,
  rotateSecret,
  sendTestEvent,
  setWebhookEnabled,
} from '../../api/webhooks.js'
import { Ago } from '../../components/ago.js'
import { Confirm } from '../../components/confirm.js'
import { ProblemNotice } from '../../components/notice.js'
import { formatDateTime } from '../../format/times.js'
import { useAction } from '../../hooks/use-action.js'
import { usePages } from '../../hooks/use-pages.js'
import { useRefresh } from '../../hooks/use-refresh.js'
import { toast } from '../../state/toasts.js'
import { AddressDialog } from './address-dialog.js'
import { DeliveryLog } from './delivery-log.js'

const REFRESH_MS = 2000
/** As long as a server may take to send one. */
const SOON_MS = 30_000

interface WebhookCardProps {
  readonly webhook: OwnWebhook
  readonly onChanged: (webhook: OwnWebhook) => void
  readonly onDeleted: () => void
  readonly onSecret: (secret: string) => void
}

export function WebhookCard({ webhook, onChanged, onDeleted, onSecret }: WebhookCardProps) {
  const { id, url, disabled } = webhook
  const [asking, setAsking] = useState<'address' | 'rotate' | 'delete'>()
  const close = (): void => setAsking(undefined)
  const log = usePages<WebhookDelivery>(
    useCallback(
      async (before) => {
        const { deliveries, next } = await listDeliveries(id, before)
        return { items: deliveries, next }
      },
      [id],
    ),
  )
  // The reader waits for answers that are about to come; other tries may be hours away.
  const isOnItsWay = ({ nextAt }: WebhookDelivery): boolean => nextAt !== null && nextAt < Date.now() + SOON_MS
  useRefresh(!disabled && log.items?.some(isOnItsWay) ? log.reload : undefined, REFRESH_MS)

  const act = useAction(async (work: () => Promise<string>) => toast(await work()))
  const sendTest = async (): Promise<string> => {
    await sendTestEvent(id)
    log.reload()
    return texts.tested
  }
  const sendAgain = async (delivery: WebhookDelivery): Promise<string> => {
    await redeliver(id, delivery.id)
    log.reload()
    return texts.redelivered
  }
  const toggle = async (): Promise<string> => {
    onChanged(await setWebhookEnabled(id, disabled !== null))
    return disabled ? texts.isEnabled : texts.isDisabled
  }

  return (
    <section class="card record-card" aria-labelledby={id}>
      <div>
        <h2 id={id}>{url}</h2>
        <p class="muted record-facts">
          <span class={disabled ? 'tag warning' : 'tag'}>{disabled ? texts.disabled : texts.active}</span>
          {disabled?.by === 'receiver' && <span>{texts.gone}</span>}
          <span>
            {texts.since} <Ago at={webhook.createdAt} />
          </span>
          {webhook.formerSecretUntil && <span>{texts.overlap(formatDateTime(webhook.formerSecretUntil))}</span>}
        </p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form */}
      <div class="buttons" role="group" aria-label={texts.actionsFor(url)}>
        <button
          type="button"
          class="button small"
          disabled={act.busy || disabled !== null}
          onClick={() => void act.run(sendTest)}
        >
          {texts.test}
        </button>
        <button type="button" class="button small" onClick={() => setAsking('address')}>
          {texts.change}
        </button>
        <button type="button" class="button small" onClick={() => setAsking('rotate')}>
          {texts.rotate}
        </button>
        <button type="button" class="button small" disabled={act.busy} onClick={() => void act.run(toggle)}>
          {disabled ? texts.enable : texts.disable}
        </button>
        <button type="button" class="button small quiet-danger" onClick={() => setAsking('delete')}>
          {texts.remove}
        </button>
      </div>
      {act.problem && <ProblemNotice problem={act.problem} />}
      <h3>{texts.log}</h3>
      <DeliveryLog
        url={url}
        log={log}
        onRedeliver={disabled || act.busy ? undefined : (delivery) => void act.run(() => sendAgain(delivery))}
      />
      {asking === 'address' && (
        <AddressDialog
          title={texts.changeTitle}
          known={url}
          yes={texts.save}
          onSend={async (address) => {
            onChanged(await changeWebhook(id, address))
            toast(texts.changed)
          }}
          onClose={close}
        />
      )}
      {asking === 'rotate' && (
        <Confirm
          title={texts.rotateTitle}
          text={texts.rotateText}
          yes={texts.rotateYes}
          onConfirm={async () => {
            const { secret, record } = await rotateSecret(id)
            onChanged(record)
            close()
            onSecret(secret)
          }}
          onClose={close}
        />
      )}
      {asking === 'delete' && (
        <Confirm
          title={texts.removeTitle}
          text={texts.removeText}
          yes={texts.removeYes}
          onConfirm={async () => {
            await deleteWebhook(id)
            toast(texts.removed)
            onDeleted()
          }}
          onClose={close}
        />
      )}
    </section>
  )
}
