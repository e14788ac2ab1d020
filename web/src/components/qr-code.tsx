/** A QR code. The encoder is loaded when the first one is shown; its space is reserved until then. */
import { useEffect, useState } from 'preact/hooks'

interface QrCodeProps {
  readonly text: string
  /** For screen readers. */
  readonly label: string
}

/** In modules, on all sides. Cameras need a white border, whatever surrounds it. */
const QUIET_ZONE = 4

export function QrCode({ text, label }: QrCodeProps) {
  const [modules, setModules] = useState<readonly (readonly boolean[])[]>([])
  useEffect(() => {
    import('uqr').then(({ encode }) => setModules(encode(text, { ecc: 'M', border: QUIET_ZONE }).data)).catch(() => {}) // the page shows the same text in letters
  }, [text])
  return (
    <div class="qr-code">
      {modules.length > 0 && (
        <svg role="img" aria-label={label} viewBox={`0 0 ${modules.length} ${modules.length}`}>
          <path fill="#000" shape-rendering="crispEdges" d={modules.map(rowAsPath).join('')} />
        </svg>
      )}
    </div>
  )
}

/** A rectangle for each run of dark modules. */
function rowAsPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const start = x
    while (row[x + 1]) x++
    path += `M${start} ${y}h${x + 1 - start}v1H${start}z`
  }
  return path
}
