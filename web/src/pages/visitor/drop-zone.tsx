/** One photo without an account: dropped, pasted or chosen, it is cut out at once. The server keeps nothing of it. */
import { useEffect, useState } from 'preact/hooks'
import { visitor as texts, welcome } from '#texts/entrance'
import { photo as photoTexts, result as resultTexts } from '#texts/playground'
import { toProblem } from '../../api/problem.js'
import { cutOutAsVisitor } from '../../api/web.js'
import { Compare } from '../../components/compare.js'
import { Icon } from '../../components/icon.js'
import { Notice } from '../../components/notice.js'
import { saveFile } from '../../files/save-file.js'
import { session } from '../../state/session.js'
import { useStore } from '../../state/store.js'
import { ChooseFiles } from '../playground/photo/choose-files.js'
import { closePhoto, openPhoto, type Photo } from '../playground/photo/photo.js'
import { useDropAndPaste } from '../playground/photo/use-drop-and-paste.js'
import { fileNameOf } from '../playground/result/file-names.js'
import { SaveButton } from '../playground/result/save-button.js'
import './drop-zone.css'

type State =
  | { readonly stage: 'empty'; readonly problem?: string }
  | { readonly stage: 'working'; readonly photo: Photo }
  | { readonly stage: 'done'; readonly photo: Photo; readonly cutout: Photo }

export function DropZone() {
  const known = useStore(session)
  const [state, setState] = useState<State>({ stage: 'empty' })
  useEffect(() => () => release(state), [state])

  const take = async (files: readonly File[]): Promise<void> => {
    const [file] = files
    if (!file || state.stage === 'working') return
    setState({ stage: 'working', photo: await openPhoto(file, file.name) })
    try {
      const cutout = await cutOutAsVisitor(file)
      const name = fileNameOf({ operation: 'remove', photoName: file.name, fields: {}, type: cutout.type })
      // Opened again: what is shown while working is released with that state.
      setState({ stage: 'done', photo: await openPhoto(file, file.name), cutout: await openPhoto(cutout, name) })
    } catch (error) {
      setState({ stage: 'empty', problem: toProblem(error).message })
    }
  }
  const hovering = useDropAndPaste({ onFiles: (found) => void take(found.map(({ file }) => file)) })
  const choose = (label: string, look: 'button' | 'button primary') => (
    <ChooseFiles label={label} look={look} onFiles={(files) => void take(files)} />
  )

  return (
    <div class={hovering ? 'drop-zone hovering' : 'drop-zone'}>
      {state.stage === 'empty' && (
        <>
          <Icon name="image" />
          <h2>{texts.title}</h2>
          <p class="muted">{known?.visitors === 'full' ? texts.full : texts.preview}</p>
          {choose(photoTexts.choose, 'button primary')}
          <p class="hint">{texts.hint}</p>
          {state.problem && <Notice kind="danger">{state.problem}</Notice>}
        </>
      )}
      {state.stage === 'working' && (
        <>
          {state.photo.size && (
            <img class="drop-zone-photo" src={state.photo.url} alt={photoTexts.alt(state.photo.name)} />
          )}
          <p role="status">
            <span class="spinner" aria-hidden="true" /> {texts.working}
          </p>
        </>
      )}
      {state.stage === 'done' && (
        <>
          <Pair {...state} />
          <div class="buttons">
            <SaveButton
              large
              label={resultTexts.download}
              onSave={async () => saveFile(state.cutout.file, state.cutout.name)}
            />
            {choose(photoTexts.another, 'button')}
          </div>
          <p class="hint" role="status">
            {known?.visitors === 'full' ? texts.done : texts.donePreview}
          </p>
        </>
      )}
    </div>
  )
}

/** A photo that this browser cannot show has no "before". */
function Pair({ photo, cutout }: Extract<State, { stage: 'done' }>) {
  const { width, height } = cutout.size ?? { width: 1, height: 1 }
  return (
    <div class="drop-zone-pair" style={{ '--width': String(width), '--height': String(height) }}>
      <Compare
        before={photo.size ? <img src={photo.url} alt={photoTexts.alt(photo.name)} /> : null}
        after={<img src={cutout.url} alt={resultTexts.alt} />}
        label={welcome.slider}
        beforeLabel={welcome.before}
        afterLabel={welcome.after}
        width={width}
        height={height}
      />
    </div>
  )
}

function release(state: State): void {
  if ('photo' in state) closePhoto(state.photo)
  if ('cutout' in state) closePhoto(state.cutout)
}
