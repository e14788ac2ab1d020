/** What can go wrong, and what to do then. */
import { errors as texts } from '#texts/guide'
import type { Catalog } from '../../api/types.js'
import { loadCatalog } from '../../api/web.js'
import { CodeBlock } from '../../components/code-block.js'
import { ProblemNotice } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { Prose } from '../../components/prose.js'
import { Skeleton } from '../../components/skeleton.js'
import { type Column, Table } from '../../components/table.js'
import { useData } from '../../hooks/use-data.js'
import { Bullets } from './quick-start.js'

const columns: readonly Column<Catalog['errors'][number]>[] = [
  { name: texts.status, cell: ({ status }) => status },
  { name: texts.code, named: 'head', cell: ({ code }) => <code class="nowrap">{code}</code> },
  { name: texts.meaning, named: 'head', cell: ({ meaning }) => <Prose text={meaning} /> },
]

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
        <Table
          caption={texts.title}
          columns={columns}
          rows={data.errors}
          keyOf={({ status, code }) => `${status} ${code}`}
        />
      )}
      <section class="prose">
        <h2>{texts.advice.title}</h2>
        <Bullets items={texts.advice.items} />
      </section>
    </Page>
  )
}
