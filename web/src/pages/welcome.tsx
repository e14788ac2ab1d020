/** The start page for visitors: what this is, what it can do, what a call looks like. */

import { product } from '#texts/common'
import { welcome } from '#texts/entrance'
import { shell } from '#texts/shell'
import { codeSamples } from '../code-samples.js'
import { CodeBlock } from '../components/code-block.js'
import { Compare } from '../components/compare.js'
import { useTitle } from '../components/page.js'
import { DRAWING, OperationDrawing, PortraitDrawing } from '../components/portrait-drawing.js'
import { session } from '../state/session.js'
import { useStore } from '../state/store.js'

const kinds = ['remove', 'id-photo', 'portrait-style'] as const

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
          before={<PortraitDrawing scene />}
          after={<PortraitDrawing scene={false} />}
          label={welcome.slider}
          beforeLabel={welcome.before}
          afterLabel={welcome.after}
          {...DRAWING}
        />
      </section>
      <ul class="offers">
        {welcome.operations.map(({ title, text }, index) => (
          <li key={title} class="card flush">
            <OperationDrawing kind={kinds[index]!} />
            <div class="offer-text">
              <h2>{title}</h2>
              <p class="muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <section class="one-call">
        <div>
          <h2>{welcome.call}</h2>
          <p class="muted">{welcome.callText}</p>
          <p>
            <a href="/guide/remove-bg">{welcome.migrate}</a>
          </p>
        </div>
        <CodeBlock
          label={welcome.call}
          code={`${curl!.code}\n\n{"url": "${window.location.origin}/r/cErWiglCrbQpIK4jQoKzsPav.png"}`}
        />
      </section>
    </div>
  )
}
