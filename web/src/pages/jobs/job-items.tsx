/** The images of a job, with their results and errors. */
import { useCallback, useEffect } from 'preact/hooks'
import { jobs as texts } from '#texts/jobs'
import { readJob } from '../../api/jobs.js'
import { inReadersWords } from '../../api/problem.js'
import type { OwnJob, OwnJobItem } from '../../api/types.js'
import { MoreButton } from '../../components/more-button.js'
import { ProblemNotice } from '../../components/notice.js'
import { Skeleton } from '../../components/skeleton.js'
import { type Column, Table } from '../../components/table.js'
import { formatNumber } from '../../format/numbers.js'
import { usePages } from '../../hooks/use-pages.js'
import { useRefresh } from '../../hooks/use-refresh.js'

const REFRESH_MS = 2000
const TAGS = {
  waiting: 'tag warning',
  running: 'tag warning',
  finished: 'tag',
  failed: 'tag danger',
  cancelled: 'tag danger',
}

const columns: readonly Column<OwnJobItem>[] = [
  { name: texts.position, cell: ({ position }) => formatNumber(position) },
  { name: texts.image, class: 'address', cell: ({ url }) => url ?? <span class="muted">{texts.uploaded}</span> },
  { name: texts.state, cell: ({ state }) => <span class={TAGS[state]}>{texts.itemStates[state]}</span> },
  { name: texts.outcome, cell: (item) => <Outcome item={item} /> },
  { name: texts.credits, isNumber: true, cell: ({ charged }) => formatNumber(charged) },
]

interface JobItemsProps {
  readonly job: OwnJob
  readonly onChanged: (job: OwnJob) => void
}

export function JobItems({ job: { id, finishedAt, counts }, onChanged }: JobItemsProps) {
  const { items, problem, more, loading, reload } = usePages<OwnJobItem>(
    useCallback(
      async (after) => {
        const page = await readJob(id, after)
        onChanged(page.job)
        return { items: page.items, next: page.next === null ? null : String(page.next) }
      },
      [id, onChanged],
    ),
  )
  useRefresh(finishedAt === null ? reload : undefined, REFRESH_MS)
  // Once more at the end: the list of jobs may have heard of it first.
  useEffect(reload, [finishedAt, counts.cancelled])
  if (problem) return <ProblemNotice problem={problem} onRetry={reload} />
  if (!items) return <Skeleton rows={2} />
  return (
    <>
      <Table
        caption={texts.itemsOf(id)}
        columns={columns}
        rows={items}
        keyOf={({ position }) => position}
        boxed={false}
      />
      <MoreButton more={more} loading={loading} />
    </>
  )
}

function Outcome({ item: { position, result, error } }: { item: OwnJobItem }) {
  if (error) return <>{inReadersWords(error.code, error.message).message}</>
  if (result === null) return <span class="muted">–</span>
  return (
    <a href={result} target="_blank" rel="noreferrer" aria-label={texts.openNamed(position)}>
      {texts.open}
    </a>
  )
}
