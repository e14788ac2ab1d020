/** `jobs wait`: until a job has ended, with its results in a folder as they come. The same command goes on after an interruption. */
import { onInterruption } from '../batch/interruption.js'
import { outputOption } from '../batch/request.js'
import { ANY_SERVER_OPTIONS } from '../batch/server-access.js'
import { type Command, flagOption, optionalText } from '../command.js'
import { keep, prepare } from './keep.js'
import { createWaitReport } from './report.js'
import { ID_OPERAND, idIn, withServer } from './server.js'

const EXIT = { allGood: 0, someFailed: 1, interrupted: 130 } as const

export const waitCommand: Command = {
  name: 'jobs wait',
  group: 'Photos',
  summary: 'Wait until a job has ended, and fetch its results as they come',
  about:
    'With -o, each result becomes a file, named after its place in the job and its address: 001-shoe.png. Files that are ' +
    'there are not fetched again, so the same command continues after an interruption. Without -o, the addresses of the ' +
    'results are printed. Ctrl-C ends the waiting, not the job.',
  options: {
    ...outputOption('A folder for the results', false),
    ...ANY_SERVER_OPTIONS,
    json: flagOption('One line of JSON per image on standard output'),
  },
  operand: ID_OPERAND,
  examples: ['jobs wait job_0mwm7yc9s000e70f10fef2ed -o cutouts', 'jobs wait job_0mwm7yc9s000e70f10fef2ed --json'],
  run: withServer(async (client, values) => {
    const id = idIn(values)
    const folder = optionalText(values, 'output')
    const signal = onInterruption(() => process.exit(EXIT.interrupted))
    const { counts } = await client.jobs.get(id, { signal })
    const report = createWaitReport(counts.total, values.json === true)
    if (folder !== undefined) await prepare(folder)
    report.begin()
    try {
      for await (const item of client.jobs.results(id, { signal })) {
        report.item(item, folder === undefined ? {} : await keep(client, item, counts.total, folder, signal))
      }
      const { counts: last } = await client.jobs.get(id, { signal })
      report.end(last.cancelled, false)
      process.exitCode = last.cancelled + report.failures() > 0 ? EXIT.someFailed : EXIT.allGood
    } catch (error) {
      report.end(0, signal.aborted)
      if (!signal.aborted) throw error
      process.exitCode = EXIT.interrupted
    }
  }),
}
