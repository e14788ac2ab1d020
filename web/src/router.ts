/** Client-side routing: the History API and intercepted link clicks, nothing else. */
import { isOurs } from './paths.js'
import { createStore } from './state/store.js'

export interface Route {
  readonly path: string
  readonly query: URLSearchParams
}

const currentRoute = (): Route => ({
  path: window.location.pathname,
  query: new URLSearchParams(window.location.search),
})

export const route = createStore<Route>(currentRoute())

let navigated = false
/** After navigation within the page the new title takes the focus, as it would after a full page load. */
export const hasNavigated = (): boolean => navigated

export function navigate(to: string, { replace = false } = {}): void {
  const target = new URL(to, window.location.href)
  const same = target.pathname === window.location.pathname
  if (replace) history.replaceState(null, '', target)
  else history.pushState(null, '', target)
  navigated = true
  route.set(currentRoute())
  if (!same) window.scrollTo(0, 0)
}

/** Replaces the query string without a new history entry. */
export function rewriteQuery(query: URLSearchParams): void {
  const text = query.toString()
  history.replaceState(null, '', text === '' ? window.location.pathname : `?${text}`)
  route.set(currentRoute())
}

export function interceptLinks(): void {
  window.addEventListener('popstate', () => {
    navigated = true
    route.set(currentRoute())
  })
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.defaultPrevented || !isPlainClick(event) || link.target || link.hasAttribute('download')) return
    const target = new URL(link.href)
    if (
      target.origin !== window.location.origin ||
      !isOurs(target.pathname) ||
      link.getAttribute('href')?.startsWith('#')
    )
      return
    event.preventDefault()
    navigate(target.href)
  })
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
