/** Many copies on one sheet of paper, tagged with its density so that it prints at the right size. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { idPhoto } from '#texts/playground'
import {
  CUT_LINE,
  cutLines,
  layOutSheet,
  printSize,
  SHEET_DPI,
  SHEETS,
  type SheetName,
} from '../../../../src/imaging/id-photo/sheet-layout.js'
import type { Spec } from '../../api/types.js'
import { choicesOf, Segmented } from '../../components/segmented.js'
import { withJpegDensity, withPngDensity } from './density.js'
import { saveBlob } from './save-blob.js'

const texts = idPhoto.sheet
const JPEG_QUALITY = 0.95

export function PrintSheet({ photo, spec }: { photo: string; spec: Spec }) {
  const [paper, setPaper] = useState<SheetName>('4x6')
  const canvas = useRef<HTMLCanvasElement>(null)
  const sheet = SHEETS[paper]
  const copies = layOutSheet(sheet, printSize(spec)).places.length

  useEffect(() => {
    let isStale = false
    const image = new Image()
    image.src = photo
    void image.decode().then(() => {
      if (!isStale && canvas.current) draw(canvas.current, image, spec, paper)
    })
    return () => {
      isStale = true
    }
  }, [photo, spec, paper])

  const save = async (type: 'jpeg' | 'png'): Promise<void> => {
    if (!canvas.current) return
    const drawn = await toBytes(canvas.current, `image/${type}`)
    const tagged = type === 'jpeg' ? withJpegDensity(drawn, SHEET_DPI) : withPngDensity(drawn, SHEET_DPI)
    saveBlob(new Blob([tagged], { type: `image/${type}` }), `${spec.id}-${paper}.${type === 'jpeg' ? 'jpg' : 'png'}`)
  }

  return (
    <section class="print-sheet" aria-labelledby="print-sheet">
      <canvas
        ref={canvas}
        class="sheet"
        width={sheet.width}
        height={sheet.height}
        role="img"
        aria-label={texts.alt(copies)}
      />
      <div class="stack tight">
        <div>
          <h3 id="print-sheet">{texts.title}</h3>
          <p class="hint">{texts.text}</p>
        </div>
        <Segmented legend={texts.paper} choices={choicesOf(texts.papers)} value={paper} onChange={setPaper} />
        <p class="muted">{copies === 0 ? texts.none : texts.count(copies)}</p>
        <div class="buttons">
          <button type="button" class="button small" disabled={copies === 0} onClick={() => void save('jpeg')}>
            {texts.jpg}
          </button>
          <button type="button" class="button small" disabled={copies === 0} onClick={() => void save('png')}>
            {texts.png}
          </button>
        </div>
      </div>
    </section>
  )
}

function draw(canvas: HTMLCanvasElement, photo: HTMLImageElement, spec: Spec, paper: SheetName): void {
  const sheet = SHEETS[paper]
  const size = printSize(spec)
  const layout = layOutSheet(sheet, size)
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, sheet.width, sheet.height)
  context.strokeStyle = CUT_LINE.colour
  context.lineWidth = CUT_LINE.width
  const { x, y } = cutLines(size, layout)
  context.beginPath()
  for (const at of x) {
    context.moveTo(at, 0)
    context.lineTo(at, sheet.height)
  }
  for (const at of y) {
    context.moveTo(0, at)
    context.lineTo(sheet.width, at)
  }
  context.stroke()
  for (const { left, top } of layout.places) {
    context.save()
    context.translate(left, top)
    if (layout.turned) {
      context.translate(size.height, 0)
      context.rotate(Math.PI / 2)
    }
    context.drawImage(photo, 0, 0, size.width, size.height)
    context.restore()
  }
}

async function toBytes(canvas: HTMLCanvasElement, type: string): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY))
  if (!blob) throw new Error('The browser could not encode the sheet')
  return new Uint8Array(await blob.arrayBuffer())
}
