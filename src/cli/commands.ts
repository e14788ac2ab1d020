/** Which commands there are, in the order in which help shows them. */
import { accountCommands } from './account.js'
import { accountAccessCommands } from './account-access.js'
import { backupCommands } from './backup.js'
import type { Command } from './command.js'
import { completionCommand } from './completion/command.js'
import { creditsCommands } from './credits.js'
import { doctorCommand } from './doctor.js'
import { healthCommand } from './health.js'
import { idPhotoCommand } from './id-photo.js'
import { jobsCommands } from './jobs/commands.js'
import { keyCommands } from './key.js'
import { linkCommand } from './link.js'
import { migrateCheckCommand } from './migrate-check.js'
import { modelsCommands } from './models.js'
import { moveCommand } from './move.js'
import { networksCommands } from './networks.js'
import { offersCommands } from './offers.js'
import { removeCommand } from './remove.js'
import { serveCommand } from './serve.js'
import { settingsCommand } from './settings.js'
import { storageCommands } from './storage.js'
import { styleCommand } from './style.js'
import { usageCommand } from './usage.js'
import { workerCommand } from './worker.js'

export const commands: readonly Command[] = [
  removeCommand,
  idPhotoCommand,
  styleCommand,
  ...offersCommands,
  migrateCheckCommand,
  ...jobsCommands,
  serveCommand,
  linkCommand,
  workerCommand,
  healthCommand,
  settingsCommand,
  doctorCommand,
  ...accountCommands,
  ...accountAccessCommands,
  ...keyCommands,
  ...creditsCommands,
  usageCommand,
  ...backupCommands,
  moveCommand,
  ...modelsCommands,
  ...networksCommands,
  ...storageCommands,
  completionCommand(() => commands),
]
