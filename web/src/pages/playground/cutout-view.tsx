/** The cut-out over its photo, on a backdrop of choice. */
import { useState } from 'preact/hooks'
import { photo as photoTexts, result as resultTexts, remove as texts } from '#texts/playground'
import { Compare } from '../../components/compare.js'
import { choicesOf, Segmented } from '../../components/segmented.js'
import { ColourInput } from './colour-input.js'
import type { RunResult } from './use-run.js'

export function CutoutView({ result }: { result: RunResult }) {
  const [backdrop, setBackdrop] = useState<keyof typeof texts.backdrops>('checker')
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
          backdrop={backdrop}
          colour={colour}
          {...size}
        />
      </div>
      <div class="view-choices">
        <Segmented
          legend={texts.backdrop}
          choices={choicesOf(texts.backdrops)}
          value={backdrop}
          onChange={setBackdrop}
        />
        {backdrop === 'colour' && <ColourInput label={texts.backdropColour} value={colour} onChange={setColour} />}
      </div>
    </div>
  )
}
