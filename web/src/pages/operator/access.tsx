/** For owners locked out of their account: a password reset link, and turning off the second factor. */
import { useState } from 'preact/hooks'
import { access as texts } from '#texts/security'
import { createResetLink, resetTwoFactor } from '../../api/operator.js'
import { CopyButton } from '../../components/copy-button.js'
import { ProblemNotice } from '../../components/notice.js'
import { formatDateTime } from '../../format/times.js'
import { useAction } from '../../hooks/use-action.js'
import { toast } from '../../state/toasts.js'

export function Access({ accountId }: { accountId: string }) {
  const [link, setLink] = useState<{ url: string; expiresAt: number }>()
  const making = useAction(async () => setLink(await createResetLink(accountId)))
  const ending = useAction(async () => {
    const { wasOn } = await resetTwoFactor(accountId)
    toast(wasOn ? texts.twoFactorOff : texts.twoFactorWasOff)
  })
  const problem = making.problem ?? ending.problem
  return (
    <>
      <h3>{texts.title}</h3>
      {link && (
        <>
          <p>{texts.linkText(formatDateTime(link.expiresAt))}</p>
          <div class="secret">
            <code>{link.url}</code>
            <CopyButton text={link.url} focused />
          </div>
        </>
      )}
      {problem && <ProblemNotice problem={problem} />}
      <div class="buttons">
        <button type="button" class="button small" onClick={() => making.run()}>
          {texts.link}
        </button>
        <button type="button" class="button small" onClick={() => ending.run()}>
          {texts.twoFactor}
        </button>
      </div>
    </>
  )
}
