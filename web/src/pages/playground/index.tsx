/** A place to try everything: photo, operation, options, result, and the call behind it. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { photo as photoTexts, run as runTexts, playground as texts } from '#texts/playground'
import type { Catalog } from '../../api/types.js'
import { loadCatalog } from '../../api/web.js'
import type { Operation } from '../../code-samples.js'
import { Notice, ProblemNotice } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { Segmented } from '../../components/segmented.js'
import { Skeleton } from '../../components/skeleton.js'
import { useData } from '../../hooks/use-data.js'
import { Failure } from './failure.js'
import { IdPhotoForm } from './id-photo-options.js'
import type { Photo, Sample } from './photo.js'
import { ChooseFile, PhotoPicker, useDropAndPaste } from './photo-picker.js'
import { isRunning, Progress } from './progress.js'
import { choicesOf, RemoveForm } from './remove-options.js'
import { ResultCode, ResultExtras, ResultFacts, ResultPicture } from './result-panel.js'
import { RunButton } from './run-button.js'
import { StyleForm } from './style-options.js'
import { type Options, useOptions } from './use-options.js'
import { usePhoto } from './use-photo.js'
import { type Run, type RunResult, useRun } from './use-run.js'
import './playground.css'

type Results = Partial<Record<Operation, RunResult>>

export function Playground() {
  const { data: catalog, problem, reload } = useData(loadCatalog)
  return (
    <Page title={texts.title} lead={texts.lead}>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {catalog ? <Bench catalog={catalog} /> : !problem && <Skeleton rows={4} tall />}
    </Page>
  )
}

function Bench({ catalog }: { catalog: Catalog }) {
  const { operation, chooseOperation, options, setOptions, fields } = useOptions()
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

  useEffect(() => {
    const top = stage.current?.getBoundingClientRect().top ?? 0
    if (result && top < 0) stage.current?.scrollIntoView() // on a phone the options stand below the picture
  }, [result])

  const start = async (): Promise<void> => {
    if (!photo.photo) return
    const made = await run.start({ operation, photo: photo.photo, fields })
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
      <div class="bench">
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
            ready={photo.photo !== undefined}
            running={isRunning(run.state)}
            onStart={() => void start()}
          />
        </section>
      </div>
      {result && <ResultCode result={result} />}
    </div>
  )
}

interface StageProps {
  readonly photo: Photo
  readonly result: RunResult | undefined
  readonly catalog: Catalog
  readonly run: Run
  readonly operation: Operation
  readonly onFile: (file: File) => void
  readonly problem: string | undefined
}

function Stage({ photo, result, catalog, run, operation, onFile, problem }: StageProps) {
  const { state } = run
  return (
    <div class="stack tight">
      <div class="stage-head">
        <span class="muted photo-name">{photo.name}</span>
        <ChooseFile onFile={onFile} label={photoTexts.another} />
      </div>
      {problem && <Notice kind="danger">{problem}</Notice>}
      {isRunning(state) && <Progress state={state} onCancel={run.cancel} />}
      {state.stage === 'failed' && state.operation === operation && <Failure problem={state.problem} />}
      {state.stage === 'cancelled' && state.operation === operation && (
        <Notice kind="info">{runTexts.cancelled}</Notice>
      )}
      {result ? (
        <>
          <ResultPicture result={result} catalog={catalog} />
          <ResultFacts result={result} />
          <ResultExtras result={result} catalog={catalog} />
        </>
      ) : (
        <PlainPhoto photo={photo} busy={isRunning(state)} />
      )}
    </div>
  )
}

function PlainPhoto({ photo, busy }: { photo: Photo; busy: boolean }) {
  if (!photo.size) return <Notice kind="warning">{photoTexts.cannotShow}</Notice>
  const { width, height } = photo.size
  return (
    <div class="stage-fit">
      <div
        class={busy ? 'plain-photo busy' : 'plain-photo'}
        style={{ '--width': String(width), '--height': String(height) }}
      >
        <img src={photo.url} alt={photoTexts.alt(photo.name)} />
      </div>
    </div>
  )
}

interface OptionsFormProps {
  readonly operation: Operation
  readonly options: Options
  readonly onChange: (options: Options) => void
  readonly catalog: Catalog
}

function OptionsForm({ operation, options, onChange, catalog }: OptionsFormProps) {
  switch (operation) {
    case 'remove':
      return <RemoveForm options={options.remove} onChange={(remove) => onChange({ ...options, remove })} />
    case 'id-photo':
      return (
        <IdPhotoForm
          options={options['id-photo']}
          onChange={(changed) => onChange({ ...options, 'id-photo': changed })}
          catalog={catalog}
        />
      )
    case 'portrait-style':
      return (
        <StyleForm
          options={options['portrait-style']}
          onChange={(changed) => onChange({ ...options, 'portrait-style': changed })}
          catalog={catalog}
        />
      )
  }
}
