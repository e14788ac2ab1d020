/** The edited cut-out over its photo; what is shown is what is saved. */
import { useMemo, useState } from 'preact/hooks'
import { brush as brushTexts, editor as texts } from '#texts/editor'
import { photo as photoTexts, result as resultTexts } from '#texts/playground'
import { Compare } from '../../../components/compare.js'
import { Notice } from '../../../components/notice.js'
import { ResultFacts } from '../result/result-facts.js'
import { saveResult } from '../result/save-result.js'
import type { RunResult } from '../run/use-run.js'
import { Bitmap } from './bitmap.js'
import { BrushView } from './brush-view.js'
import { drawJobOf, hasBrush, isAsServed, strokesOn } from './cutout-file.js'
import { type Edit, inBrush, MIME_TYPES, type Stroke } from './edit.js'
import { useBrush } from './use-brush.js'
import { useDrawing } from './use-drawing.js'

/** On the screen; the file has the cut-out's own size. */
export const SCREEN_SIDE = 1600

interface CutoutResultProps {
  readonly result: RunResult
  readonly edit: Edit
  readonly strokes: readonly Stroke[]
  readonly onStrokes: (strokes: readonly Stroke[]) => void
}

export function CutoutResult({ result, edit, strokes: drawn, onStrokes }: CutoutResultProps) {
  const strokes = strokesOn(result, drawn)
  const [brushing, setBrushing] = useState(false)
  const brush = useBrush(strokes, onStrokes)
  const { photo, blob } = result
  const shown = useMemo(() => (brushing ? inBrush(edit) : edit), [brushing, edit])
  const { drawing, failed } = useDrawing(drawJobOf(result, shown, brush.strokes, SCREEN_SIDE))
  const untouched = isAsServed(result, edit, strokes)
  const size = drawing?.size ?? result.size ?? photo.size
  return (
    <>
      {failed && <Notice kind="danger">{texts.failed}</Notice>}
      {drawing && brushing ? (
        <BrushView drawing={drawing} inUse={brush} />
      ) : drawing?.before && size ? (
        <div class="stage-fit">
          <Compare
            before={<Bitmap picture={drawing.before} alt={photoTexts.alt(photo.name)} />}
            after={<Bitmap picture={drawing.after} alt={resultTexts.alt} />}
            label={texts.slider}
            beforeLabel={texts.before}
            afterLabel={texts.after}
            {...size}
          />
        </div>
      ) : (
        size && (
          <div
            class="stage-fit drawing-room"
            style={{ '--width': String(size.width), '--height': String(size.height) }}
          >
            {drawing && <Bitmap picture={drawing.after} alt={resultTexts.alt} look="checker" />}
          </div>
        )
      )}
      {hasBrush(result) && (
        <div class="buttons">
          <button type="button" class="button" aria-pressed={brushing} onClick={() => setBrushing(!brushing)}>
            {brushing ? brushTexts.done : brushTexts.start}
          </button>
        </div>
      )}
      <ResultFacts
        result={result}
        size={size}
        type={untouched ? blob.type : MIME_TYPES[edit.format]}
        bytes={untouched ? blob.size : undefined}
        onSave={() => saveResult(result, { edit, strokes })}
        hint={untouched ? undefined : texts.addressHint}
      />
    </>
  )
}
