/** The result: the picture as its operation shows it, its facts, its URL, and the call that made it. */
import { playground, run, result as texts } from '#texts/playground'
import type { Catalog } from '../../api/types.js'
import type { Operation } from '../../code-samples.js'
import { CodeTabs } from '../../components/code-tabs.js'
import { CopyButton } from '../../components/copy-button.js'
import { Icon } from '../../components/icon.js'
import { formatBytes } from '../../format/numbers.js'
import { formatSpan } from '../../format/times.js'
import { CutoutView } from './cutout-view.js'
import { IdPhotoView } from './id-photo-view.js'
import { PaintingView } from './painting-view.js'
import type { RunResult } from './use-run.js'

export function ResultPicture({ result, catalog }: { result: RunResult; catalog: Catalog }) {
  switch (result.operation) {
    case 'remove':
      return <CutoutView result={result} />
    case 'id-photo':
      return <IdPhotoView result={result} catalog={catalog} />
    case 'portrait-style':
      return <PaintingView result={result} />
  }
}

export function ResultFacts({ result }: { result: RunResult }) {
  const kind = result.blob.type.replace('image/', '').toUpperCase()
  return (
    <div class="result-line">
      <a class="button primary" href={result.objectUrl} download={fileNameOf(result)}>
        <Icon name="download" />
        {texts.download}
      </a>
      <p class="muted">
        {result.size && `${result.size.width} × ${result.size.height} px · `}
        {kind} · {formatBytes(result.blob.size)} · <span role="status">{run.done(seconds(result.elapsedMs))}</span>
      </p>
      <div class="address">
        <code>{result.url}</code>
        <CopyButton text={result.url} label={texts.copyAddress} small />
      </div>
    </div>
  )
}

export function ResultCode({ result }: { result: RunResult }) {
  return (
    <section class="card stack tight" aria-labelledby="code">
      <div>
        <h2 id="code">{texts.code}</h2>
        <p class="hint">{texts.codeHint}</p>
      </div>
      <CodeTabs
        call={{
          origin: window.location.origin,
          operation: result.operation,
          fileName: result.photo.name,
          fields: result.fields,
        }}
      />
    </section>
  )
}

const seconds = (ms: number): string => (ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : formatSpan(ms))

const suffixes: Readonly<Record<Operation, string>> = {
  remove: 'cutout',
  'id-photo': 'id-photo',
  'portrait-style': 'painted',
}

/** `holiday.jpeg` → `holiday-cutout.png`, `holiday-id-photo-4x6.jpg` */
function fileNameOf({ operation, photo, blob, fields }: RunResult): string {
  const stem = photo.name.replace(/\.[^.]*$/, '') || playground.title
  const kind = [suffixes[operation], fields.sheet, fields.preview && 'preview'].filter(Boolean).join('-')
  return `${stem}-${kind}.${blob.type === 'image/png' ? 'png' : 'jpg'}`
}
