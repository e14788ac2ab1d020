/** The settings in force, what each means and where it comes from. Secrets are masked by the server. */
import { operator } from '#texts/operator'
import { settingsInForce } from '../../api/operator.js'
import type { SettingInForce } from '../../api/types.js'
import { ProblemNotice } from '../../components/notice.js'
import { Prose } from '../../components/prose.js'
import { Skeleton } from '../../components/skeleton.js'
import { type Column, Table } from '../../components/table.js'
import { useData } from '../../hooks/use-data.js'

const texts = operator.settings

const columns: readonly Column<SettingInForce>[] = [
  {
    name: texts.name,
    cell: ({ name, meaning }) => (
      <>
        <code>{name}</code>
        <span class="hint note" lang="en">
          <Prose text={meaning} />
        </span>
      </>
    ),
  },
  { name: texts.value, cell: ({ value }) => value },
  {
    name: texts.source,
    cell: ({ source }) => (source === 'environment' ? <span class="tag">{texts.set}</span> : texts.default),
  },
]

export function SettingsInForce() {
  const { data, problem, reload } = useData(settingsInForce)
  return (
    <section class="section wide" aria-labelledby="settings">
      <h2 id="settings">{texts.title}</h2>
      <p class="muted">{texts.lead}</p>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {!data && !problem && <Skeleton rows={6} tall />}
      {data && (
        <Table
          caption={texts.title}
          columns={columns}
          rows={data.settings}
          keyOf={({ name }) => name}
          class="log-table"
        />
      )}
    </section>
  )
}
