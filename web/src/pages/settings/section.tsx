/** One section of the settings. */
import type { ComponentChildren } from 'preact'

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly text?: string
  readonly danger?: boolean
  readonly children: ComponentChildren
}

export function Section({ id, title, text, danger = false, children }: SectionProps) {
  return (
    <section class={danger ? 'card danger-zone' : 'card'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p class="muted">{text}</p>}
      {children}
    </section>
  )
}
