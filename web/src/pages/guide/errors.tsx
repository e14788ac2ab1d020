/** What can go wrong, and what to do then. */
import { errors as texts } from '#texts/guide'
import { loadCatalog } from '../../api/web.js'
import { CodeBlock } from '../../components/code-block.js'
import { ProblemNotice } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { Prose } from '../../components/prose.js'
import { Skeleton } from '../../components/skeleton.js'
import { useData } from '../../hooks/use-data.js'
import { Bullets } from './quick-start.js'

export function Errors() {
  const { data, problem, reload } = useData(loadCatalog)
  return (
    <Page title={texts.title} lead={texts.lead}>
      <section class="prose">
        <p>
          <Prose text={texts.shape} />
        </p>
        <CodeBlock label={texts.title} code={texts.sample} />
      </section>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {!data && !problem && <Skeleton rows={8} tall />}
      {data && (
        <div class="card flush">
          <table class="table cards-when-narrow">
            <caption class="visually-hidden">{texts.title}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.status}</th>
                <th scope="col">{texts.code}</th>
                <th scope="col">{texts.meaning}</th>
              </tr>
            </thead>
            <tbody>
              {data.errors.map(({ status, code, meaning }) => (
                <tr key={`${status} ${code}`}>
                  <th scope="row">{status}</th>
                  <td>
                    <code class="nowrap">{code}</code>
                  </td>
                  <td>
                    <Prose text={meaning} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <section class="prose">
        <h2>{texts.advice.title}</h2>
        <Bullets items={texts.advice.items} />
      </section>
    </Page>
  )
}
