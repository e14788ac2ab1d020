/** The cut-out over its photo, on whatever one wants to see behind it. */
import { useState } from 'preact/hooks'
import { photo as photoTexts, result as resultTexts, remove as texts } from '#texts/playground'
import { Compare } from '../../components/compare.js'
import { choicesOf, Segmented } from '../../components/segmented.js'
import { ColourInput } from './colour-input.js'
import type { RunResult } from './use-run.js'

export function CutoutView({ result }: { result: RunResult }) {
  const [behind, setBehind] = useState<keyof typeof texts.behinds>('checker')
  const [colour, setColour] = useState('#ffcf5c')
  const size = result.size ?? result.photo.size
  if (!size) return <img class="plain-result" src={result.objectUrl} alt={resultTexts.alt} />
  return (
    <div class="stack tight">
      <div class="stage-fit">
        <Compare
          before={<img src={result.photo.url} alt={photoTexts.alt(result.photo.name)} />}
          after={<img src={result.objectUrl} alt={resultTexts.alt} />}
          label={texts.slider}
          beforeLabel={texts.before}
          afterLabel={texts.after}
          behind={behind}
          colour={colour}
          {...size}
        />
      </div>
      <div class="view-choices">
        <Segmented legend={texts.behind} choices={choicesOf(texts.behinds)} value={behind} onChange={setBehind} />
        {behind === 'colour' && <ColourInput label={texts.behindColour} value={colour} onChange={setColour} />}
      </div>
    </div>
  )
}
