/** The object store as machines see it that hand pictures to one another. */
export interface Passage {
  /** The file stays where it is. */
  upload(key: string, file: string): Promise<void>
  /** False when there is no such object. */
  download(key: string, file: string): Promise<boolean>
  delete(keys: readonly string[]): Promise<void>
  /** Stores a result where its clients will find it. The file is moved. */
  keep(name: string, file: string, contentType: string): Promise<void>
  /** Deletes results that no client was told of. */
  discard(names: readonly string[]): Promise<void>
}
