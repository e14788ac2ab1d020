/** The temporary files of one request: uploads, downloads, what is made of them. They are removed together at its end. */
import type { Workspace } from './workspace.js'

export interface RequestFiles {
  /** A path of the workspace; a file that appears there is removed with the request. */
  newPath(): string
  /** This file belongs to the caller from now on. */
  handOver(file: string): void
  removeAll(): Promise<void>
}

export function createRequestFiles(
  workspace: Pick<Workspace, 'newPath' | 'remove'>,
  onError: (error: unknown) => void,
): RequestFiles {
  const files = new Set<string>()
  return {
    newPath: () => {
      const file = workspace.newPath()
      files.add(file)
      return file
    },
    handOver: (file) => void files.delete(file),
    removeAll: async () => {
      for (const file of files) await workspace.remove(file).catch(onError)
    },
  }
}
