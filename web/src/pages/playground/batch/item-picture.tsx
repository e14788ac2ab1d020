/** The photo of an item, then its result, drawn with the chosen edit where the server has cut out only. */
import { useState } from 'preact/hooks'
import { batch as texts } from '#texts/batch'
import { Icon } from '../../../components/icon.js'
import { Bitmap } from '../editor/bitmap.js'
import type { Edit } from '../editor/edit.js'
import { useDrawing } from '../editor/use-drawing.js'
import { type BatchCall, type BatchItem, nameOf } from './batch.js'
import { filesOf } from './item-files.js'
import { isDrawnHere } from './result-file.js'

interface ItemPictureProps {
  readonly item: BatchItem
  readonly call: BatchCall | undefined
  readonly edit: Edit
}

export function ItemPicture({ item, call, edit }: ItemPictureProps) {
  const files = filesOf(item.id)
  const name = nameOf(item)
  if (!files) return <Icon name="image" />
  const { photo, photoUrl, result, resultUrl } = files
  if ((item.stage !== 'done' && !item.detail) || !result) return <Plain url={photoUrl} alt={texts.photoAlt(name)} />
  if (!call || !isDrawnHere(call)) return <Plain url={resultUrl ?? ''} alt={texts.resultAlt(name)} />
  return <Edited id={resultUrl ?? item.id} photo={photo} cutout={result} edit={edit} alt={texts.resultAlt(name)} />
}

/** The browser may be unable to show what the server can read. */
function Plain({ url, alt }: { url: string; alt: string }) {
  const [broken, setBroken] = useState(false)
  if (broken) return <Icon name="image" />
  return <img src={url} alt={alt} loading="lazy" onError={() => setBroken(true)} />
}

const SIDE = 360

interface EditedProps {
  readonly id: string
  readonly photo: Blob
  readonly cutout: Blob
  readonly edit: Edit
  readonly alt: string
}

const noStrokes: readonly [] = []

function Edited({ id, photo, cutout, edit, alt }: EditedProps) {
  const { drawing } = useDrawing({ name: id, photo, cutout, edit, strokes: noStrokes, compare: false, maxSide: SIDE })
  return drawing ? <Bitmap picture={drawing.after} alt={alt} look="checker" /> : null
}
