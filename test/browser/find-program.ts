/** A program of the system: where a setting says, or under one of its usual names in PATH. */
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** Where Debian puts servers; not in the PATH of everybody. */
const FOR_SERVERS = '/usr/sbin'

export function findProgram(setting: string | undefined, names: readonly string[]): string | undefined {
  if (setting) return setting
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), FOR_SERVERS]
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
