/** The current photo with its results. Taking another one releases them; all are kept for the next visit. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { photo as texts } from '#texts/playground'
import { toProblem } from '../../api/problem.js'
import { fetchLinkedPhoto } from '../../api/web.js'
import { formatLimit } from '../../format/numbers.js'
import { keepResultName } from '../../state/result-names.js'
import { type Desk, keepPhoto, keepResult, keepStrokes } from './desk.js'
import type { Stroke } from './editor/edit.js'
import { closePhoto, openPhoto, openSample, type Photo, type Sample } from './photo/photo.js'
import { fileNameOf } from './result/file-names.js'
import { isPaid, withResult } from './result/results.js'
import type { RunResult } from './run/use-run.js'

export interface DeskInUse extends Desk {
  readonly problem: string | undefined
  readonly takeFile: (file: File) => Promise<void>
  /** A photo at a web address. */
  readonly takeLink: (url: string) => Promise<void>
  readonly takeSample: (sample: Sample) => Promise<void>
  readonly addResult: (result: RunResult) => void
  readonly setStrokes: (strokes: readonly Stroke[]) => void
}

export function useDesk(kept: Desk, uploadBytes: number, onTaken: (photo: Photo) => void): DeskInUse {
  const [desk, setDesk] = useState<Desk>(kept)
  const [problem, setProblem] = useState<string>()
  const current = useRef(desk)
  current.current = desk
  useEffect(() => () => close(current.current), [])

  const take = (photo: Photo): void => {
    close(current.current)
    setProblem(undefined)
    setDesk({ photo, results: [], strokes: [] })
    void keepPhoto(photo)
    onTaken(photo)
  }
  const takeFile = async (file: File): Promise<void> => {
    if (file.size > uploadBytes) return setProblem(texts.tooLarge(formatLimit(uploadBytes)))
    take(await openPhoto(file, file.name))
  }
  const takeLink = async (url: string): Promise<void> => {
    try {
      await takeFile(new File([await fetchLinkedPhoto(url)], nameInLink(url)))
    } catch (error) {
      setProblem(toProblem(error).message)
    }
  }
  const takeSample = async (sample: Sample): Promise<void> => {
    try {
      take(await openSample(sample))
    } catch {
      setProblem(texts.sampleFailed)
    }
  }
  const setStrokes = (strokes: readonly Stroke[]): void => {
    setDesk((known) => ({ ...known, strokes }))
    void keepStrokes(strokes)
  }
  const addResult = (result: RunResult): void => {
    // Kept even if the user has left the page: it may have been paid for.
    void keepResult(result)
    void keepResultName(result.url, fileNameOf({ ...result, photoName: result.photo.name, type: result.blob.type }))
    const last = current.current.results
    const results = withResult(last, result)
    for (const { objectUrl } of last.filter((each) => !results.includes(each))) URL.revokeObjectURL(objectUrl)
    setDesk((known) => ({ ...known, results }))
    if (result.operation === 'remove' && isPaid(result)) setStrokes([])
  }
  return { ...desk, problem, takeFile, takeLink, takeSample, addResult, setStrokes }
}

const nameInLink = (url: string): string => new URL(url).pathname.split('/').at(-1) || texts.linked

function close({ photo, results }: Desk): void {
  if (photo) closePhoto(photo)
  for (const { objectUrl } of results) URL.revokeObjectURL(objectUrl)
}
