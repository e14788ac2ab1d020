/** A whole installation to another database and another storage: from one server to many, and back. */
import { type Command, jsonOption, textOption } from './command.js'

export const moveCommand: Command = {
  name: 'move',
  group: 'Data and networks',
  summary: 'Move accounts, credits and results elsewhere, while no server runs',
  about:
    'A database is sqlite:FILE or postgres://user:password@host/name; a storage is disk:FOLDER or s3://…, as in ' +
    'STORAGE_URL. The source is left as it was. docs/fleet.md says more.',
  options: {
    from: textOption('DATABASE', 'The database of the source', { required: true }),
    to: textOption('DATABASE', 'An empty database; without it, only the results move'),
    'from-storage': textOption('S', 'Where the results of the source are; beside a file by default'),
    'to-storage': textOption('S', 'Where they go; beside a file by default'),
    ...jsonOption,
  },
  examples: [
    'move --from sqlite:data/silhouette.db --to-storage s3://results',
    'move --from sqlite:old/silhouette.db --to sqlite:new/silhouette.db',
  ],
  run: async (values, config) => (await import('./work/move.js')).runMove(values, config),
}
