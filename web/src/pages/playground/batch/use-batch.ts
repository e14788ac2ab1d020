/** The current batch, and the notices about the files added last. */
import { useState } from 'preact/hooks'
import { useStore } from '../../../state/store.js'
import type { Batch } from './batch.js'
import { type Added, addFiles, batch } from './batch-store.js'
import type { FoundFile } from './found-files.js'

export interface BatchInUse {
  readonly batch: Batch | undefined
  readonly added: Added | undefined
  readonly add: (found: readonly FoundFile[]) => Promise<void>
}

export function useBatch(uploadBytes: number): BatchInUse {
  const [added, setAdded] = useState<Added>()
  return {
    batch: useStore(batch),
    added,
    add: async (found) => setAdded(await addFiles(found, uploadBytes)),
  }
}
