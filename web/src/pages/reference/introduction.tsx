/** The list of routes, and what applies to all of them. */
import { reference as texts } from '#texts/reference'
import { CodeBlock } from '../../components/code-block.js'
import { Page } from '../../components/page.js'
import { Prose } from '../../components/prose.js'
import { anchors } from '../../reference/anchors.js'
import type { Route } from '../../reference/read-document.js'

const DOCUMENT = '/v1/openapi.json'

export function Introduction({ routes }: { routes: readonly Route[] }) {
  const { origin } = window.location
  return (
    <Page title={texts.title} lead={texts.lead}>
      <section class="prose">
        <h2>{texts.routes}</h2>
        <ul class="route-list card flush">
          {routes.map(({ id, method, path, summary }) => (
            <li key={id}>
              <a href={anchors.route(id)}>
                <span class="route-name">
                  <span class="method">{method}</span> <code>{path}</code>
                </span>
                <span class="muted">{summary.replace(texts.previewNote, '')}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section class="prose">
        <h2>{texts.basics.title}</h2>
        <p class="card-label">{texts.basics.address}</p>
        <CodeBlock label={texts.basics.address} code={origin} />
        <dl class="basics">
          {texts.basics.rows.map(([what, text]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>
                <Prose text={text} />
              </dd>
            </div>
          ))}
        </dl>
        <p>
          <a href="/guide/limits">{texts.basics.limits}</a>
        </p>
      </section>
      <section class="prose">
        <h2>{texts.document.title}</h2>
        <p>
          {texts.document.text} <a href={DOCUMENT}>{`${origin}${DOCUMENT}`}</a>
        </p>
        <p>
          <Prose text={texts.document.client} />
        </p>
      </section>
    </Page>
  )
}
