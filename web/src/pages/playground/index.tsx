/** Try everything: photo, operation, options, result, and the call behind it. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { photo as photoTexts, run as runTexts, playground as texts } from '#texts/playground'
import type { Catalog } from '../../api/types.js'
import { loadCatalog } from '../../api/web.js'
import { ProblemNotice } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { choicesOf, Segmented } from '../../components/segmented.js'
import { Skeleton } from '../../components/skeleton.js'
import { useData } from '../../hooks/use-data.js'
import { rewriteQuery, route } from '../../router.js'
import { session } from '../../state/session.js'
import { BatchRun } from './batch/batch-run.js'
import { BatchStage } from './batch/batch-stage.js'
import { batch, recallBatch } from './batch/batch-store.js'
import { asFound } from './batch/dropped-files.js'
import type { FoundFile } from './batch/found-files.js'
import { continueBatch } from './batch/run-batch.js'
import { useBatch } from './batch/use-batch.js'
import { CameraView } from './camera/camera-view.js'
import { type Desk, recallDesk } from './desk.js'
import { chosenFormat } from './id-photo/id-photo-fields.js'
import { OptionsForm } from './options-form.js'
import type { Photo } from './photo/photo.js'
import { PhotoPicker } from './photo/photo-picker.js'
import { useDropAndPaste } from './photo/use-drop-and-paste.js'
import { type Editing, ResultCode } from './result/result-panel.js'
import { paidResultFor, resultFor } from './result/results.js'
import { saveResult } from './result/save-result.js'
import { MadeAlready } from './run/made-already.js'
import { priceOf, pricesFor } from './run/prices.js'
import { isRunning } from './run/progress.js'
import { RunButton } from './run/run-button.js'
import { isSameCall, sameFields } from './run/same-call.js'
import { useRun } from './run/use-run.js'
import { Stage } from './stage.js'
import { useDesk } from './use-desk.js'
import { useFocusHome } from './use-focus-home.js'
import { fieldsOf, type Options, recallOptions, useOptions } from './use-options.js'
import './playground.css'

interface Opened {
  readonly catalog: Catalog
  readonly desk: Desk
  readonly options: Partial<Options> | undefined
}

async function open(): Promise<Opened> {
  const [catalog, desk, options] = await Promise.all([loadCatalog(), recallDesk(), recallOptions(), recallBatch()])
  if (batch.get()?.running) continueBatch()
  return { catalog, desk, options }
}

export function Playground() {
  const { data, problem, reload } = useData(open)
  return (
    <Page title={texts.title} lead={texts.lead}>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {data ? <Workbench {...data} /> : !problem && <Skeleton rows={4} tall />}
    </Page>
  )
}

function Workbench({ catalog, desk: keptDesk, options: keptOptions }: Opened) {
  const { operation, chooseOperation, options, setOptions } = useOptions(catalog, keptOptions)
  const run = useRun()
  const desk = useDesk(keptDesk, catalog.limits.uploadBytes, (photo) => {
    run.cancel()
    run.clear()
    if (operation === 'remove' && priceOf(pricesFor(session.get()), operation, fields) === 0) void startWith(photo)
  })
  const many = useBatch(catalog.limits.uploadBytes)
  const fields = fieldsOf(operation, options, many.batch !== undefined)
  const [sitting, setSitting] = useState(false)
  const takeFiles = (found: FoundFile[]): void => {
    setSitting(false)
    const [first] = found
    if (many.batch || found.length > 1) void many.add(found)
    else if (first) void desk.takeFile(first.file)
  }
  const chooseFiles = (files: File[]): void => takeFiles(asFound(files))
  const hovering = useDropAndPaste({ onFiles: takeFiles, onLink: (url) => void desk.takeLink(url) })
  const stage = useRef<HTMLElement>(null)
  useFocusHome(stage)
  const result = many.batch ? undefined : resultFor(desk.results, { operation, fields })
  const paid = many.batch ? undefined : paidResultFor(desk.results, { operation, fields })
  const chosen = operation === 'id-photo' ? chosenFormat(options['id-photo'], catalog) : undefined
  const onCamera = operation === 'id-photo' ? () => setSitting(true) : undefined
  const obstacle = chosen && 'problem' in chosen ? chosen.problem : undefined
  const what = chosen && 'spec' in chosen ? chosen.spec.name : undefined
  const editing: Editing = { edit: options.remove.edit, strokes: desk.strokes, onStrokes: desk.setStrokes }

  useEffect(() => {
    const top = stage.current?.getBoundingClientRect().top ?? 0
    if (result && top < 0) stage.current?.scrollIntoView() // on a phone the options are below the picture
  }, [result])

  useEffect(() => {
    const { query } = route.get()
    if (!query.has('sample')) return
    query.delete('sample')
    rewriteQuery(query)
    if (!desk.photo && !many.batch) void desk.takeSample('portrait')
  }, [])

  const startWith = async (photo: Photo, extra: Readonly<Record<string, string>> = {}): Promise<void> => {
    const made = await run.start({ operation, photo, fields: { ...fields, ...extra } })
    if (made) desk.addResult(made)
  }
  const start = async (extra?: Readonly<Record<string, string>>): Promise<void> => {
    if (desk.photo) await startWith(desk.photo, extra)
  }
  /** With these options; others may be started meanwhile, and replace it. */
  const running = isRunning(run.state) && run.state.operation === operation && sameFields(run.state.fields, fields)
  const outdated = result !== undefined && !sameFields(result.fields, fields)

  return (
    <div class="playground">
      <Segmented
        legend={texts.operation}
        choices={choicesOf(texts.operations)}
        value={operation}
        onChange={(other) => {
          setSitting(false)
          chooseOperation(other)
        }}
      />
      <div class="workbench">
        <section
          class={hovering ? 'card stage hovering' : 'card stage'}
          aria-label={photoTexts.title}
          ref={stage}
          tabIndex={-1}
        >
          {many.batch ? (
            <BatchStage
              batch={many.batch}
              added={many.added}
              edit={options.remove.edit}
              meanings={catalog.warnings}
              onFiles={chooseFiles}
            />
          ) : sitting ? (
            <CameraView
              spec={chosen && 'spec' in chosen ? chosen.spec : undefined}
              onPhoto={(photo) => chooseFiles([photo])}
              onClose={() => setSitting(false)}
            />
          ) : desk.photo ? (
            <Stage
              photo={desk.photo}
              result={result}
              outdated={outdated}
              catalog={catalog}
              editing={editing}
              run={run}
              operation={operation}
              onFiles={chooseFiles}
              onCamera={onCamera}
              problem={desk.problem}
            />
          ) : (
            <PhotoPicker
              onFiles={chooseFiles}
              onSample={(sample) => void desk.takeSample(sample)}
              onCamera={onCamera}
              problem={desk.problem}
            />
          )}
          {hovering && <p class="drop-veil">{photoTexts.dropNow}</p>}
        </section>
        <section class="card options" aria-labelledby="options">
          <h2 id="options" class="visually-hidden">
            {texts.options}
          </h2>
          <OptionsForm
            operation={operation}
            options={options}
            onChange={setOptions}
            catalog={catalog}
            fields={fields}
          />
          {many.batch ? (
            <BatchRun
              batch={many.batch}
              operation={operation}
              fields={fields}
              edit={options.remove.edit}
              what={what}
              obstacle={obstacle}
            />
          ) : paid ? (
            <MadeAlready
              result={paid}
              running={running}
              onSave={() => saveResult(paid, editing)}
              onAgain={() => void start()}
            />
          ) : (
            <RunButton
              operation={operation}
              fields={fields}
              what={what}
              obstacle={desk.photo ? obstacle : runTexts.needPhoto}
              running={running}
              done={result !== undefined && isSameCall(result, { operation, fields })}
              onStart={() => void start()}
              onPreview={operation === 'remove' ? undefined : () => void start({ preview: '1' })}
            />
          )}
        </section>
      </div>
      {result && <ResultCode result={result} editing={editing} />}
    </div>
  )
}
