/** One route: example, form to try it, parameters, answers, errors. */
import { useState } from 'preact/hooks'
import { reference as texts } from '#texts/reference'
import { CopyButton } from '../../components/copy-button.js'
import { Page } from '../../components/page.js'
import { Prose } from '../../components/prose.js'
import { startingValues, type Values } from '../../reference/build-request.js'
import type { Route } from '../../reference/read-document.js'
import { Answers } from './answers.js'
import { Errors } from './errors.js'
import { Example } from './example.js'
import { Parameters } from './parameters.js'
import { Section } from './sections.js'
import { TryIt } from './try-it.js'
import type { Files } from './use-call.js'

export function RoutePage({ route }: { route: Route }) {
  const [values, setValues] = useState<Values>(() => startingValues(route))
  const [files, setFiles] = useState<Files>({})
  const { method, path, summary, text, encodings, group } = route
  const address = `${window.location.origin}${path}`
  return (
    <Page title={summary.replace(texts.previewNote, '')}>
      <div class="prose route-head">
        <p class="route-address">
          <span class="method">{method}</span> <code>{path}</code>
          <CopyButton text={address} label={address} small />
          {group.endsWith(texts.previewNote) && <span class="tag">{texts.previewTag}</span>}
        </p>
        <p>
          <Prose text={text} />
        </p>
        {encodings.length > 0 && (
          <p class="muted">
            {texts.body}: <Prose text={encodings.map((type) => `\`${type}\``).join(', ')} />
          </p>
        )}
      </div>
      <Section name="example">
        <Example route={route} values={values} files={files} />
      </Section>
      <Section name="tryIt">
        <TryIt route={route} values={values} onValues={setValues} files={files} onFiles={setFiles} />
      </Section>
      <Section name="parameters">
        <Parameters parameters={route.parameters} />
      </Section>
      <Section name="answer">
        <Answers answers={route.answers} />
      </Section>
      <Section name="errors">
        <Errors errors={route.errors} />
      </Section>
    </Page>
  )
}
