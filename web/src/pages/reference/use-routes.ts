/**
 * The routes: first as built, so that the page shows at once, then from this server's own document, which contains its
 * settings.
 */

import builtRoutes from 'virtual:api-routes'
import { useEffect, useState } from 'preact/hooks'
import { values } from '#texts/reference'
import { type DocumentOperation, type Route, readDocument } from '../../reference/read-document.js'
import type { ApiDocument } from '../../reference/schemas.js'

let known: readonly Route[] = builtRoutes
let asked: Promise<readonly Route[]> | undefined

export function useRoutes(): readonly Route[] {
  const [routes, setRoutes] = useState(known)
  useEffect(() => {
    asked ??= load()
    let isShown = true
    void asked.then((found) => {
      known = found
      if (isShown) setRoutes(found)
    })
    return () => {
      isShown = false
    }
  }, [])
  return routes
}

async function load(): Promise<readonly Route[]> {
  try {
    const reply = await fetch('/v1/openapi.json')
    return readDocument((await reply.json()) as ApiDocument<DocumentOperation>, values)
  } catch {
    return builtRoutes // as built, only the limits may differ
  }
}
