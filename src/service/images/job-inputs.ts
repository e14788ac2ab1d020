/** What uploads of jobs are called: a background lies beside its photo, so that one name stands for both. */
import type { ObjectStore } from '../../storage/port.js'

/** As what they are stored: they are only ever read by us. */
export const INPUT_TYPE = 'application/octet-stream'

export const backgroundKeyOf = (inputKey: string): string => `${inputKey}.background`

export const withBackgrounds = (inputKeys: readonly string[]): string[] =>
  inputKeys.flatMap((key) => [key, backgroundKeyOf(key)])

/** With their backgrounds; what is not there is no error. */
export const deleteInputs = (uploads: ObjectStore, inputKeys: readonly string[]): Promise<void> =>
  uploads.delete(withBackgrounds(inputKeys))
