/** The start page for visitors: what this is, what it can do, what a call looks like. */

import { product } from '#texts/common'
import { welcome } from '#texts/entrance'
import { shell } from '#texts/shell'
import { loadShowcase } from '../api/web.js'
import { codeSamples } from '../code-samples.js'
import { CodeBlock } from '../components/code-block.js'
import { Compare } from '../components/compare.js'
import { useTitle } from '../components/page.js'
import { QueuedPicture } from '../components/queued-picture.js'
import { useData } from '../hooks/use-data.js'
import { session } from '../state/session.js'
import { useStore } from '../state/store.js'

const KINDS = ['cutout', 'id-photo', 'styles']
/** Of the sample photo. */
const SAMPLE = { width: 1920, height: 1537 }

export function Welcome() {
  const known = useStore(session)
  const heading = useTitle(product.tagline)
  const open = known?.signup === 'open'
  const { data: showcase } = useData(loadShowcase)
  const pictures = [
    showcase ? [{ url: showcase.cutout, alt: welcome.pictures.cutout }] : [],
    showcase ? [{ url: showcase.idPhoto, alt: welcome.pictures.idPhoto }] : [],
    (showcase?.styles ?? []).map(({ name, url }) => ({ url, alt: welcome.pictures.style(name) })),
  ]
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
          before={<img src="/web/sample" alt={welcome.pictures.sample} />}
          after={showcase && <QueuedPicture src={showcase.cutout} alt={welcome.pictures.cutout} kind="whole" />}
          label={welcome.slider}
          beforeLabel={welcome.before}
          afterLabel={welcome.after}
          {...SAMPLE}
        />
      </section>
      <ul class="offers">
        {welcome.operations.map(({ title, text }, index) => (
          <li key={title} class="card flush">
            <div class={`offer-pictures ${KINDS[index]}`}>
              {pictures[index]?.map(({ url, alt }) => (
                <QueuedPicture key={url} src={url} alt={alt} />
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
