/** How everything is doing, refreshed every few seconds while the page is visible. */
import { useEffect } from 'preact/hooks'
import { operator } from '#texts/operator'
import { operatorOverview } from '../../api/operator.js'
import { loadSession } from '../../api/web.js'
import { Notice, ProblemNotice } from '../../components/notice.js'
import { useData } from '../../hooks/use-data.js'
import { useRefresh } from '../../hooks/use-refresh.js'
import { Machines } from './machines.js'
import { Tiles } from './tiles.js'

const REFRESH_MS = 4000

export function Overview() {
  const { data, problem, reload } = useData(operatorOverview)
  useRefresh(reload, REFRESH_MS)
  // 404: no longer an operator, or signed out. Reloading the session tells which.
  useEffect(() => {
    if (problem?.status === 404) void loadSession()
  }, [problem])
  return (
    <>
      <section aria-label={operator.lead}>
        {problem && <ProblemNotice problem={problem} onRetry={reload} />}
        {data?.localLinks && <Notice kind="warning">{operator.localLinks(data.localLinks)}</Notice>}
        <Tiles data={data} />
        <p class="hint">{problem ? operator.paused : operator.live}</p>
      </section>
      {data?.shared.engine && <Machines members={data.members} version={data.server.version} />}
    </>
  )
}
