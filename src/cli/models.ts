/** The model store from the command line. */
import { loadManifest } from '../models/manifest.js'
import { createProgressReporter } from '../models/progress.js'
import { type FileState, modelStoreOf } from '../models/store.js'
import { openPrivateFolder } from '../private-data.js'
import { type Command, print, printTable } from './command.js'

const advice: Record<FileState, string> = {
  verified: 'verified',
  missing: 'missing; run: bin/silhouette models pull',
  corrupt: 'damaged; run: bin/silhouette models pull',
}

export const modelsCommands: readonly Command[] = [
  {
    name: 'models list',
    group: 'Data and networks',
    summary: 'List the networks: where they come from and under which licence',
    options: {},
    examples: ['models list', 'models list | grep MIT'],
    run: async () => {
      printTable([
        ['ID', 'TITLE', 'LICENCE', 'MB', 'SOURCE', 'AUTHORS'],
        ...loadManifest().map((entry) => [
          entry.id,
          entry.title,
          entry.licence,
          (entry.files.reduce((sum, file) => sum + file.bytes, 0) / 1e6).toFixed(1),
          entry.source,
          entry.authors,
        ]),
      ])
    },
  },
  {
    name: 'models pull',
    group: 'Data and networks',
    summary: 'Fetch, verify and prepare the networks that are missing',
    options: {},
    examples: ['models pull', 'models pull && echo ready'],
    run: async (_values, config) => {
      openPrivateFolder(config.dataDir)
      const store = modelStoreOf(config)
      await store.pull(createProgressReporter(process.stderr))
      print(`All networks are ready in ${store.root}`)
    },
  },
  {
    name: 'models verify',
    group: 'Data and networks',
    summary: 'Check every file of the networks against its sha256',
    options: {},
    examples: ['models verify', 'models verify && echo all is well'],
    run: async (_values, config) => {
      const states = await modelStoreOf(config).verify()
      printTable(states.map(({ path, state }) => [path, advice[state]]))
      if (states.some(({ state }) => state !== 'verified')) process.exitCode = 1
    },
  },
]
