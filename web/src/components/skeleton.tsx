/** Grey bars the size of the content to come, so that nothing jumps when it arrives. */
import { common } from '#texts/common'

export function Skeleton({ rows = 1, tall = false }: { rows?: number; tall?: boolean }) {
  return (
    <div class="skeletons" role="status" aria-label={common.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} class={tall ? 'skeleton tall' : 'skeleton'} />
      ))}
    </div>
  )
}
