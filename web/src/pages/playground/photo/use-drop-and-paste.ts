/** The whole page accepts dropped and pasted photos. Returns whether some are being dragged over it. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { photo as texts } from '#texts/playground'
import { asFound, filesDropped } from '../batch/dropped-files.js'
import type { FoundFile } from '../batch/found-files.js'

export function useDropAndPaste(onFiles: (files: FoundFile[]) => void): boolean {
  const [hovering, setHovering] = useState(false)
  const take = useRef(onFiles)
  take.current = onFiles
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
      if (event.dataTransfer) void filesDropped(event.dataTransfer).then((files) => take.current(files))
    })
    listen('paste', (event) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (file) take.current(asFound([file.name ? file : new File([file], texts.pasted, { type: file.type })]))
    })
    return () => listening.abort()
  }, [])
  return hovering
}
