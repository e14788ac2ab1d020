/** The same call in curl, Node and Python. */
import { useState } from 'preact/hooks'
import { code as texts } from '#texts/common'
import { type Call, type CodeSample, codeSamples } from '../code-samples.js'
import { CodeBlock } from './code-block.js'
import { Segmented } from './segmented.js'

export function CodeTabs({ call }: { call: Call }) {
  const [language, setLanguage] = useState<CodeSample['language']>('curl')
  const samples = codeSamples(call)
  const chosen = samples.find((sample) => sample.language === language)!
  return (
    <div class="stack tight">
      <Segmented
        legend={texts.language}
        choices={samples.map((sample) => ({ value: sample.language, label: sample.language }))}
        value={language}
        onChange={setLanguage}
      />
      <CodeBlock code={chosen.code} label={texts.of(language)} />
    </div>
  )
}
