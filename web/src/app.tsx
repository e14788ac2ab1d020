/** Which page is shown at which address, and to whom. */
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { lazy } from './components/lazy.js'
import { ProblemNotice } from './components/notice.js'
import { Shell } from './components/shell.js'
import { useData } from './hooks/use-data.js'
import { ConfirmEmail } from './pages/entrance/confirm-email.js'
import { ConfirmSignUp } from './pages/entrance/confirm-sign-up.js'
import { ForgottenPassword } from './pages/entrance/forgotten-password.js'
import { ResetPassword } from './pages/entrance/reset-password.js'
import { SignIn } from './pages/entrance/sign-in.js'
import { SignInLink } from './pages/entrance/sign-in-link.js'
import { SignUp } from './pages/entrance/sign-up.js'
import { Keys } from './pages/keys/index.js'
import { NotFound } from './pages/not-found.js'
import { Overview } from './pages/overview.js'
import { Results } from './pages/results/index.js'
import { Settings } from './pages/settings/index.js'
import { UsagePage } from './pages/usage/index.js'
import { Welcome } from './pages/welcome.js'
import { FIRST_STEPS, needsAccount, type PageName, pageAt, safeNext } from './paths.js'
import { navigate, route } from './router.js'
import { session } from './state/session.js'
import { useStore } from './state/store.js'

const Playground = lazy(async () => (await import('./pages/playground/index.js')).Playground)
const Guide = lazy(async () => (await import('./pages/guide/index.js')).Guide)
const Reference = lazy(async () => (await import('./pages/reference/index.js')).Reference)
const Requests = lazy(async () => (await import('./pages/requests/index.js')).Requests)
const Jobs = lazy(async () => (await import('./pages/jobs/index.js')).Jobs)
const Webhooks = lazy(async () => (await import('./pages/webhooks/index.js')).Webhooks)
const Operator = lazy(async () => (await import('./pages/operator/index.js')).Operator)

const pages: Readonly<Record<PageName, ComponentType>> = {
  home: Overview,
  'sign-in': SignIn,
  'sign-up': SignUp,
  'sign-in-link': SignInLink,
  'reset-password': ResetPassword,
  'forgotten-password': ForgottenPassword,
  'confirm-email': ConfirmEmail,
  'confirm-sign-up': ConfirmSignUp,
  keys: Keys,
  jobs: Jobs,
  webhooks: Webhooks,
  usage: UsagePage,
  requests: Requests,
  results: Results,
  playground: Playground,
  settings: Settings,
  operator: Operator,
  guide: Guide,
  reference: Reference,
  'not-found': NotFound,
}

export function App({ first }: { first: Promise<unknown> }) {
  const { problem } = useData(() => first)
  const account = useStore(session)?.account
  const { path, query } = useStore(route)
  const page = pageAt(path)
  const redirect = redirectFrom(page, path, query, account === undefined ? undefined : account !== null)

  useEffect(() => {
    if (redirect) navigate(redirect, { replace: true })
  }, [redirect])

  return <Shell page={page}>{problem && !account ? <Failed problem={problem} /> : content()}</Shell>

  function content() {
    if (account === undefined || redirect) return null
    if (page === 'home' && !account) return <Welcome />
    if (page === 'operator' && !account?.operator) return <NotFound />
    const Content = pages[page]
    return <Content />
  }
}

function Failed({ problem }: { problem: Parameters<typeof ProblemNotice>[0]['problem'] }) {
  return (
    <div class="page narrow">
      <ProblemNotice problem={problem} onRetry={() => window.location.reload()} />
    </div>
  )
}

/** Members' pages send visitors to sign in and back; the sign-in and sign-up pages send members on. */
function redirectFrom(
  page: PageName,
  path: string,
  query: URLSearchParams,
  signedIn: boolean | undefined,
): string | undefined {
  if (signedIn === undefined) return undefined
  if (!signedIn && needsAccount(page)) {
    const search = query.size > 0 ? `?${query}` : ''
    return `/sign-in?next=${encodeURIComponent(path + search)}`
  }
  if (signedIn && page === 'sign-up' && !query.has('next')) return FIRST_STEPS
  if (signedIn && (page === 'sign-in' || page === 'sign-up')) return safeNext(query.get('next'))
  return undefined
}
