/** One calm card in the middle of the page. */
import type { ComponentChildren } from 'preact'
import { useTitle } from '../../components/page.js'

interface CardProps {
  readonly title: string
  readonly lead?: string
  readonly foot?: ComponentChildren
  readonly children: ComponentChildren
}

export function Card({ title, lead, foot, children }: CardProps) {
  const heading = useTitle(title)
  return (
    <div class="entrance">
      <div class="card entrance-card">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p class="lead">{lead}</p>}
        {children}
        {foot && <p class="entrance-foot">{foot}</p>}
      </div>
    </div>
  )
}
