/** Backup and restore from the command line. */
import { type Command, jsonOption } from './command.js'

export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    group: 'Data and networks',
    summary: 'Save database and results as one private tar file, while the server runs',
    about: 'The file holds secrets and pictures. docs/operations.md says more.',
    options: jsonOption,
    operand: { name: 'file', label: 'FILE' },
    examples: ['backup before.tar', 'backup /backups/silhouette-2026-11-16.tar'],
    run: async (values, config) => (await import('./work/backup.js')).runBackup(values, config),
  },
  {
    name: 'restore',
    group: 'Data and networks',
    summary: 'Restore a backup into an empty DATA_DIR, and DATABASE_URL if set',
    options: jsonOption,
    operand: { name: 'file', label: 'FILE' },
    examples: ['restore before.tar', 'restore /backups/silhouette-2026-11-16.tar'],
    run: async (values, config) => (await import('./work/backup.js')).runRestore(values, config),
  },
]
