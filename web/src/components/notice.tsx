/** A message set apart from the text. Screen readers announce problems at once. */
import type { ComponentChildren } from 'preact'
import { common } from '#texts/common'
import type { Problem } from '../api/problem.js'

interface NoticeProps {
  readonly kind: 'info' | 'success' | 'warning' | 'danger'
  readonly title?: ComponentChildren
  readonly actions?: ComponentChildren
  readonly children?: ComponentChildren
}

export function Notice({ kind, title, actions, children }: NoticeProps) {
  return (
    <div class={`notice ${kind}`} role={kind === 'danger' ? 'alert' : 'status'}>
      {title && <p class="notice-title">{title}</p>}
      {children && <div class="notice-text">{children}</div>}
      {actions && <div class="notice-actions">{actions}</div>}
    </div>
  )
}

export function ProblemNotice({ problem, onRetry }: { problem: Problem; onRetry?: (() => void) | undefined }) {
  const retry = onRetry && (
    <button type="button" class="button small" onClick={onRetry}>
      {common.retry}
    </button>
  )
  return (
    <Notice kind="danger" actions={retry}>
      {problem.message}
    </Notice>
  )
}
