/** The settings in force, and where each comes from. Secrets are masked by the server. */
import { operator } from '#texts/operator'
import { settingsInForce } from '../../api/operator.js'
import { ProblemNotice } from '../../components/notice.js'
import { Skeleton } from '../../components/skeleton.js'
import { useData } from '../../hooks/use-data.js'

const texts = operator.settings

export function SettingsInForce() {
  const { data, problem, reload } = useData(settingsInForce)
  return (
    <section class="section wide" aria-labelledby="settings">
      <h2 id="settings">{texts.title}</h2>
      <p class="muted">{texts.lead}</p>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {!data && !problem && <Skeleton rows={6} tall />}
      {data && (
        <div class="card flush">
          <table class="table cards-when-narrow log-table">
            <caption class="visually-hidden">{texts.title}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.name}</th>
                <th scope="col">{texts.value}</th>
                <th scope="col">{texts.source}</th>
              </tr>
            </thead>
            <tbody>
              {data.settings.map(({ name, value, source }) => (
                <tr key={name}>
                  <th scope="row">
                    <code>{name}</code>
                  </th>
                  <td data-label={texts.value}>{value}</td>
                  <td data-label={texts.source}>
                    {source === 'environment' ? <span class="tag">{texts.set}</span> : texts.default}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
