/** A page with its title, which takes the focus after navigation so that screen readers start there. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { shell } from '#texts/shell'
import { hasNavigated } from '../router.js'

interface PageProps {
  readonly title: string
  readonly lead?: ComponentChildren
  /** To the right of the title. */
  readonly actions?: ComponentChildren
  readonly narrow?: boolean
  readonly children: ComponentChildren
}

export function Page({ title, lead, actions, narrow = false, children }: PageProps) {
  const heading = useTitle(title)
  return (
    <div class={narrow ? 'page narrow' : 'page'}>
      <header class="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p class="lead">{lead}</p>}
        </div>
        {actions && <div class="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export function useTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = shell.titleOf(title)
    if (hasNavigated()) heading.current?.focus({ preventScroll: true })
  }, [title])
  return heading
}
