/** The name of a key in a list, with the beginning of the key. */
export function KeyName({ name, prefix, none }: { name: string | null; prefix: string | null; none: string }) {
  if (!name) return <span class="muted">{none}</span>
  return (
    <span>
      {name} <code class="muted">{prefix}…</code>
    </span>
  )
}
