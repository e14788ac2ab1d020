/** Addresses of the page: the History API, links caught on their way, and nothing else. */
import { isOurs } from './paths.js'
import { createStore } from './state/store.js'

export interface Place {
  readonly path: string
  readonly query: URLSearchParams
}

const here = (): Place => ({ path: window.location.pathname, query: new URLSearchParams(window.location.search) })

export const place = createStore<Place>(here())

let moved = false
/** Whether somebody has moved within the page: then its title takes the focus, as after a real page change. */
export const hasMoved = (): boolean => moved

export function navigate(to: string, { replace = false } = {}): void {
  const target = new URL(to, window.location.href)
  const same = target.pathname === window.location.pathname
  if (replace) history.replaceState(null, '', target)
  else history.pushState(null, '', target)
  moved = true
  place.set(here())
  if (!same) window.scrollTo(0, 0)
}

/** Changes what stands after the `?`, without a new entry in the history. */
export function rewriteQuery(query: URLSearchParams): void {
  const text = query.toString()
  history.replaceState(null, '', text === '' ? window.location.pathname : `?${text}`)
  place.set(here())
}

export function followLinks(): void {
  window.addEventListener('popstate', () => {
    moved = true
    place.set(here())
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
