/** The object store from the command line. */
import { answer, type Command, jsonOption, print, UsageError } from './command.js'

export const storageCommands: readonly Command[] = [
  {
    name: 'storage lifecycle',
    group: 'Data and networks',
    summary: 'Have the bucket of STORAGE_URL delete results by itself',
    about: 'It does so a day after the server would. Other rules in the bucket are kept.',
    options: jsonOption,
    examples: ['storage lifecycle', 'storage lifecycle --json'],
    run: async (values, config) => {
      const { haveResultsExpire } = await import('../storage/open.js')
      const rule = await haveResultsExpire(config)
      if (!rule) throw new UsageError('STORAGE_URL is not set: only a bucket has rules of its own')
      const { id, bucket, prefix, days, othersKept } = rule
      answer(values, rule, () => {
        print(`Bucket '${bucket}': the rule '${id}' now deletes ${prefix}* after ${days} days`)
        if (othersKept > 0) print(`Other rules that were kept: ${othersKept}`)
      })
    },
  },
]
