/** A page whose code is fetched when it is first shown. */
import { type ComponentType, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { common } from '#texts/common'
import { Notice } from './notice.js'
import { Skeleton } from './skeleton.js'

export function lazy(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined
  return function Lazy() {
    const [component, setComponent] = useState(() => loaded)
    const [failed, setFailed] = useState(false)
    useEffect(() => {
      if (component) return
      load()
        .then((found) => {
          loaded = found
          setComponent(() => found)
        })
        .catch(() => setFailed(true))
    }, [component])
    if (component) return h(component, {})
    return <div class="page">{failed ? <LoadFailed /> : <Skeleton rows={3} tall />}</div>
  }
}

function LoadFailed() {
  return (
    <Notice
      kind="danger"
      title={common.somethingFailed}
      actions={
        <button type="button" class="button small" onClick={() => window.location.reload()}>
          {common.reload}
        </button>
      }
    >
      {common.pageFailed}
    </Notice>
  )
}
