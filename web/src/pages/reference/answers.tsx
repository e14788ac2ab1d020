/** The successful answers of a route. */
import { reference as texts } from '#texts/reference'
import { CodeBlock } from '../../components/code-block.js'
import { Prose } from '../../components/prose.js'
import type { Answer, Named } from '../../reference/read-document.js'

export function Answers({ answers }: { answers: readonly Answer[] }) {
  return (
    <>
      {answers.map((answer) => (
        <div key={answer.status} class="card stack">
          <p>
            <strong>{answer.status}</strong> <Prose text={answer.types.map((type) => `\`${type}\``).join(', ')} />
          </p>
          <p>
            <Prose text={answer.text} />
          </p>
          {answer.fields.length > 0 && <NamedList title={texts.fields} items={answer.fields} />}
          {answer.headers.length > 0 && <NamedList title={texts.headers} items={answer.headers} />}
          <ExampleList examples={answer.examples} />
        </div>
      ))}
    </>
  )
}

function NamedList({ title, items }: { title: string; items: readonly Named[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <dl class="named-list">
        {items.map(({ name, text }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <Prose text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

export function ExampleList({ examples }: { examples: Answer['examples'] }) {
  if (examples.length === 0) return null
  return (
    <details class="examples">
      <summary>{texts.examples}</summary>
      <div class="stack tight">
        {examples.map(({ name, json }) => (
          <CodeBlock key={name} label={name} code={json} />
        ))}
      </div>
    </details>
  )
}
