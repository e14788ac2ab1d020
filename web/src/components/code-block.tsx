/** Code to read and to copy. It scrolls by itself, so it can be reached by keyboard. */
import { common } from '#texts/common'
import { CopyButton } from './copy-button.js'

export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <figure class="code" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} label={common.copyNamed(label)} small />
    </figure>
  )
}
