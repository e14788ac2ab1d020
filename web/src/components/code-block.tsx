/** Code to read and copy. Focusable, so that the keyboard can scroll it. */
import { common } from '#texts/common'
import { CopyButton } from './copy-button.js'

export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <figure class="code" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} label={common.copyNamed(label)} small />
    </figure>
  )
}
