/** Try everything: photo, operation, options, result, and the call behind it. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { photo as photoTexts, run as runTexts, playground as texts } from '#texts/playground'
import type { Catalog } from '../../api/types.js'
import { loadCatalog } from '../../api/web.js'
import type { Operation } from '../../code-samples.js'
import { ProblemNotice } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { choicesOf, Segmented } from '../../components/segmented.js'
import { Skeleton } from '../../components/skeleton.js'
import { useData } from '../../hooks/use-data.js'
import { chosenFormat } from './id-photo-fields.js'
import { OptionsForm } from './options-form.js'
import type { Sample } from './photo.js'
import { PhotoPicker, useDropAndPaste } from './photo-picker.js'
import { isRunning } from './progress.js'
import { ResultCode } from './result-panel.js'
import { RunButton } from './run-button.js'
import { Stage } from './stage.js'
import { useOptions } from './use-options.js'
import { usePhoto } from './use-photo.js'
import { type RunResult, useRun } from './use-run.js'
import './playground.css'

type Results = Partial<Record<Operation, RunResult>>

export function Playground() {
  const { data: catalog, problem, reload } = useData(loadCatalog)
  return (
    <Page title={texts.title} lead={texts.lead}>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {catalog ? <Workbench catalog={catalog} /> : !problem && <Skeleton rows={4} tall />}
    </Page>
  )
}

function Workbench({ catalog }: { catalog: Catalog }) {
  const { operation, chooseOperation, options, setOptions, fields } = useOptions(catalog)
  const [results, setResults] = useState<Results>({})
  const run = useRun()
  const photo = usePhoto(catalog.limits.uploadBytes, () => {
    run.cancel()
    run.clear()
    setResults({})
  })
  const hovering = useDropAndPaste((file) => void photo.takeFile(file))
  const stage = useRef<HTMLElement>(null)
  const result = results[operation]
  const chosen = chosenFormat(options['id-photo'], catalog)
  const obstacle = operation === 'id-photo' && 'problem' in chosen ? chosen.problem : undefined

  useEffect(() => {
    const top = stage.current?.getBoundingClientRect().top ?? 0
    if (result && top < 0) stage.current?.scrollIntoView() // on a phone the options are below the picture
  }, [result])

  const start = async (extra: Readonly<Record<string, string>> = {}): Promise<void> => {
    if (!photo.photo) return
    const made = await run.start({ operation, photo: photo.photo, fields: { ...fields, ...extra } })
    if (made) setResults((known) => ({ ...known, [operation]: made }))
  }

  return (
    <div class="playground">
      <Segmented
        legend={texts.operation}
        choices={choicesOf(texts.operations)}
        value={operation}
        onChange={chooseOperation}
      />
      <div class="workbench">
        <section class={hovering ? 'card stage hovering' : 'card stage'} aria-label={photoTexts.title} ref={stage}>
          {photo.photo ? (
            <Stage
              photo={photo.photo}
              result={result}
              catalog={catalog}
              run={run}
              operation={operation}
              onFile={(file) => void photo.takeFile(file)}
              problem={photo.problem}
            />
          ) : (
            <PhotoPicker
              onFile={(file) => void photo.takeFile(file)}
              onSample={(sample: Sample) => void photo.takeSample(sample)}
              problem={photo.problem}
            />
          )}
          {hovering && <p class="drop-veil">{photoTexts.dropNow}</p>}
        </section>
        <section class="card options" aria-labelledby="options">
          <h2 id="options" class="visually-hidden">
            {texts.options}
          </h2>
          <OptionsForm operation={operation} options={options} onChange={setOptions} catalog={catalog} />
          <RunButton
            operation={operation}
            fields={fields}
            obstacle={photo.photo ? obstacle : runTexts.needPhoto}
            running={isRunning(run.state)}
            onStart={() => void start()}
            onPreview={operation === 'remove' ? undefined : () => void start({ preview: '1' })}
          />
        </section>
      </div>
      {result && <ResultCode result={result} />}
    </div>
  )
}
