/** The current photo; taking another one releases it. */
import { useState } from 'preact/hooks'
import { photo as texts } from '#texts/playground'
import { isHeif, SIGNATURE_BYTES } from '../../../../src/imaging/codec/file-type.js'
import { formatLimit } from '../../format/numbers.js'
import { closePhoto, openPhoto, openSample, type Photo, type Sample } from './photo.js'

export interface PhotoInUse {
  readonly photo: Photo | undefined
  readonly problem: string | undefined
  readonly takeFile: (file: File) => Promise<void>
  readonly takeSample: (sample: Sample) => Promise<void>
}

export function usePhoto(uploadBytes: number | undefined, onTaken: () => void): PhotoInUse {
  const [photo, setPhoto] = useState<Photo>()
  const [problem, setProblem] = useState<string>()

  const take = (taken: Photo): void => {
    if (photo) closePhoto(photo)
    setProblem(undefined)
    setPhoto(taken)
    onTaken()
  }
  const takeFile = async (file: File): Promise<void> => {
    if (uploadBytes !== undefined && file.size > uploadBytes) setProblem(texts.tooLarge(formatLimit(uploadBytes)))
    else if (isHeif(new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer()))) setProblem(texts.heic)
    else take(await openPhoto(file, file.name))
  }
  const takeSample = async (sample: Sample): Promise<void> => {
    try {
      take(await openSample(sample))
    } catch {
      setProblem(texts.sampleFailed)
    }
  }
  return { photo, problem, takeFile, takeSample }
}
