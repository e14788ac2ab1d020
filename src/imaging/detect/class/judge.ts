/** Runs both detectors on a photo and decides which subjects stay and what they are. */
import type { SubjectClass } from '../../job.js'
import type { Photo } from '../../raster/picture.js'
import { squareCopy } from '../../raster/square-copy.js'
import type { FaceDetector } from '../faces/face-boxes.js'
import type { ObjectDetector } from '../objects/nanodet.js'
import { classifySubject } from './classify.js'
import { lookCloser } from './closer-look.js'
import { boundsOf, type SquareMatte, sampleMatte } from './matte-grid.js'
import { keepPreferred } from './prefer.js'

export interface Verdict {
  /** The given matte, without the subjects that are not of the preferred class. */
  readonly matte: Uint8Array
  readonly subjectClass: SubjectClass
}

export interface Detectors {
  readonly objects: ObjectDetector
  readonly faces: FaceDetector
}

export type SubjectJudge = (photo: Photo, matte: SquareMatte, prefer?: SubjectClass) => Promise<Verdict>

export function createSubjectJudge({ objects, faces }: Detectors): SubjectJudge {
  return async (photo, { data, size }, prefer) => {
    const whole = await objects.detect(await squareCopy(photo, objects.size))
    const matte = prefer ? keepPreferred(data, size, whole, prefer) : data
    const subject = boundsOf(sampleMatte({ data: matte, size }))
    const looks = subject ? [whole, await lookCloser(objects, photo, subject)] : [whole]
    const found = await faces.detect(photo)
    return { matte, subjectClass: classifySubject({ data: matte, size }, looks, found) }
  }
}
