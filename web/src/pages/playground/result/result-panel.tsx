/** The result: the picture in the view of its operation, its facts, and the call that made it. */
import { result as texts } from '#texts/playground'
import type { Catalog } from '../../../api/types.js'
import { CodeTabs } from '../../../components/code-tabs.js'
import { CutoutResult } from '../editor/cutout-result.js'
import type { Stroke } from '../editor/edit.js'
import { IdPhotoView } from '../id-photo/id-photo-view.js'
import { fieldsInCode, isBeyondCall } from '../remove/remove-fields.js'
import type { RunResult } from '../run/use-run.js'
import { PaintingView } from '../style/painting-view.js'
import { ResultFacts } from './result-facts.js'
import { type Edited, saveResult } from './save-result.js'

export interface Editing extends Edited {
  readonly onStrokes: (strokes: readonly Stroke[]) => void
}

interface ResultPanelProps {
  readonly result: RunResult
  readonly catalog: Catalog
  readonly editing: Editing
}

export function ResultPanel({ result, catalog, editing }: ResultPanelProps) {
  switch (result.operation) {
    case 'remove':
      return <CutoutResult key={result.objectUrl} result={result} {...editing} />
    case 'id-photo':
      return (
        <>
          <IdPhotoView result={result} catalog={catalog} />
          <AsServed result={result} editing={editing} />
        </>
      )
    case 'portrait-style':
      return (
        <>
          <PaintingView result={result} />
          <AsServed result={result} editing={editing} />
        </>
      )
  }
}

/** The server's own file. */
function AsServed({ result, editing }: Omit<ResultPanelProps, 'catalog'>) {
  const { blob, size } = result
  return (
    <ResultFacts
      result={result}
      size={size}
      type={blob.type}
      bytes={blob.size}
      onSave={() => saveResult(result, editing)}
    />
  )
}

export function ResultCode({ result, editing: { edit, strokes } }: Omit<ResultPanelProps, 'catalog'>) {
  const isCutout = result.operation === 'remove'
  return (
    <section class="card stack tight" aria-labelledby="code">
      <div>
        <h2 id="code">{texts.code}</h2>
        <p class="hint">
          {texts.codeHint} {isCutout && isBeyondCall(edit, strokes) && texts.beyondCall}
        </p>
      </div>
      <CodeTabs
        call={{
          origin: window.location.origin,
          operation: result.operation,
          fileName: result.photo.name,
          fields: isCutout ? fieldsInCode(result.fields, edit) : result.fields,
        }}
      />
    </section>
  )
}
