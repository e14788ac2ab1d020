/** At the foot of every page: the version, where to read on, and the operator's own pages, where there are any. */
import { product } from '#texts/common'
import { shell } from '#texts/shell'
import type { SessionState } from '../api/types.js'

const LEGAL = ['terms', 'privacy', 'imprint'] as const

export function Foot({ legal }: Pick<SessionState, 'legal'>) {
  const given = LEGAL.flatMap((page) => (legal[page] ? [{ page, href: legal[page] }] : []))
  return (
    <footer class="foot">
      <span>
        {product.name} {__VERSION__}
      </span>
      <nav aria-label={shell.foot}>
        <a href="/guide">{shell.guide}</a>
        <a href="/docs">{shell.reference}</a>
        {given.map(({ page, href }) => (
          <a key={page} href={href}>
            {shell.legal[page]}
          </a>
        ))}
      </nav>
    </footer>
  )
}
