/** The server's numbers, refreshed every few seconds while the page is visible. */
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { operator } from '#texts/operator'
import type { OperatorOverview } from '../../api/types.js'
import { loadSession, operatorOverview } from '../../api/web.js'
import { ProblemNotice } from '../../components/notice.js'
import { formatBytes, formatNumber } from '../../format/numbers.js'
import { formatSpan } from '../../format/times.js'
import { useData } from '../../hooks/use-data.js'

const texts = operator.tiles
const REFRESH_MS = 4000

export function Tiles() {
  const { data, problem, reload } = useData(operatorOverview)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void reload()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [reload])
  // 404: no longer an operator, or signed out. Reloading the session tells which.
  useEffect(() => {
    if (problem?.status === 404) void loadSession()
  }, [problem])
  return (
    <section aria-label={operator.lead}>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      <dl class="tiles">
        {tilesOf(data).map(({ name, value, hint, alarm }) => (
          <div key={name} class={alarm ? 'tile alarm' : 'tile'}>
            <dt>{name}</dt>
            <dd>
              <span class="tile-value">{value ?? '–'}</span>
              <span class="hint">{hint ?? ' '}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p class="hint">{problem ? operator.paused : operator.live}</p>
    </section>
  )
}

interface Tile {
  readonly name: string
  readonly value: ComponentChildren
  readonly hint?: string | undefined
  readonly alarm?: boolean | undefined
}

/** The same tiles with and without numbers, so that nothing moves when they arrive. */
function tilesOf(data: OperatorOverview | undefined): readonly Tile[] {
  const memory = data?.workers.memoryBytes ?? []
  const workers = data && data.workers.idle + data.workers.busy + data.workers.starting
  return [
    { name: texts.images, value: data && formatNumber(data.images24h) },
    { name: texts.credits, value: data && formatNumber(data.credits24h) },
    {
      name: texts.queue,
      value: data && formatNumber(data.queue.waiting),
      hint: data && texts.queueOf(data.queue.size),
      alarm: data && data.queue.waiting >= data.queue.size,
    },
    {
      name: texts.workers,
      value: workers,
      hint: data && texts.workersText(data.workers.idle, data.workers.busy, data.workers.starting),
      alarm: workers === 0,
    },
    {
      name: texts.memory,
      value: data && formatBytes(memory.reduce((sum, bytes) => sum + bytes, 0)),
      hint: memory.map(formatBytes).join(', '),
    },
    {
      name: texts.errors,
      value: data && formatNumber(data.errorsSinceStart),
      hint: texts.errorsHint,
      alarm: data && data.errorsSinceStart > 0,
    },
    {
      name: texts.storage,
      value: data && formatNumber(data.storage.results),
      hint: data && formatBytes(data.storage.bytes),
    },
    {
      name: texts.oldest,
      value: data && (data.oldestResultAt === null ? texts.none : formatSpan(Date.now() - data.oldestResultAt)),
    },
    { name: texts.accounts, value: data && formatNumber(data.accounts) },
    { name: texts.keys, value: data && formatNumber(data.keys) },
    { name: texts.uptime, value: data && formatSpan(data.uptimeMs) },
    { name: texts.version, value: data?.version },
  ]
}
