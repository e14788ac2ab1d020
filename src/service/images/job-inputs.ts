/** What uploads of jobs are called: a background lies beside its photo, so that one name stands for both. */
import type { ObjectStore } from '../../storage/port.js'

export const backgroundKeyOf = (inputKey: string): string => `${inputKey}.background`

/** With their backgrounds; what is not there is no error. */
export const deleteInputs = (uploads: ObjectStore, inputKeys: readonly string[]): Promise<void> =>
  uploads.delete(inputKeys.flatMap((key) => [key, backgroundKeyOf(key)]))
