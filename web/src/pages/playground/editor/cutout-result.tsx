/** The edited cut-out over its photo; what is shown is what is saved. */
import { useMemo, useState } from 'preact/hooks'
import { brush as brushTexts, editor as texts } from '#texts/editor'
import { photo as photoTexts, result as resultTexts } from '#texts/playground'
import { Compare } from '../../../components/compare.js'
import { Notice } from '../../../components/notice.js'
import { saveFile } from '../../../files/save-file.js'
import { fileNameOf } from '../file-names.js'
import { ResultFacts } from '../result-facts.js'
import type { RunResult } from '../use-run.js'
import { Bitmap } from './bitmap.js'
import { BrushView } from './brush-view.js'
import { makeFile } from './draw.js'
import { type Edit, isUntouched, MIME_TYPES, type Stroke } from './edit.js'
import type { DrawJob } from './job.js'
import { useBrush } from './use-brush.js'
import { useDrawing } from './use-drawing.js'

/** On the screen; the file has the cut-out's own size. */
const SCREEN_SIDE = 1600

interface CutoutResultProps {
  readonly result: RunResult
  readonly edit: Edit
  readonly strokes: readonly Stroke[]
  readonly onStrokes: (strokes: readonly Stroke[]) => void
}

const noStrokes: readonly Stroke[] = []

export function CutoutResult({ result, edit, strokes: drawn, onStrokes }: CutoutResultProps) {
  // On a preview, keeping the photo's pixels would take away the watermark.
  const isPaid = result.fields.size === 'full'
  const strokes = isPaid ? drawn : noStrokes
  const [brushing, setBrushing] = useState(false)
  const brush = useBrush(strokes, onStrokes)
  const { photo, blob } = result
  const job: DrawJob = {
    name: result.objectUrl,
    photo: photo.file,
    cutout: blob,
    edit,
    strokes,
    compare: true,
    maxSide: SCREEN_SIDE,
  }
  const shown = useMemo(() => (brushing ? { ...edit, crop: false } : edit), [brushing, edit])
  const { drawing, failed } = useDrawing({ ...job, edit: shown, strokes: brush.strokes })
  const untouched = isUntouched(edit, strokes, blob.type)
  const size = drawing?.size ?? result.size ?? photo.size
  const save = async (): Promise<void> => {
    const file = untouched ? blob : await makeFile({ ...job, maxSide: Number.POSITIVE_INFINITY })
    const named = { operation: result.operation, photoName: photo.name, fields: result.fields, type: file.type }
    saveFile(file, fileNameOf(named))
  }
  return (
    <>
      {failed && <Notice kind="danger">{texts.failed}</Notice>}
      {drawing && brushing ? (
        <BrushView drawing={drawing} inUse={brush} />
      ) : drawing && size ? (
        <div class="stage-fit">
          <Compare
            before={drawing.before ? <Bitmap picture={drawing.before} alt={photoTexts.alt(photo.name)} /> : null}
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
          />
        )
      )}
      {isPaid && (
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
        onSave={save}
        hint={untouched ? undefined : texts.addressHint}
      />
    </>
  )
}
