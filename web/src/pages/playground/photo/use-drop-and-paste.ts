/** The whole page accepts dropped and pasted photos, or links to one. Returns whether some are being dragged over it. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { photo as texts } from '#texts/playground'
import { asFound, filesDropped } from '../batch/dropped-files.js'
import type { FoundFile } from '../batch/found-files.js'

interface Takers {
  readonly onFiles: (files: FoundFile[]) => void
  /** Without it links are left alone. */
  readonly onLink?: (url: string) => void
}

export function useDropAndPaste(takers: Takers): boolean {
  const [hovering, setHovering] = useState(false)
  const take = useRef(takers)
  take.current = takers
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const listen = <K extends keyof DocumentEventMap>(name: K, listener: (event: DocumentEventMap[K]) => void): void =>
      document.addEventListener(name, listener, { signal })
    listen('dragover', (event) => {
      const { types = [] } = event.dataTransfer ?? {}
      if (!types.includes('Files') && !(take.current.onLink && types.includes(LINKS))) return
      event.preventDefault()
      setHovering(true)
    })
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setHovering(false)
    })
    listen('drop', (event) => {
      event.preventDefault()
      setHovering(false)
      if (!event.dataTransfer) return
      const link = linkIn(event.dataTransfer.getData(LINKS))
      if (link && event.dataTransfer.files.length === 0) take.current.onLink?.(link)
      else void filesDropped(event.dataTransfer).then((files) => take.current.onFiles(files))
    })
    listen('paste', (event) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (file) take.current.onFiles(asFound([file.name ? file : new File([file], texts.pasted, { type: file.type })]))
      const link = isField(event.target) ? undefined : linkIn(event.clipboardData?.getData('text/plain') ?? '')
      if (!file && link) take.current.onLink?.(link)
    })
    return () => listening.abort()
  }, [])
  return hovering
}

const LINKS = 'text/uri-list'

/** The text, or its first line, if it is a web address. */
function linkIn(text: string): string | undefined {
  const [line = ''] = text.trim().split(/\s*\n/)
  return /^https?:\/\//i.test(line) && URL.canParse(line) ? line : undefined
}

/** What is pasted there belongs there. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
