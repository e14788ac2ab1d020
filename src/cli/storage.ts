/** The object store from the command line. */
import { RESULTS_AREA } from '../storage/open.js'
import { createS3Client } from '../storage/s3-client.js'
import { setExpiryRule } from '../storage/s3-lifecycle.js'
import { type Command, print, UsageError } from './command.js'

export const storageCommands: readonly Command[] = [
  {
    name: 'storage lifecycle',
    usage: '',
    summary: 'Have the bucket of STORAGE_URL delete results by itself, a day after the server would',
    options: {},
    run: async (_values, { storage, resultTtlMs }) => {
      if (!storage) throw new UsageError('STORAGE_URL is not set: only a bucket has rules of its own')
      const client = createS3Client(storage)
      try {
        const { id, prefix, days, othersKept } = await setExpiryRule(client, RESULTS_AREA, resultTtlMs)
        print(
          `Bucket '${storage.bucket}': rule '${id}' deletes ${prefix}* after ${days} days; other rules kept: ${othersKept}`,
        )
      } finally {
        await client.close()
      }
    },
  },
]
