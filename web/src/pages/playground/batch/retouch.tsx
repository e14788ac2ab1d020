/** One photo of a batch under the brush. */
import { useState } from 'preact/hooks'
import { batch as texts } from '#texts/batch'
import { editor as editorTexts } from '#texts/editor'
import { Notice, ProblemNotice } from '../../../components/notice.js'
import { Skeleton } from '../../../components/skeleton.js'
import { useData } from '../../../hooks/use-data.js'
import { BrushView } from '../editor/brush-view.js'
import { SCREEN_SIDE } from '../editor/cutout-result.js'
import { defaultEdit, type Stroke } from '../editor/edit.js'
import { useBrush } from '../editor/use-brush.js'
import { useDrawing } from '../editor/use-drawing.js'
import { SaveButton } from '../result/save-button.js'
import { type BatchCall, type BatchItem, nameOf } from './batch.js'
import { filesOf } from './item-files.js'
import { cutoutOf, keepRetouched } from './retouch-cutout.js'

interface RetouchProps {
  readonly item: BatchItem
  readonly call: BatchCall
  readonly onClose: () => void
}

export function Retouch({ item, call, onClose }: RetouchProps) {
  const { data: cutout, problem, reload } = useData(() => cutoutOf(call, item))
  const photo = filesOf(item.id)?.photo
  return (
    <div class="stack tight">
      <div class="stage-head">
        <h2>{texts.retouching(nameOf(item))}</h2>
        <button type="button" class="button small" onClick={onClose}>
          {texts.leave}
        </button>
      </div>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {photo && cutout ? (
        <Brush
          photo={photo}
          cutout={cutout}
          onDone={async (strokes) => {
            if (strokes.length > 0) await keepRetouched(call, item, cutout, strokes)
            onClose()
          }}
        />
      ) : (
        !problem && <Skeleton rows={4} tall />
      )}
    </div>
  )
}

interface BrushProps {
  readonly photo: Blob
  readonly cutout: Blob
  readonly onDone: (strokes: readonly Stroke[]) => Promise<void>
}

function Brush({ photo, cutout, onDone }: BrushProps) {
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const [name] = useState(() => crypto.randomUUID())
  const brush = useBrush(strokes, setStrokes)
  const { drawing, failed } = useDrawing({
    name,
    photo,
    cutout,
    edit: defaultEdit,
    strokes: brush.strokes,
    compare: true,
    maxSide: SCREEN_SIDE,
  })
  return (
    <>
      {failed && <Notice kind="danger">{editorTexts.failed}</Notice>}
      {drawing && <BrushView drawing={drawing} inUse={brush} />}
      <div class="buttons">
        <SaveButton label={texts.retouched} icon="check" onSave={() => onDone(strokes)} />
      </div>
    </>
  )
}
