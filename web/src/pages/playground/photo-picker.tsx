/** Where a photo comes from: drop, paste, file dialog or sample. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { photo as texts } from '#texts/playground'
import { Icon } from '../../components/icon.js'
import { Notice } from '../../components/notice.js'
import type { Sample } from './photo.js'

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/bmp'

interface PickerProps {
  readonly onFile: (file: File) => void
  readonly onSample: (sample: Sample) => void
  readonly problem: string | undefined
}

export function PhotoPicker({ onFile, onSample, problem }: PickerProps) {
  return (
    <div class="picker">
      <Icon name="image" />
      <p class="picker-title">{texts.drop}</p>
      <p class="muted">{texts.dropHint}</p>
      <ChooseFile onFile={onFile} primary label={texts.choose} />
      <div class="picker-samples">
        <span class="muted">{texts.samples}</span>
        <button type="button" class="link-button" onClick={() => onSample('group')}>
          {texts.sampleGroup}
        </button>
        <button type="button" class="link-button" onClick={() => onSample('portrait')}>
          {texts.samplePortrait}
        </button>
      </div>
      {problem && <Notice kind="danger">{problem}</Notice>}
    </div>
  )
}

interface ChooseFileProps {
  readonly onFile: (file: File) => void
  readonly label: string
  readonly primary?: boolean
}

/** Our own button opens the browser's hidden file input. */
export function ChooseFile({ onFile, label, primary = false }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" class={primary ? 'button primary' : 'button small'} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        aria-label={label}
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = '' // so that the same file can be chosen again
          if (file) onFile(file)
        }}
      />
    </>
  )
}

/** The whole page accepts a dropped or pasted photo. Returns whether one is being dragged over it. */
export function useDropAndPaste(onFile: (file: File) => void): boolean {
  const [hovering, setHovering] = useState(false)
  const take = useRef(onFile)
  take.current = onFile
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const listen = <K extends keyof DocumentEventMap>(name: K, listener: (event: DocumentEventMap[K]) => void): void =>
      document.addEventListener(name, listener, { signal })
    listen('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setHovering(true)
    })
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setHovering(false)
    })
    listen('drop', (event) => {
      event.preventDefault()
      setHovering(false)
      const file = event.dataTransfer?.files[0]
      if (file) take.current(file)
    })
    listen('paste', (event) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (file) take.current(file.name ? file : new File([file], texts.pasted, { type: file.type }))
    })
    return () => listening.abort()
  }, [])
  return hovering
}
