/** The programs that a release is made with. */
import { execFileSync } from 'node:child_process'

export const git = (folder: string, ...words: string[]): string =>
  execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim()

/** What it prints for people goes to standard error, for them to see. */
export const npm = (folder: string, ...words: string[]): string =>
  execFileSync('npm', [...words, '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
