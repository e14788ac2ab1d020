/** The start page for visitors: what this is, what it can do, what a call looks like. */

import { product } from '#texts/common'
import { welcome } from '#texts/entrance'
import { shell } from '#texts/shell'
import { codeSamples } from '../code-samples.js'
import { CodeBlock } from '../components/code-block.js'
import { Compare } from '../components/compare.js'
import { useTitle } from '../components/page.js'
import bear from '../pictures/bear.webp'
import cutout from '../pictures/cutout.webp'
import oilPainting from '../pictures/oil-painting.webp'
import pencilSketch from '../pictures/pencil-sketch.webp'
import sheet from '../pictures/sheet.webp'
import watercolour from '../pictures/watercolour.webp'
import { session } from '../state/session.js'
import { useStore } from '../state/store.js'
import { DropZone } from './visitor/drop-zone.js'

/** Of the bear and its cut-out. */
const BEAR = { width: 1120, height: 896 }
const { alts } = welcome
/** Beside the texts of the three operations. */
const OFFERED = [
  { kind: 'cutout', pictures: [{ src: cutout, alt: alts.onColour }] },
  { kind: 'sheet', pictures: [{ src: sheet, alt: alts.sheet }] },
  {
    kind: 'styles',
    pictures: [
      { src: oilPainting, alt: alts.oilPainting },
      { src: watercolour, alt: alts.watercolour },
      { src: pencilSketch, alt: alts.pencilSketch },
    ],
  },
]

export function Welcome() {
  const known = useStore(session)
  const heading = useTitle(product.tagline)
  const open = known?.signup === 'open'
  const [curl] = codeSamples({
    origin: window.location.origin,
    operation: 'remove',
    fileName: 'photo.jpg',
    fields: { size: 'full' },
  })
  return (
    <div class="welcome">
      <section class="hero">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {welcome.title}
          </h1>
          <p class="lead">{welcome.lead}</p>
          <div class="buttons">
            {open ? (
              <a class="button primary large" href="/sign-up">
                {welcome.start}
              </a>
            ) : (
              <a class="button primary large" href="/sign-in">
                {shell.signIn}
              </a>
            )}
            <a class="button large" href="/guide">
              {welcome.guide}
            </a>
          </div>
          {open && known.freeCredits > 0 && <p class="hint">{welcome.startFree(known.freeCredits)}</p>}
        </div>
        <Compare
          before={<img src={bear} alt={alts.bear} />}
          after={<img src={cutout} alt={alts.cutout} />}
          label={welcome.slider}
          beforeLabel={welcome.before}
          afterLabel={welcome.after}
          {...BEAR}
        />
      </section>
      {known && known.visitors !== 'none' && <DropZone />}
      <ul class="offers">
        {welcome.operations.map(({ title, text }, index) => (
          <li key={title} class="card flush">
            <div class={`offer-pictures ${OFFERED[index]!.kind}`}>
              {OFFERED[index]!.pictures.map(({ src, alt }) => (
                <img key={src} src={src} alt={alt} />
              ))}
            </div>
            <div class="offer-text">
              <h2>{title}</h2>
              <p class="muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <p class="hint made">{welcome.made}</p>
      <section class="one-call">
        <div>
          <h2>{welcome.call}</h2>
          <p class="muted">{welcome.callText}</p>
          <p>
            <a href="/guide/remove-bg">{welcome.migrate}</a>
          </p>
        </div>
        <div class="stack tight">
          <CodeBlock label={welcome.call} code={curl!.code} />
          <pre class="call-answer">{`{"url": "${window.location.origin}/r/cErWiglCrbQpIK4jQoKzsPav.png"}`}</pre>
        </div>
      </section>
    </div>
  )
}
