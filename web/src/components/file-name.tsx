/** A name in one line. Where room is short its middle goes: the number and the ending tell files apart. */
import './file-name.css'

/** As many letters of the end always stay; names of twice as many fit anywhere. */
const END = 12

export function FileName({ name, title = name }: { name: string; title?: string }) {
  const letters = [...name]
  if (letters.length <= 2 * END) return <span title={title}>{name}</span>
  return (
    <span class="file-name" title={title}>
      <span>{letters.slice(0, -END).join('')}</span>
      <span>{letters.slice(-END).join('')}</span>
    </span>
  )
}
