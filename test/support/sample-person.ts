import sharp from 'sharp'
import { samplePhoto } from './project.js'

/** The person at the left of the sample photo, alone. */
export const SAMPLE_PERSON = { left: 45, top: 292, width: 618, height: 795 }

/** That part of the photo, or another one, as a JPEG that names its author. */
export const samplePerson = (box: Partial<typeof SAMPLE_PERSON> = {}): Promise<Buffer> =>
  sharp(samplePhoto)
    .extract({ ...SAMPLE_PERSON, ...box })
    .jpeg({ quality: 92 })
    .withExif({ IFD0: { Artist: 'somebody' } })
    .toBuffer()
