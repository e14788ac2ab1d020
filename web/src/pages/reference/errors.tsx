/** The errors of a route, with an anchor and examples for each status. */
import { reference as texts } from '#texts/reference'
import { Prose } from '../../components/prose.js'
import { errorId } from '../../reference/anchors.js'
import type { Answer } from '../../reference/read-document.js'
import { ExampleList } from './answers.js'

export function Errors({ errors }: { errors: readonly Answer[] }) {
  return (
    <ul class="card flush error-list">
      {errors.map(({ status, text, examples }) => (
        <li key={status} id={errorId(status)}>
          <h3>
            <a class="anchor" href={`#${errorId(status)}`}>
              {status === 'default' ? texts.otherStatus : status}
            </a>
          </h3>
          <div class="stack tight">
            <p>
              <Prose text={text} />
            </p>
            <ExampleList examples={examples} />
          </div>
        </li>
      ))}
    </ul>
  )
}
