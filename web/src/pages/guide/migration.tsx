/** For users of remove.bg. */
import { migration as texts } from '#texts/guide'
import { CodeBlock } from '../../components/code-block.js'
import { Page } from '../../components/page.js'
import { Prose } from '../../components/prose.js'
import { Bullets } from './quick-start.js'
import { Rows } from './rows.js'

export function Migration() {
  const { origin } = window.location
  const change = `- https://api.remove.bg/v1.0/removebg\n+ ${origin}/v1.0/removebg`
  const call = [
    'curl -H "X-Api-Key: $SILHOUETTE_KEY"',
    '-F image_file=@photo.jpg',
    '-F size=auto',
    '-o out.png',
    `${origin}/v1.0/removebg`,
  ].join(' \\\n  ')
  const check = `silhouette migrate-check photo.jpg --server ${origin} --param size=auto`
  return (
    <Page title={texts.title} lead={<Prose text={texts.lead} />}>
      <section class="prose">
        <CodeBlock label={texts.title} code={change} />
        <CodeBlock label="curl" code={call} />
        <p>{texts.check}</p>
        <CodeBlock label={texts.check} code={check} />
      </section>
      <section class="prose">
        <h2>{texts.same.title}</h2>
        <Bullets items={texts.same.items} />
      </section>
      <section class="prose">
        <h2>{texts.differs.title}</h2>
        <Rows
          caption={texts.differs.title}
          head={[texts.differs.what, texts.differs.here]}
          rows={texts.differs.rows as [string, string][]}
        />
        <p class="muted">{texts.note}</p>
      </section>
    </Page>
  )
}
