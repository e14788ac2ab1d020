/** Under a result: the button that saves it, its size, and its address. */
import { time } from '#texts/common'
import { run, result as texts } from '#texts/playground'
import { CopyButton } from '../../../components/copy-button.js'
import { formatBytes, formatDecimal } from '../../../format/numbers.js'
import { formatSpan } from '../../../format/times.js'
import type { RunResult } from '../run/use-run.js'
import { SaveButton } from './save-button.js'
import './result.css'

interface ResultFactsProps {
  readonly result: RunResult
  readonly size: RunResult['size']
  readonly type: string
  /** Undefined if the file is made only when it is saved. */
  readonly bytes: number | undefined
  readonly onSave: () => Promise<void>
  readonly hint?: string | undefined
}

export function ResultFacts({ result, size, type, bytes, onSave, hint }: ResultFactsProps) {
  const facts = [
    size && `${size.width} × ${size.height} px`,
    type.replace(/^(image|application)\//, '').toUpperCase(),
    bytes !== undefined && formatBytes(bytes),
  ].filter(Boolean)
  return (
    <div class="result-line">
      <SaveButton label={texts.download} onSave={onSave} />
      <p class="muted">
        {facts.join(' · ')} · <span role="status">{run.done(seconds(result.elapsedMs))}</span>
      </p>
      <div class="address">
        <code>{result.url}</code>
        <CopyButton text={result.url} label={texts.copyAddress} small />
      </div>
      {hint && <p class="hint wide">{hint}</p>}
    </div>
  )
}

const seconds = (ms: number): string => (ms < 10_000 ? `${formatDecimal(ms / 1000)} ${time.second}` : formatSpan(ms))
