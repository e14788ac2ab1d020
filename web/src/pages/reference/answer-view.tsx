/** What a call returned: status, headers, and the picture or the data. */
import { tryIt as texts } from '#texts/reference'
import { CodeBlock } from '../../components/code-block.js'
import { formatBytes } from '../../format/numbers.js'
import { formatSeconds } from '../../format/times.js'
import type { AnswerBody, CallAnswer } from './use-call.js'

export function AnswerView({ answer }: { answer: CallAnswer }) {
  const { status, elapsedMs, headers, body } = answer
  return (
    <section class="stack tight" aria-label={texts.answer}>
      <p>
        <span class={status < 400 ? 'tag' : 'tag danger'}>{status}</span>{' '}
        <span class="muted">{texts.took(formatSeconds(elapsedMs))}</span>
      </p>
      <Body body={body} />
      <details>
        <summary>{texts.headers}</summary>
        <CodeBlock label={texts.headers} code={headers.map(([name, value]) => `${name}: ${value}`).join('\n')} />
      </details>
    </section>
  )
}

function Body({ body }: { body: AnswerBody }) {
  if (body.kind === 'picture' || body.kind === 'file') {
    return (
      <>
        {body.kind === 'picture' && <img class="try-picture checker" src={body.url} alt={texts.picture} />}
        <Save url={body.url} type={body.type} sizeBytes={body.sizeBytes} />
      </>
    )
  }
  return (
    <>
      <CodeBlock label={texts.answer} code={body.text} />
      {body.kind === 'json' && body.pictureUrl && (
        <img class="try-picture checker" src={body.pictureUrl} alt={texts.result} />
      )}
    </>
  )
}

function Save({ url, type, sizeBytes }: { url: string; type: string; sizeBytes: number }) {
  const ending = type.split('/').at(-1) ?? 'bin'
  return (
    <p class="muted">
      {texts.file(type, formatBytes(sizeBytes))} ·{' '}
      <a href={url} download={`answer.${ending === 'jpeg' ? 'jpg' : ending}`}>
        {texts.save}
      </a>
    </p>
  )
}
