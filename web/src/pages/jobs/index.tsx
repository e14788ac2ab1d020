/** Jobs: what was handed over, how far it is, and what became of each image. */
import { useCallback } from 'preact/hooks'
import { jobs as texts } from '#texts/jobs'
import { listJobs } from '../../api/jobs.js'
import type { OwnJob } from '../../api/types.js'
import { Empty } from '../../components/empty.js'
import { MoreButton } from '../../components/more-button.js'
import { ProblemNotice } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { Skeleton } from '../../components/skeleton.js'
import { usePages } from '../../hooks/use-pages.js'
import { useRefresh } from '../../hooks/use-refresh.js'
import { JobCard } from './job-card.js'
import '../../style/record-card.css'

const REFRESH_MS = 2000

const load = async (before?: string) => {
  const { jobs, next } = await listJobs(before)
  return { items: jobs, next }
}

export function Jobs() {
  const { items, problem, more, loading, reload, change } = usePages<OwnJob>(load)
  // The newest are asked for; what the reader has opened further down asks for itself.
  const refresh = useCallback(async () => {
    const { jobs } = await listJobs().catch(() => ({ jobs: [] }))
    const fresh = new Map(jobs.map((job) => [job.id, job]))
    change((job) => fresh.get(job.id) ?? job)
  }, [change])
  useRefresh(items?.some(({ finishedAt }) => finishedAt === null) ? refresh : undefined, REFRESH_MS)
  const onChanged = useCallback((job: OwnJob) => change((known) => (known.id === job.id ? job : known)), [change])

  return (
    <Page title={texts.title} lead={texts.lead}>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {!items && !problem && <Skeleton rows={3} tall />}
      {items?.length === 0 && (
        <div class="card">
          <Empty icon="jobs" title={texts.empty} text={texts.emptyText}>
            <a class="button" href="/docs/createJob">
              {texts.reference}
            </a>
          </Empty>
        </div>
      )}
      {items?.map((job) => (
        <JobCard key={job.id} job={job} onChanged={onChanged} />
      ))}
      <MoreButton more={more} loading={loading} />
    </Page>
  )
}
