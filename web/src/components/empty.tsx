/** Shown where there is nothing yet: why, and what to do about it. */
import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.js'

interface EmptyProps {
  readonly icon: IconName
  readonly title?: string
  readonly text: string
  readonly children?: ComponentChildren
}

export function Empty({ icon, title, text, children }: EmptyProps) {
  return (
    <div class="empty">
      <Icon name={icon} />
      {title && <p class="empty-title">{title}</p>}
      <p>{text}</p>
      {children && <div class="buttons">{children}</div>}
    </div>
  )
}
