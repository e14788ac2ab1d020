/** The API reference and its navigation. Works without an account. */
import { useEffect } from 'preact/hooks'
import { route as currentRoute } from '../../router.js'
import { useStore } from '../../state/store.js'
import { NotFound } from '../not-found.js'
import { Introduction } from './introduction.js'
import { Navigation } from './navigation.js'
import { RoutePage } from './route-page.js'
import { useRoutes } from './use-routes.js'
import './reference.css'

export function Reference() {
  const routes = useRoutes()
  const { path } = useStore(currentRoute)
  const id = path.replace(/^\/docs\/?/, '').replace(/\/$/, '')
  const shown = routes.find((route) => route.id === id)
  useAnchor(id)
  return (
    <div class="reference-layout">
      <Navigation routes={routes} current={id} />
      {id === '' && <Introduction routes={routes} />}
      {shown && <RoutePage key={id} route={shown} />}
      {id !== '' && !shown && <NotFound />}
    </div>
  )
}

/** The browser looks for the anchor before the page is drawn, so it has to be followed again. */
function useAnchor(id: string): void {
  const { hash } = window.location
  useEffect(() => {
    if (hash !== '') window.location.replace(hash)
  }, [id, hash])
}
