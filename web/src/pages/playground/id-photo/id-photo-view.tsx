/** The finished ID photo under the guides of its format, with its possible problems in words. */
import { useState } from 'preact/hooks'
import { run as runTexts, idPhoto as texts } from '#texts/playground'
import type { Catalog, Spec } from '../../../api/types.js'
import { Notice } from '../../../components/notice.js'
import { type Guide, guidesOf } from '../../../specs.js'
import type { RunResult } from '../run/use-run.js'
import { formatOfCall } from './id-photo-fields.js'
import { printPicture } from './print-picture.js'
import { paperOfCall } from './sheet-fields.js'
import './id-photo-view.css'

/** Said where the format is chosen. */
const OF_THE_FORMAT = ['authority_refuses_edits', 'certified_only']

export function IdPhotoView({ result, catalog }: { result: RunResult; catalog: Catalog }) {
  const spec = formatOfCall(result.fields, catalog)
  if (!spec) return null
  const isSheet = result.fields.sheet !== undefined
  return (
    <div class={isSheet ? 'id-photo-view wide' : 'id-photo-view'}>
      {isSheet ? <Sheet result={result} spec={spec} /> : <SinglePhoto result={result} spec={spec} />}
      <div class="stack tight">
        {result.fields.preview !== undefined && <Notice kind="info">{runTexts.isPreview['id-photo']}</Notice>}
        <Faults codes={result.faults} meanings={catalog.warnings} />
        <Notes codes={result.notes.filter((code) => !OF_THE_FORMAT.includes(code))} meanings={catalog.warnings} />
        {result.formats && <ByFormat formats={result.formats} />}
        <p class="hint">{texts.disclaimer}</p>
      </div>
    </div>
  )
}

/** Browsers show a PDF in a viewer of their own, which prints it as well. */
function Sheet({ result, spec }: { result: RunResult; spec: Spec }) {
  const paper = paperOfCall(result.fields)
  if (result.blob.type === 'application/pdf') {
    return (
      <p>
        <a class="button" href={result.url} target="_blank" rel="noreferrer">
          {texts.sheet.openPdf}
        </a>
      </p>
    )
  }
  return (
    <div class="stack tight">
      <img class="sheet" src={result.objectUrl} alt={texts.sheet.alt(spec.name)} />
      {paper && result.fields.preview === undefined && (
        <p>
          <button type="button" class="button" onClick={() => void printPicture(result.objectUrl, paper)}>
            {texts.sheet.print}
          </button>
        </p>
      )}
    </div>
  )
}

function SinglePhoto({ result, spec }: { result: RunResult; spec: Spec }) {
  const [showGuides, setShowGuides] = useState(true)
  return (
    <div class="id-photo-stage" style={{ '--width': String(spec.width_px), '--height': String(spec.height_px) }}>
      <div class="id-photo-frame">
        <img src={result.objectUrl} alt={texts.alt(spec.name)} />
        {showGuides && <GuideLines spec={spec} />}
      </div>
      <label class="check">
        <input type="checkbox" checked={showGuides} onChange={(event) => setShowGuides(event.currentTarget.checked)} />
        {texts.guides}
      </label>
      {showGuides && <Legend spec={spec} />}
    </div>
  )
}

function GuideLines({ spec }: { spec: Spec }) {
  const { width_px: width, height_px: height } = spec
  const { top, eyes, chin } = guidesOf(spec)
  const stroke = height / 260
  return (
    <svg class="guides" viewBox={`0 0 ${width} ${height}`} role="presentation" aria-hidden="true">
      <path class="guide-middle" d={`M${width / 2} 0V${height}`} stroke-width={stroke / 2} />
      <Band name="top" guide={top} width={width} stroke={stroke} />
      {eyes && <Band name="eyes" guide={eyes} width={width} stroke={stroke} />}
      <Band name="chin" guide={chin} width={width} stroke={stroke} />
    </svg>
  )
}

interface BandProps {
  readonly name: string
  readonly guide: Guide
  readonly width: number
  readonly stroke: number
}

function Band({ name, guide: { band, line }, width, stroke }: BandProps) {
  return (
    <g class={`guide ${name}`}>
      <rect x={0} y={band[0]} width={width} height={Math.max(0, band[1] - band[0])} />
      {line !== undefined && (
        <path d={`M0 ${line}H${width}`} stroke-width={stroke} stroke-dasharray={`${stroke * 5} ${stroke * 4}`} />
      )}
    </g>
  )
}

function Legend({ spec }: { spec: Spec }) {
  const { eyes } = guidesOf(spec)
  const names = (['top', 'eyes', 'chin'] as const).filter((name) => name !== 'eyes' || eyes)
  return (
    <div class="guide-legend">
      <ul>
        {names.map((name) => (
          <li key={name} class={`guide ${name}`}>
            {texts.guideNames[name]}
          </li>
        ))}
      </ul>
      <p class="hint">{texts.guidesHint}</p>
    </div>
  )
}

/** Which of the formats on the sheet the codes above are about. */
function ByFormat({ formats }: { formats: NonNullable<RunResult['formats']> }) {
  return (
    <ul class="warnings">
      {formats.map(({ format, warnings }) => (
        <li key={format}>
          {format}: <code class="muted">{warnings.join(', ') || texts.sheet.noWarnings}</code>
        </li>
      ))}
    </ul>
  )
}

interface CodesProps {
  readonly codes: readonly string[]
  readonly meanings: Catalog['warnings']
}

function Faults({ codes, meanings }: CodesProps) {
  if (codes.length === 0) return <Notice kind="success">{texts.noFaults}</Notice>
  return (
    <Notice kind="warning" title={texts.faults}>
      <Codes codes={codes} meanings={meanings} />
    </Notice>
  )
}

function Notes({ codes, meanings }: CodesProps) {
  if (codes.length === 0) return null
  return (
    <Notice kind="info" title={texts.notes}>
      <Codes codes={codes} meanings={meanings} />
    </Notice>
  )
}

function Codes({ codes, meanings }: CodesProps) {
  return (
    <ul class="warnings">
      {codes.map((code) => (
        <li key={code}>
          {meanings[code] ?? code} <code class="muted">{code}</code>
        </li>
      ))}
    </ul>
  )
}
