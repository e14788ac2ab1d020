/** Asks for an email address and sends a link to it. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { mailbox } from '#texts/security'
import { Notice, ProblemNotice } from '../../components/notice.js'
import { Submit } from '../../components/submit.js'
import { emailError } from '../../credentials.js'
import { useForm } from '../../hooks/use-form.js'
import { Card } from './card.js'
import { EmailField } from './email-field.js'

interface AskForLinkProps {
  readonly title: string
  readonly lead: string
  readonly send: (email: string) => Promise<void>
  /** Shown after it was sent. */
  readonly sent: (email: string) => string
  readonly foot: ComponentChildren
}

export function AskForLink({ title, lead, send, sent, foot }: AskForLinkProps) {
  const [email, setEmail] = useState('')
  const [mistake, setMistake] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const { busy, problem, submit } = useForm(async () => {
    const wrong = emailError(email)
    setMistake(wrong)
    if (wrong) return
    await send(email)
    setSentTo(email.trim())
  })
  if (sentTo) {
    return (
      <Card title={title} foot={foot}>
        <Notice kind="success">{sent(sentTo)}</Notice>
        <p class="hint">{mailbox.nothing}</p>
      </Card>
    )
  }
  return (
    <Card title={title} lead={lead} foot={foot}>
      <form class="stack" onSubmit={submit} noValidate>
        <EmailField value={email} onInput={setEmail} error={mistake} />
        {problem && <ProblemNotice problem={problem} />}
        <Submit busy={busy}>{mailbox.send}</Submit>
      </form>
    </Card>
  )
}
