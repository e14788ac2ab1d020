/** From no account to the first result. */
import { quickStart as texts } from '#texts/guide'
import type { SessionState } from '../../api/types.js'
import { type Call, codeSamples } from '../../code-samples.js'
import { CodeBlock } from '../../components/code-block.js'
import { CodeTabs } from '../../components/code-tabs.js'
import { Page } from '../../components/page.js'
import { Prose } from '../../components/prose.js'
import { session } from '../../state/session.js'
import { useStore } from '../../state/store.js'

export function QuickStart() {
  const known = useStore(session)
  const step = firstStep(known)
  const { origin } = window.location
  const remove: Call = { origin, operation: 'remove', fileName: 'photo.jpg', fields: { size: 'preview' } }
  const idPhoto: Call = {
    origin,
    operation: 'id-photo',
    fileName: 'portrait.jpg',
    fields: { spec: '1inch', bg_color: 'blue' },
  }
  const style: Call = {
    origin,
    operation: 'portrait-style',
    fileName: 'portrait.jpg',
    fields: { style: 'watercolour' },
  }
  return (
    <Page title={texts.title} lead={texts.lead}>
      <section class="prose">
        <h2>{texts.key.title}</h2>
        <p>{step.text}</p>
        <div class="buttons">
          <a class="button" href={step.href}>
            {step.label}
          </a>
        </div>
        <CodeBlock label={texts.key.title} code="export SILHOUETTE_KEY=sk_…" />
      </section>
      <section class="prose">
        <h2>{texts.call.title}</h2>
        <p>
          <Prose text={texts.call.text} />
        </p>
        <CodeTabs call={remove} />
      </section>
      <section class="prose">
        <h2>{texts.answer.title}</h2>
        <p>{texts.answer.text}</p>
        <CodeBlock label={texts.answer.title} code={`{"url": "${origin}/r/cErWiglCrbQpIK4jQoKzsPav.png"}`} />
      </section>
      <section class="prose">
        <h2>{texts.more.title}</h2>
        <p>{texts.more.idPhoto}</p>
        <CodeBlock label={texts.more.idPhoto} code={codeSamples(idPhoto)[0]!.code} />
        <p>{texts.more.style}</p>
        <CodeBlock label={texts.more.style} code={codeSamples(style)[0]!.code} />
      </section>
      <section class="prose">
        <h2>{texts.habits.title}</h2>
        <Bullets items={texts.habits.items} />
      </section>
    </Page>
  )
}

function firstStep(known: SessionState | undefined): { text: string; label: string; href: string } {
  const { key } = texts
  if (known?.account) return { text: key.member, label: key.create, href: '/keys' }
  if (known?.signup === 'open') return { text: key.visitor, label: key.signUp, href: '/sign-up' }
  return { text: key.closed, label: key.signIn, href: '/sign-in?next=/keys' }
}

export function Bullets({ items }: { items: readonly string[] }) {
  return (
    <ul class="bullets">
      {items.map((item) => (
        <li key={item}>
          <Prose text={item} />
        </li>
      ))}
    </ul>
  )
}
