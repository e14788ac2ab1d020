/** Behind the link that the server's own console prints: signs in at once, and leads to a photo to try. */
import { useEffect, useState } from 'preact/hooks'
import { entrance } from '#texts/entrance'
import { type Problem, toProblem } from '../../api/problem.js'
import { signInByLink } from '../../api/web.js'
import { CodeBlock } from '../../components/code-block.js'
import { Notice } from '../../components/notice.js'
import { FIRST_STEPS } from '../../paths.js'
import { navigate } from '../../router.js'
import { Card } from './card.js'
import { takeToken } from './link-token.js'

export function SignInLink() {
  const [token] = useState(takeToken)
  const [problem, setProblem] = useState<Problem>()
  useEffect(() => {
    if (!token) return
    signInByLink(token).then(
      () => navigate(FIRST_STEPS, { replace: true }),
      (error: unknown) => setProblem(toProblem(error)),
    )
  }, [token])
  if (token && !problem) {
    return (
      <Card title={entrance.signInTitle}>
        <p role="status">
          <span class="spinner" aria-hidden="true" /> {entrance.signingIn}
        </p>
      </Card>
    )
  }
  return (
    <Card title={entrance.signInTitle} foot={<a href="/sign-in">{entrance.withPassword}</a>}>
      <Notice kind={problem ? 'danger' : 'info'}>{problem ? problem.message : entrance.noSignInLink}</Notice>
      <p class="hint">{entrance.newLink}</p>
      <CodeBlock label={entrance.newLink} code="bin/silhouette link" />
    </Card>
  )
}
