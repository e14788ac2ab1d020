/** The same call in several languages. The chosen language applies to all calls until the page is closed. */
import { code as texts } from '#texts/common'
import { type Call, type CodeSample, codeSamples } from '../code-samples.js'
import { createStore, useStore } from '../state/store.js'
import { CodeBlock } from './code-block.js'
import { Segmented } from './segmented.js'

const preferred = createStore<CodeSample['language']>('curl')

export const CodeTabs = ({ call }: { call: Call }) => <SampleTabs samples={codeSamples(call)} />

export function SampleTabs({ samples }: { samples: readonly CodeSample[] }) {
  const language = useStore(preferred)
  const chosen = samples.find((sample) => sample.language === language) ?? samples[0]!
  return (
    <div class="stack tight">
      <Segmented
        legend={texts.language}
        choices={samples.map((sample) => ({ value: sample.language, label: sample.language }))}
        value={chosen.language}
        onChange={preferred.set}
      />
      <CodeBlock code={chosen.code} label={texts.of(chosen.language)} />
    </div>
  )
}
