/** Why a run failed, in the API's own words, and what to do about it. */
import { advice, run } from '#texts/playground'
import type { Problem } from '../../../api/problem.js'
import { Notice } from '../../../components/notice.js'
import { adviceFor } from './advice.js'

export function Failure({ problem }: { problem: Problem }) {
  const { status, code, message, retryAfterSeconds, requestId } = problem
  return (
    <Notice
      kind="danger"
      title={
        <>
          {run.failed} {status > 0 && <code class="error-code">{`${status} ${code}`}</code>}
        </>
      }
    >
      <p class="error-message">{message}</p>
      <p>
        {adviceFor(problem)} {retryAfterSeconds !== undefined && advice.wait(retryAfterSeconds)} {advice.nothingCharged}
      </p>
      {status >= 500 && requestId && <p class="muted">{advice.requestId(requestId)}</p>}
    </Notice>
  )
}
